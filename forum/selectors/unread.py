"""What is new for somebody.

A topic counts as new while it has posts after the reader's mark, or none was set and it was
written in since he joined. Only topics of the last weeks are asked about, and of these the newest
thousand: a reader who comes back after a year gets no endless badges, and the question costs the
same in a small forum and in a large one. Inside a topic the mark is exact, however old.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import connection
from django.db.models import F, FilteredRelation, Q, QuerySet

from accounts.models import User
from forum.models import Category, Topic

HORIZON = timedelta(days=60)
NEWEST = 1000


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


_AMONG_THE_NEWEST = """
    SELECT topic.id, topic.category_id FROM (
        SELECT id, category_id, last_number, last_post_at FROM forum_topic
        WHERE category_id IN ({categories}) AND state = 'open' AND listed AND last_post_at > %s
        ORDER BY last_post_at DESC LIMIT {newest}
    ) topic
    LEFT JOIN forum_topicread mark ON mark.topic_id = topic.id AND mark.user_id = %s
    LEFT JOIN forum_categorymark sweep
        ON sweep.category_id = topic.category_id AND sweep.user_id = %s
    WHERE (mark.number < topic.last_number OR mark.id IS NULL)
        AND (sweep.id IS NULL OR sweep.read_at < topic.last_post_at)
        AND (mark.id IS NOT NULL OR topic.last_post_at > %s)
    ORDER BY topic.last_post_at DESC
"""
# The same condition as above. Written out, because Django joins nothing to a limited query, and a
# condition "is one of the newest" makes PostgreSQL read all topics.


def unread_topics(
    *, user: User, categories: Sequence[Category], now: datetime
) -> list[tuple[int, int]]:
    """Topic and category of everything unread, newest first."""
    if not categories:
        return []
    since, joined = (
        connection.ops.adapt_datetimefield_value(moment)
        for moment in (now - HORIZON, user.date_joined)
    )
    statement = _AMONG_THE_NEWEST.format(
        categories=", ".join(["%s"] * len(categories)), newest=NEWEST
    )
    values = [*(category.pk for category in categories), since, user.pk, user.pk, joined]
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return [(topic, category) for topic, category in cursor.fetchall()]
