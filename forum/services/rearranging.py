"""Topics are merged and split: posts get new numbers, and all reading marks go with them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection

from django.db import transaction
from django.db.models import F

from accounts.models import User
from forum.errors import AlreadyDone, NothingChosen, SameTopic, TooShort
from forum.limits import TITLE_SHORTEST
from forum.models import (
    Action,
    Category,
    Draft,
    Follow,
    Post,
    Study,
    Subscription,
    Topic,
    TopicRead,
    TopicVote,
)
from forum.models.topics import TITLE_LONGEST
from forum.services.log import entry_add, moderator_standing
from forum.services.posts import TAGS_AT_MOST
from forum.services.publishing import post_index, topic_recount


@transaction.atomic
def topic_merge(*, topic: Topic, into: Topic, by: User, reason: str = "") -> None:
    """All posts of `topic` join those of `into`, in the order of their times."""
    moderator_standing(by=by)
    if topic.pk == into.pk or into.state != Topic.State.OPEN:
        raise SameTopic
    if topic.state != Topic.State.OPEN:
        raise AlreadyDone
    topics = (topic, into)
    posts = list(
        Post.objects.filter(topic__in=topics).exclude(number=None).order_by("created_at", "pk")
    )
    old = {post.pk: (post.topic_id, post.number or 0) for post in posts}
    marks = {(mark.user_id, mark.topic_id): mark.number for mark in _marks(topics)}
    Post.objects.filter(topic=topic, number=None).update(topic=into)
    _renumber(posts, into)
    readers = {user_id for user_id, _topic in marks}
    TopicRead.objects.filter(topic__in=topics).delete()
    TopicRead.objects.bulk_create(
        TopicRead(
            user_id=reader,
            topic=into,
            number=_read_in_a_row(
                [old[post.pk][1] <= marks.get((reader, old[post.pk][0]), 0) for post in posts]
            ),
        )
        for reader in readers
    )
    followers = set(Subscription.objects.filter(topic=into).values_list("user_id", flat=True))
    Subscription.objects.filter(topic=topic).exclude(user_id__in=followers).update(topic=into)
    Subscription.objects.filter(topic=topic).delete()
    _merge_votes(topic, into)
    if not Study.objects.filter(topic=into).exists():
        Study.objects.filter(topic=topic).update(topic=into)
    Draft.objects.filter(place=f"topic:{topic.pk}").exclude(
        user__in=Draft.objects.filter(place=f"topic:{into.pk}").values("user")
    ).update(place=f"topic:{into.pk}")
    topic.state, topic.merged_into, topic.last_number = Topic.State.MERGED, into, 0
    topic.save(update_fields=["state", "merged_into", "last_number"])
    Topic.objects.filter(merged_into=topic).update(merged_into=into)  # what came here before
    Category.objects.filter(pk=topic.category_id).update(topic_count=F("topic_count") - 1)
    entry_add(
        actor=by,
        action=Action.TOPIC_MERGE,
        topic=into,
        detail=f"{topic.title} (#{topic.pk}) → {into.title} (#{into.pk})",
        reason=reason,
    )


@transaction.atomic
def topic_split(
    *,
    topic: Topic,
    post_ids: Collection[int],
    title: str,
    category: Category,
    by: User,
    reason: str = "",
) -> Topic:
    """The chosen posts become a topic of their own."""
    moderator_standing(by=by)
    title = " ".join(title.split())[:TITLE_LONGEST]
    if len(title) < TITLE_SHORTEST:
        raise TooShort(least=TITLE_SHORTEST)
    posts = list(topic.posts.exclude(number=None).select_related("author").order_by("number"))
    going = [post for post in posts if post.pk in set(post_ids)]
    staying = [post for post in posts if post.pk not in set(post_ids)]
    if not going or not staying or going[0].number == 1:
        raise NothingChosen
    new = Topic.objects.create(
        category=category, author=going[0].author, title=title, created_at=going[0].created_at
    )
    marks = [(mark.user_id, mark.number) for mark in _marks((topic,))]
    numbers = {
        new.pk: [post.number or 0 for post in going],
        topic.pk: [post.number or 0 for post in staying],
    }
    _renumber(going, new)
    _renumber(staying, topic)
    TopicRead.objects.filter(topic=topic).delete()
    TopicRead.objects.bulk_create(
        TopicRead(user_id=reader, topic_id=topic_id, number=bisect_right(old, number))
        for topic_id, old in numbers.items()
        for reader, number in marks
    )
    Subscription.objects.bulk_create(
        Subscription(user_id=author_id, topic=new, follow=Follow.INSTANT)
        for author_id in {post.author_id for post in going}
    )
    if topic.solution_id in {post.pk for post in going}:
        Topic.objects.filter(pk=topic.pk).update(solution=None)
    Category.objects.filter(pk=category.pk).update(topic_count=F("topic_count") + 1)
    entry_add(
        actor=by,
        action=Action.TOPIC_SPLIT,
        topic=topic,
        detail=f"{len(going)} → {new.title} (#{new.pk})",
        reason=reason,
    )
    return new


def _merge_votes(topic: Topic, into: Topic) -> None:
    """Two wishes that are one have the votes of both, and the tags; nobody counts twice."""
    voted = list(TopicVote.objects.filter(topic=into).values_list("user", flat=True))
    TopicVote.objects.filter(topic=topic).exclude(user__in=voted).update(topic=into)
    Topic.objects.filter(pk=into.pk).update(vote_count=into.votes.count())
    into.tags.add(*list(topic.tags.all())[: max(0, TAGS_AT_MOST - into.tags.count())])


def _renumber(posts: list[Post], topic: Topic) -> None:
    """Number posts 1, 2, 3 … in a topic. First without numbers, because these are unique."""
    Post.objects.filter(pk__in=[post.pk for post in posts]).update(number=None, topic=topic)
    for number, post in enumerate(posts, start=1):
        post.topic, post.number = topic, number
    Post.objects.bulk_update(posts, ["number"], batch_size=500)
    topic.last_number = len(posts)
    topic.save(update_fields=["last_number"])
    topic_recount(topic=topic)
    for post in posts:
        if post.is_shown:
            post_index(post=post)


def _marks(topics: Collection[Topic]) -> list[TopicRead]:
    return list(TopicRead.objects.filter(topic__in=topics))


def _read_in_a_row(read: list[bool]) -> int:
    """How many posts from the beginning are all read: the first unread one must not be skipped."""
    return next((number for number, seen in enumerate(read) if not seen), len(read))
