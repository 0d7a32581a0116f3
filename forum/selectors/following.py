"""Who wants to be told of a post, and when."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Q, QuerySet

from accounts.models import User
from forum.models import DailyDigest, Follow, Post, Subscription, Topic
from forum.permissions import Standing, may_read_topic, standing_of
from forum.selectors.posts import public_posts


def followers_at_once(*, post: Post) -> list[User]:
    """Those who asked for each post of its topic, or of its category and not otherwise of it.

    The author is not among them. Whether they may still read it is asked when they are told.
    """
    topic = post.topic
    wishes = Subscription.objects.filter(
        Q(topic=topic) | Q(category=topic.category_id), user__is_active=True
    ).select_related("user")
    of_topic = {wish.user: wish.follow for wish in wishes if wish.topic_id}
    of_category = {wish.user: wish.follow for wish in wishes if wish.category_id}
    wanted = {**of_category, **of_topic}
    return [
        user
        for user, follow in wanted.items()
        if follow == Follow.INSTANT and user.pk != post.author_id
    ]


def may_still_read(*, user: User, topic: Topic, now: datetime) -> Standing | None:
    """The reader's standing, or None if this topic is not for him any more."""
    standing = standing_of(user=user, now=now)
    return standing if may_read_topic(standing, topic) else None


def digests_due(*, now: datetime) -> QuerySet[DailyDigest]:
    return DailyDigest.objects.filter(due_at__lte=now).select_related("user")


def posts_for_digest(*, user: User, since: datetime, until: datetime) -> list[Post]:
    """What a daily follower missed: posts by others, oldest first within their topics."""
    from forum.selectors.categories import categories_for

    standing = standing_of(user=user, now=until)
    daily = Q(topic__subscriptions__user=user, topic__subscriptions__follow=Follow.DAILY)
    settled = Subscription.objects.filter(user=user).exclude(topic=None).values("topic")
    by_category = Q(
        topic__category__subscriptions__user=user,
        topic__category__subscriptions__follow=Follow.DAILY,
    ) & ~Q(topic__in=settled)
    posts = (
        public_posts(categories=categories_for(standing=standing))
        .filter(daily | by_category, created_at__gt=since, created_at__lte=until)
        .exclude(author=user)
        .distinct()
    )
    return sorted(posts[:200], key=lambda post: (post.topic_id, post.number or 0))
