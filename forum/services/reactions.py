"""Thanks, bookmarks, votes, polls, the marked answer."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from forum.errors import NotAllowed, NothingToVote, PollClosed
from forum.models import Bookmark, PollOption, PollVote, Post, Thanks, Topic, TopicVote
from forum.permissions import may_read_topic, may_solve, may_write, standing_of


@transaction.atomic
def thanks_toggle(*, post: Post, user: User) -> bool:
    """Thank for a post, or take it back; True if thanked now."""
    _may_react(user, post.topic)
    if not post.is_shown or post.author_id == user.pk:
        raise NotAllowed
    gone, _ = Thanks.objects.filter(post=post, user=user).delete()
    if not gone:
        Thanks.objects.create(post=post, user=user)
    Post.objects.filter(pk=post.pk).update(thanks_count=post.thanks.count())
    return not gone


@transaction.atomic
def bookmark_toggle(*, post: Post, user: User) -> bool:
    standing = standing_of(user=user, now=timezone.now())
    if not may_read_topic(standing, post.topic):
        raise NotAllowed
    gone, _ = Bookmark.objects.filter(post=post, user=user).delete()
    if not gone:
        Bookmark.objects.create(post=post, user=user)
    return not gone


@transaction.atomic
def vote_toggle(*, topic: Topic, user: User) -> bool:
    """Support a wish, or no longer."""
    _may_react(user, topic)
    if not topic.category.has_votes or topic.locked:
        raise NotAllowed
    gone, _ = TopicVote.objects.filter(topic=topic, user=user).delete()
    if not gone:
        TopicVote.objects.create(topic=topic, user=user)
    Topic.objects.filter(pk=topic.pk).update(vote_count=topic.votes.count())
    return not gone


@transaction.atomic
def poll_vote(
    *, topic: Topic, user: User, option_ids: Collection[int], now: datetime | None = None
) -> None:
    """Answer a poll, or answer it differently while it is open."""
    _may_react(user, topic)
    poll = topic.poll
    if topic.locked or (poll.closes_at and poll.closes_at <= (now or timezone.now())):
        raise PollClosed
    options = PollOption.objects.filter(poll=poll, pk__in=option_ids)
    if not 1 <= len(options) <= poll.choices_at_most or len(options) != len(set(option_ids)):
        raise NothingToVote(most=poll.choices_at_most)
    PollVote.objects.filter(option__poll=poll, user=user).delete()
    PollVote.objects.bulk_create(PollVote(option=option, user=user) for option in options)


@transaction.atomic
def solution_set(*, post: Post, by: User) -> bool:
    """Mark a reply as the answer, or unmark it; True if marked now."""
    topic = post.topic
    if not may_solve(standing_of(user=by, now=timezone.now()), topic) or not post.is_shown:
        raise NotAllowed
    marked = topic.solution_id != post.pk
    changed = Topic.objects.filter(pk=topic.pk).exclude(state=Topic.State.MERGED)
    changed.update(solution=post if marked else None)
    return marked


def _may_react(user: User, topic: Topic) -> None:
    standing = standing_of(user=user, now=timezone.now())
    if not may_write(standing) or not may_read_topic(standing, topic):
        raise NotAllowed
