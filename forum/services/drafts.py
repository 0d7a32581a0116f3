"""What is typed is kept until it is sent."""

from __future__ import annotations

import re
from datetime import datetime

from django.utils import timezone

from accounts.models import User
from forum.limits import LONGEST
from forum.models import Draft, Post
from forum.models.topics import TITLE_LONGEST

PLACE = re.compile(r"new|(?:topic|post):[1-9]\d{0,17}|thread:[a-z]{2,20}:[\w-]{1,30}")


def draft_save(
    *, user: User, place: str, title: str, text: str, now: datetime | None = None
) -> bool:
    """Keep a draft; an empty one is none. False for a place nobody can write in."""
    if not PLACE.fullmatch(place):
        return False
    if _was_sent(user, text) or (not text.strip() and not title.strip()):
        Draft.objects.filter(user=user, place=place).delete()
        return True
    Draft.objects.update_or_create(
        user=user,
        place=place,
        defaults={
            "title": title[:TITLE_LONGEST],
            "text": text[: 2 * LONGEST],
            "saved_at": now or timezone.now(),
        },
    )
    return True


def _was_sent(user: User, text: str) -> bool:
    """A page that saves while one types may do so a moment after the text was sent."""
    last = Post.objects.filter(author=user).order_by("-created_at").first()
    return last is not None and last.text == text.strip()


def draft_drop(*, user: User, draft_id: int) -> None:
    Draft.objects.filter(user=user, pk=draft_id).delete()
