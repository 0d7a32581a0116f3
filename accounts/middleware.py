"""Each request in the visitor's own language and time zone."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation

from accounts.models import User
from accounts.time_zones import zone_of


class PersonalMiddleware:
    """After authentication: a user's settings win over cookie and browser.

    Anonymous visitors keep what Django's LocaleMiddleware found, and UTC.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        user = request.user
        if not isinstance(user, User):
            return self.get_response(request)
        if user.language:
            translation.activate(user.language)
            request.LANGUAGE_CODE = translation.get_language()
        # Left on exit, because the next request of this thread may be somebody else's.
        with timezone.override(zone_of(user.time_zone)):
            return self.get_response(request)
