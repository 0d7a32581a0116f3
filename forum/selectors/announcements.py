"""What operators announce now."""

from __future__ import annotations

import time
from datetime import datetime

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q

from accounts.models import User
from forum.models import Announcement, AnnouncementDismissal

REMEMBERED_FOR = 10.0
"""Seconds a process keeps the list, so that not every page asks for it."""

_remembered: tuple[float, list[Announcement]] | None = None


def announcements_now(*, now: datetime) -> list[Announcement]:
    global _remembered
    if _remembered is None or time.monotonic() - _remembered[0] > REMEMBERED_FOR:
        current = Announcement.objects.filter(Q(ends_at=None) | Q(ends_at__gt=now))
        _remembered = (time.monotonic(), list(current))
    return [
        item
        for item in _remembered[1]
        if item.begins_at <= now and (item.ends_at is None or item.ends_at > now)
    ]


def announcements_forget() -> None:
    """The list has changed in this process; others notice within seconds."""
    global _remembered
    _remembered = None


def announcements_for(
    *, user: User | AnonymousUser, dismissed: set[int], now: datetime
) -> list[Announcement]:
    """Those a visitor has not put away, on this device or, with an account, on any."""
    current = [item for item in announcements_now(now=now) if item.pk not in dismissed]
    if current and isinstance(user, User):
        put_away = set(
            AnnouncementDismissal.objects.filter(user=user, announcement__in=current).values_list(
                "announcement_id", flat=True
            )
        )
        current = [item for item in current if item.pk not in put_away]
    return current
