"""What every page knows about a player's games."""

from __future__ import annotations

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from accounts.models import User
from games.selectors.dashboard import games_waiting_on


def waiting(request: HttpRequest) -> dict[str, object]:
    """How many tables wait for the reader; asked only by pages that show it."""
    user = getattr(request, "user", None)
    return {"games_waiting": SimpleLazyObject(lambda: _count(user))}


def _count(user: object) -> int:
    return games_waiting_on(user=user).count() if isinstance(user, User) else 0
