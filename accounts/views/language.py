"""The choice of language in the page."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponseBase
from django.utils.translation import check_for_language
from django.views.i18n import LANGUAGE_QUERY_PARAMETER
from django.views.i18n import set_language as django_set_language

from accounts.models import User
from accounts.services.users import language_set


def set_language(request: HttpRequest) -> HttpResponseBase:
    """Remember a visitor's language in a cookie; a signed-in user's with the account too."""
    language = request.POST.get(LANGUAGE_QUERY_PARAMETER, "")
    if isinstance(request.user, User) and language and check_for_language(language):
        language_set(user=request.user, language=language)
    return django_set_language(request)
