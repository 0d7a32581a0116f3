"""Categories somebody may read, with what is new in them."""

from __future__ import annotations

from collections import Counter
from datetime import datetime

from forum.models import Category
from forum.permissions import Standing, may_read_category, may_start
from forum.selectors.unread import unread_topics


def categories_for(*, standing: Standing) -> list[Category]:
    return [c for c in Category.objects.all() if may_read_category(standing, c)]


def categories_to_write_in(*, standing: Standing) -> list[Category]:
    return [c for c in Category.objects.all() if may_start(standing, c)]


def unread_per_category(
    *, standing: Standing, categories: list[Category], now: datetime
) -> dict[int, int]:
    """How many topics have something new: one query, whatever the number of categories."""
    if standing.user is None:
        return {}
    topics = unread_topics(user=standing.user, categories=categories, now=now)
    return Counter(category for _topic, category in topics)
