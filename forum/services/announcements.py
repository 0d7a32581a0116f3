"""Operators tell everybody something."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone

from accounts.models import User
from forum.models import Announcement, AnnouncementDismissal
from forum.selectors.announcements import announcements_forget


def announcement_publish(
    *,
    author: User,
    text: str,
    text_cs: str = "",
    text_pl: str = "",
    link: str = "",
    urgent: bool = False,
    ends_at: datetime | None = None,
    mailed: bool = False,
    now: datetime | None = None,
) -> Announcement:
    """Show a banner on all pages. With `mailed` those who want news get a mail: see the sweep of
    the notifications, which looks for announcements nobody was told of."""
    return Announcement.objects.create(
        author=author,
        text=text,
        text_cs=text_cs,
        text_pl=text_pl,
        link=link,
        urgent=urgent,
        begins_at=now or timezone.now(),
        ends_at=ends_at,
        mailed=mailed,
    )


def announcement_end(*, announcement_id: int, now: datetime | None = None) -> None:
    Announcement.objects.filter(pk=announcement_id).update(ends_at=now or timezone.now())
    announcements_forget()


def announcement_dismiss(*, announcement_id: int, user: User) -> None:
    if Announcement.objects.filter(pk=announcement_id).exists():
        AnnouncementDismissal.objects.get_or_create(announcement_id=announcement_id, user=user)
