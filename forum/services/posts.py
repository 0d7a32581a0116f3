"""Topics are started, posts written, edited, withdrawn."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone

from accounts.models import User
from forum.errors import (
    Duplicate,
    LookedAtFirst,
    NotAllowed,
    Silenced,
    TooFast,
    TooLong,
    TooManyTags,
    TooShort,
    TopicClosed,
)
from forum.limits import (
    TITLE_SHORTEST,
    is_new,
    links_check,
    pace_check,
    text_check,
    watched_word_in,
)
from forum.markup import VERSION, Rendered
from forum.models import (
    Category,
    Draft,
    Follow,
    Poll,
    PollOption,
    Post,
    PostRevision,
    Reference,
    Report,
    Subscription,
    Tag,
    Topic,
)
from forum.models.topics import TITLE_LONGEST
from forum.permissions import Standing, may_edit, may_reply, may_start, may_withdraw, standing_of
from forum.rendering import text_render
from forum.services.publishing import post_hide, post_index, post_publish
from forum.signals import user_mentioned

TAGS_AT_MOST = 5
SAME_TEXT_WITHIN = timedelta(hours=1)
EDITS_IN = timedelta(minutes=10)
EDITS_AT_MOST = 30


@dataclass(frozen=True)
class PollWish:
    question: str
    options: tuple[str, ...]
    choices_at_most: int = 1
    closes_at: datetime | None = None


@transaction.atomic
def topic_start(
    *,
    author: User,
    category: Category,
    title: str,
    text: str,
    tags: tuple[str, ...] = (),
    poll: PollWish | None = None,
    trapped: bool = False,
    now: datetime | None = None,
) -> Topic:
    """Open a topic with its first post; raises ForumRefusal."""
    now = now or timezone.now()
    standing = standing_of(user=author, now=now)
    if not may_start(standing, category):
        raise _refusal(standing)
    title = " ".join(title.split())
    if len(title) < TITLE_SHORTEST:
        raise TooShort(least=TITLE_SHORTEST)
    if len(title) > TITLE_LONGEST:
        raise TooLong(length=len(title), most=TITLE_LONGEST)
    topic = Topic(
        category=category,
        author=author,
        title=title,
        created_at=now,
        last_post_at=now,
        last_poster=author,
    )
    around = [*tags, poll.question, *poll.options] if poll else tags
    first_post_add(
        topic=topic, standing=standing, text=text, around=around, trapped=trapped, now=now
    )
    topic_tag(topic=topic, names=tags)
    if poll is not None:
        poll_add(topic=topic, wish=poll)
    Draft.objects.filter(user=author, place="new").delete()
    return topic


def first_post_add(
    *,
    topic: Topic,
    standing: Standing,
    text: str,
    now: datetime,
    around: Sequence[str] = (),
    trapped: bool = False,
) -> Post:
    """Save a new topic with its first post, both held back if something is suspicious.

    `around` is what else is read with it: tags, a poll.
    """
    assert standing.user is not None
    text_check(text=text)
    whole = "\n".join([topic.title, text, *around])
    hold = _check(standing, whole, trapped=trapped, now=now)
    topic.state = Topic.State.OPEN if hold is None else Topic.State.HELD
    topic.save()
    if hold is None:
        Category.objects.filter(pk=topic.category_id).update(topic_count=F("topic_count") + 1)
    return _post_add(topic, standing.user, text, hold=hold, now=now)


@transaction.atomic
def post_reply(
    *,
    author: User,
    topic: Topic,
    text: str,
    trapped: bool = False,
    mail_id: str | None = None,
    now: datetime | None = None,
) -> Post:
    """Add to a topic; raises ForumRefusal."""
    now = now or timezone.now()
    topic = (
        Topic.objects.select_for_update(of=("self",)).select_related("category").get(pk=topic.pk)
    )
    standing = standing_of(user=author, now=now)
    if not may_reply(standing, topic):
        closed = topic.locked or topic.state != Topic.State.OPEN
        raise TopicClosed if closed and standing.sanction is None else _refusal(standing)
    same = Post.objects.filter(
        topic=topic, author=author, text=text, created_at__gt=now - SAME_TEXT_WITHIN
    )
    if same.exclude(state=Post.State.WITHDRAWN).exists():
        raise Duplicate
    post = reply_add(
        topic=topic, standing=standing, text=text, trapped=trapped, mail_id=mail_id, now=now
    )
    Draft.objects.filter(user=author, place=f"topic:{topic.pk}").delete()
    return post


def reply_add(
    *,
    topic: Topic,
    standing: Standing,
    text: str,
    now: datetime,
    trapped: bool = False,
    mail_id: str | None = None,
) -> Post:
    """Add a post of somebody who may write here, held back if something is suspicious."""
    assert standing.user is not None
    text_check(text=text)
    hold = _check(standing, text, trapped=trapped, now=now)
    return _post_add(topic, standing.user, text, hold=hold, mail_id=mail_id, now=now)


@transaction.atomic
def post_reply_by_mail(*, user: User, topic_id: int, text: str, message_id: str) -> Post:
    """The door for answers to a mail; raises ForumRefusal, whose sentence can be sent back.

    TopicClosed, NotAllowed (also for a topic that is not there), TooShort, TooLong, Duplicate (the
    same message again, or the same words), TooFast, TooManyLinks, TooManyMentions.
    """
    topic = Topic.objects.select_related("category").filter(pk=topic_id).first()
    if topic is not None and topic.merged_into_id is not None:
        topic = Topic.objects.select_related("category").get(pk=topic.merged_into_id)
    if topic is None:
        raise NotAllowed
    if Post.objects.filter(author=user, mail_id=message_id).exists():
        raise Duplicate
    try:
        with transaction.atomic():
            return post_reply(author=user, topic=topic, text=text.strip(), mail_id=message_id)
    except IntegrityError as clash:  # the same message came through two doors at once
        raise Duplicate from clash


@transaction.atomic
def post_edit(
    *, post: Post, by: User, text: str, reason: str = "", now: datetime | None = None
) -> Post:
    """Change the words; what they were stays in the history."""
    now = now or timezone.now()
    post = Post.objects.select_for_update(of=("self",)).select_related("topic").get(pk=post.pk)
    standing = standing_of(user=by, now=now)
    if not may_edit(standing, post):
        raise _refusal(standing)
    if text == post.text:
        return post
    text_check(text=text)
    _check_edit(post, standing, text, now)
    PostRevision.objects.create(
        post=post,
        text=post.text,
        written_at=post.edited_at or post.created_at,
        replaced_at=now,
        replaced_by=by,
        reason=reason[:200],
    )
    before = set(post.references.exclude(written="").values_list("user_id", flat=True))
    rendered = text_render(text=text)
    post.text, post.html, post.html_version = text, rendered.html, VERSION
    post.edited_at = now
    post.save(update_fields=["text", "html", "html_version", "edited_at"])
    post.references.all().delete()
    named = _references_add(post, rendered)
    if post.is_shown:
        post_index(post=post)
        fresh = [user for user in named if user.pk not in before]
        if fresh:
            user_mentioned.send(sender=Post, post=post, users=fresh)
    Draft.objects.filter(user=by, place=f"post:{post.pk}").delete()
    return post


@transaction.atomic
def post_withdraw(*, post: Post, by: User, now: datetime | None = None) -> None:
    """An author takes a post back; its place stays, and so may he bring it back."""
    now = now or timezone.now()
    post = Post.objects.select_for_update(of=("self",)).select_related("topic").get(pk=post.pk)
    standing = standing_of(user=by, now=now)
    if not may_withdraw(standing, post):
        raise _refusal(standing)
    post_hide(post=post, state=Post.State.WITHDRAWN)


def topic_tag(*, topic: Topic, names: tuple[str, ...]) -> None:
    wanted = list(dict.fromkeys(" ".join(name.lower().split())[:30] for name in names))
    wanted = [name for name in wanted if name]
    if len(wanted) > TAGS_AT_MOST:
        raise TooManyTags(most=TAGS_AT_MOST)
    topic.tags.set([Tag.objects.get_or_create(name=name)[0] for name in wanted])


def _check(standing: Standing, text: str, *, trapped: bool, now: datetime) -> str | None:
    """Refuse what is too much; what is suspicious is held back.

    The watched word that holds it; "" where a robot filled in what people do not see; else None.
    """
    assert standing.user is not None
    if standing.is_moderator:
        return None
    new = is_new(user=standing.user, now=now)
    pace_check(user=standing.user, new=new, now=now)
    links_check(text=text, new=new)
    if trapped:
        return ""
    return (watched_word_in(text=text) or None) if new else None


def _check_edit(post: Post, standing: Standing, text: str, now: datetime) -> None:
    """A new account does not put in later what would have been refused or held back at first."""
    assert standing.user is not None
    if standing.is_moderator:
        return
    recent = PostRevision.objects.filter(replaced_by=standing.user, replaced_at__gt=now - EDITS_IN)
    if recent.count() >= EDITS_AT_MOST:
        raise TooFast(minutes=math.ceil(EDITS_IN.total_seconds() / 60))
    new = is_new(user=standing.user, now=now)
    links_check(text=text, new=new)
    if new and post.is_shown and watched_word_in(text=text):
        raise LookedAtFirst


def _refusal(standing: Standing) -> NotAllowed:
    return Silenced() if standing.sanction is not None else NotAllowed()


def _post_add(
    topic: Topic,
    author: User,
    text: str,
    *,
    hold: str | None,
    now: datetime,
    mail_id: str | None = None,
) -> Post:
    rendered = text_render(text=text)
    post = Post.objects.create(
        topic=topic,
        author=author,
        text=text,
        html=rendered.html,
        html_version=VERSION,
        state=Post.State.HELD,
        created_at=now,
        mail_id=mail_id,
    )
    _references_add(post, rendered)
    if hold is None:
        post_publish(post=post, now=now)
    else:
        Report.objects.create(post=post, reason=Report.Reason.HELD, text=hold, at=now)
    Subscription.objects.get_or_create(
        user=author, topic=topic, category=None, defaults={"follow": Follow.INSTANT}
    )
    return post


def _references_add(post: Post, rendered: Rendered) -> list[User]:
    """Remember whom the post names; returns those mentioned, without the author."""
    written = {name: as_written for as_written, name in rendered.mentioned}
    mentioned = list(User.objects.filter(username__in=written)) if written else []
    quoted = (
        Post.objects.filter(pk__in=rendered.quoted).values_list("author_id", flat=True)
        if rendered.quoted
        else []
    )
    Reference.objects.bulk_create(
        [
            *(
                Reference(post=post, user=user, written=written[user.username])
                for user in mentioned
            ),
            *(Reference(post=post, user_id=author_id) for author_id in set(quoted)),
        ]
    )
    return [user for user in mentioned if user.pk != post.author_id]


def poll_add(*, topic: Topic, wish: PollWish) -> None:
    poll = Poll.objects.create(
        topic=topic,
        question=wish.question,
        choices_at_most=wish.choices_at_most,
        closes_at=wish.closes_at,
    )
    PollOption.objects.bulk_create(
        PollOption(poll=poll, position=number, text=text)
        for number, text in enumerate(wish.options, start=1)
    )
