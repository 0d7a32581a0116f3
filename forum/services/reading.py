"""Reading marks and wishes to be told."""

from __future__ import annotations

from datetime import datetime, time, timedelta

from django.db import connection, transaction
from django.utils import timezone

from accounts.models import User
from accounts.time_zones import zone_of
from forum.models import Category, CategoryMark, DailyDigest, Follow, Subscription, Topic, TopicRead

DIGEST_HOUR = time(7)
"""When the mail of the day comes, on the reader's own clock."""


def topic_mark_read(*, user: User, topic_id: int, number: int) -> None:
    """Somebody has seen the posts up to this one; a mark never goes back.

    One statement, because every page of a topic does this.
    """
    larger = "MAX" if connection.vendor == "sqlite" else "GREATEST"
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO forum_topicread (user_id, topic_id, number) VALUES (%s, %s, %s)"
            " ON CONFLICT (user_id, topic_id) DO UPDATE"
            f" SET number = {larger}(forum_topicread.number, excluded.number)",
            [user.pk, topic_id, number],
        )


@transaction.atomic
def topic_mark_unread(*, user: User, topic: Topic, number: int) -> None:
    """Somebody wants to see this post and those after it again."""
    TopicRead.objects.update_or_create(
        user=user, topic=topic, defaults={"number": max(0, number - 1)}
    )


@transaction.atomic
def categories_mark_read(*, user: User, categories: list[Category], now: datetime) -> None:
    for category in categories:
        CategoryMark.objects.update_or_create(
            user=user, category=category, defaults={"read_at": now}
        )


@transaction.atomic
def follow_set(
    *,
    user: User,
    follow: Follow,
    topic: Topic | None = None,
    category: Category | None = None,
    now: datetime | None = None,
) -> None:
    """How to be told of a topic, or of a whole category."""
    Subscription.objects.update_or_create(
        user=user, topic=topic, category=category, defaults={"follow": follow}
    )
    if follow == Follow.DAILY:
        now = now or timezone.now()
        DailyDigest.objects.get_or_create(
            user=user, defaults={"since": now, "due_at": next_digest_at(user=user, now=now)}
        )


def next_digest_at(*, user: User, now: datetime) -> datetime:
    """The next seven o'clock where the reader lives."""
    here = now.astimezone(zone_of(user.time_zone))
    at = here.replace(hour=DIGEST_HOUR.hour, minute=0, second=0, microsecond=0)
    return at if at > here else at + timedelta(days=1)
