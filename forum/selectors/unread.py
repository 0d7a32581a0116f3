"""What is new for somebody.

A topic counts as new while it has posts after the reader's mark, or none was set and it was
written in since he joined. Only topics of the last weeks are asked about, and of these the newest
thousands: a reader who comes back after a year gets no endless badges, and the question costs the
same in a small forum and in a large one. Inside a topic the mark is exact, however old.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db.models import F, FilteredRelation, Q, QuerySet

from accounts.models import User
from forum.models import Category, Topic

HORIZON = timedelta(days=60)
NEWEST = 2000


def unread_condition(*, user: User) -> Q:
    """For topics with `mark` (the reader's in the topic) and `sweep` (in the category) joined."""
    return (
        (Q(mark__number__lt=F("last_number")) | Q(mark=None))
        & (Q(sweep=None) | Q(sweep__read_at__lt=F("last_post_at")))
        & (Q(mark__isnull=False) | Q(last_post_at__gt=user.date_joined))
    )


def with_marks(topics: QuerySet[Topic], *, user: User) -> QuerySet[Topic]:
    return topics.annotate(
        mark=FilteredRelation("reads", condition=Q(reads__user=user)),
        sweep=FilteredRelation("category__marks", condition=Q(category__marks__user=user)),
    )


def unread_topics(*, user: User, categories: Sequence[Category], now: datetime) -> QuerySet[Topic]:
    recent = Topic.objects.filter(
        category__in=categories,
        state=Topic.State.OPEN,
        listed=True,
        last_post_at__gt=now - HORIZON,
    )
    newest = recent.order_by("-last_post_at").values("pk")[:NEWEST]
    topics = with_marks(Topic.objects.filter(pk__in=newest), user=user)
    return topics.filter(unread_condition(user=user))
