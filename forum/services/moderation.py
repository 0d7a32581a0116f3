"""What moderators do to posts and topics; each has a line in the log."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from accounts.models import User
from forum.errors import AlreadyDone, NotAllowed, NotYourOwn, TooShort
from forum.limits import TITLE_SHORTEST
from forum.models import Action, Category, ModerationEntry, Post, Topic
from forum.models.topics import TITLE_LONGEST
from forum.permissions import may_bring_back, standing_of
from forum.services.log import entry_add, moderator_standing
from forum.services.publishing import post_hide, post_index, post_show
from forum.services.reports import reports_settle


def _locked_post(post: Post) -> Post:
    found = Post.objects.select_for_update(of=("self",)).select_related("topic__category", "author")
    return found.get(pk=post.pk)


@transaction.atomic
def post_remove(*, post: Post, by: User, reason: str) -> None:
    """Out of sight; the author is told why. The text stays for moderators, and for an appeal."""
    moderator_standing(by=by)
    post = _locked_post(post)
    if post.state not in (Post.State.SHOWN, Post.State.HELD):
        raise AlreadyDone
    entry_add(
        actor=by,
        action=Action.POST_REMOVE,
        topic=post.topic,
        post=post,
        person=post.author,
        reason=reason,
        tell=True,
    )
    if post.number is None:
        post.state = Post.State.REMOVED
        post.save(update_fields=["state"])
    else:
        post_hide(post=post, state=Post.State.REMOVED)
    reports_settle(post=post, by=by, outcome=reason)


@transaction.atomic
def post_bring_back(*, post: Post, by: User, now: datetime | None = None) -> None:
    """Undo a removal, or one's own withdrawal."""
    now = now or timezone.now()
    post = _locked_post(post)
    if not may_bring_back(standing_of(user=by, now=now), post):
        raise NotAllowed
    if post.state == Post.State.REMOVED or by.pk != post.author_id:
        entry_add(
            actor=by,
            action=Action.POST_RESTORE,
            topic=post.topic,
            post=post,
            person=post.author,
        )
    post_show(post=post, now=now)


@transaction.atomic
def post_approve(*, post: Post, by: User, now: datetime | None = None) -> None:
    """Let a held post through: it is published now, as the newest."""
    moderator_standing(by=by)
    now = now or timezone.now()
    post = _locked_post(post)
    if post.state != Post.State.HELD:
        raise AlreadyDone
    if post.author_id == by.pk:
        raise NotYourOwn
    if post.topic.state == Topic.State.HELD:
        post.topic.state = Topic.State.OPEN
        post.topic.save(update_fields=["state"])
        _count(post.topic.category_id, +1)
    post_show(post=post, now=now)
    entry_add(actor=by, action=Action.POST_APPROVE, topic=post.topic, post=post, person=post.author)
    reports_settle(post=post, by=by, outcome="", now=now)


@transaction.atomic
def topic_rename(*, topic: Topic, by: User, title: str) -> None:
    moderator_standing(by=by)
    title = " ".join(title.split())[:TITLE_LONGEST]
    if len(title) < TITLE_SHORTEST:
        raise TooShort(least=TITLE_SHORTEST)
    entry_add(actor=by, action=Action.TOPIC_RENAME, topic=topic, detail=f"{topic.title} → {title}")
    topic.title = title
    topic.save(update_fields=["title"])
    first = topic.posts.filter(number=1, state=Post.State.SHOWN).first()
    if first is not None:
        first.topic = topic
        post_index(post=first)


@transaction.atomic
def topic_move(*, topic: Topic, by: User, category: Category, reason: str = "") -> None:
    moderator_standing(by=by)
    if topic.category_id == category.pk:
        raise AlreadyDone
    entry_add(
        actor=by,
        action=Action.TOPIC_MOVE,
        topic=topic,
        detail=f"{topic.category.name} → {category.name}",
        reason=reason,
    )
    if topic.state == Topic.State.OPEN:
        _count(topic.category_id, -1)
        _count(category.pk, +1)
    topic.category = category
    topic.save(update_fields=["category"])


@transaction.atomic
def topic_lock(*, topic: Topic, by: User, locked: bool, reason: str = "") -> None:
    moderator_standing(by=by)
    if not Topic.objects.filter(pk=topic.pk, locked=not locked).update(locked=locked):
        raise AlreadyDone
    topic.locked = locked
    action = Action.TOPIC_LOCK if locked else Action.TOPIC_UNLOCK
    entry_add(actor=by, action=action, topic=topic, reason=reason)


@transaction.atomic
def topic_pin(*, topic: Topic, by: User, pin: Topic.Pin) -> None:
    moderator_standing(by=by)
    topic.pin = pin
    topic.save(update_fields=["pin"])
    entry_add(actor=by, action=Action.TOPIC_PIN, topic=topic, detail=str(pin.label))


@transaction.atomic
def topic_remove(*, topic: Topic, by: User, reason: str) -> None:
    """Out of all lists; the one who started it is told why."""
    moderator_standing(by=by)
    if topic.state not in (Topic.State.OPEN, Topic.State.HELD):
        raise AlreadyDone
    entry_add(
        actor=by,
        action=Action.TOPIC_REMOVE,
        topic=topic,
        person=topic.author,
        reason=reason,
        tell=True,
    )
    if topic.state == Topic.State.OPEN:
        _count(topic.category_id, -1)
    topic.state = Topic.State.REMOVED
    topic.save(update_fields=["state"])


@transaction.atomic
def topic_restore(*, topic: Topic, by: User) -> None:
    moderator_standing(by=by)
    if topic.state != Topic.State.REMOVED:
        raise AlreadyDone
    removals = ModerationEntry.objects.filter(topic=topic, action=Action.TOPIC_REMOVE)
    if topic.author_id == by.pk and removals.exclude(actor=by).exists():
        raise NotYourOwn
    entry_add(actor=by, action=Action.TOPIC_RESTORE, topic=topic, person=topic.author)
    topic.state = Topic.State.OPEN
    topic.save(update_fields=["state"])
    _count(topic.category_id, +1)


def _count(category_id: int, change: int) -> None:
    Category.objects.filter(pk=category_id).update(topic_count=F("topic_count") + change)
