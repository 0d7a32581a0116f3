"""What every page says of one's mail."""

from __future__ import annotations

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from accounts.models import User
from notifications.selectors import address_trouble, is_perhaps_troubled


def mail_trouble(request: HttpRequest) -> dict[str, object]:
    """Why the reader's mail does not arrive; asked only by pages that show it."""
    user = getattr(request, "user", None)
    return {"mail_trouble": SimpleLazyObject(lambda: _trouble(user))}


def _trouble(user: object) -> str:
    if not isinstance(user, User) or not is_perhaps_troubled(address=user.email):
        return ""
    return address_trouble(address=user.email)
