"""Sign-ins that last, and their end."""

from __future__ import annotations

from allauth.usersessions.models import UserSession

from accounts.models import User


def sessions_end(*, user: User) -> int:
    """Sign a user out everywhere; says how many sessions were known."""
    sessions = list(UserSession.objects.filter(user=user))
    for session in sessions:
        session.end()
    return len(sessions)
