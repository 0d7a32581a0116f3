"""Somebody asks for another look at what was decided about him; somebody else decides."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import User
from forum.errors import AlreadyDone, NeedsReason, NotAllowed, NotYourOwn, TooShort
from forum.models import Action, Appeal, ModerationEntry, Post, Sanction, Topic
from forum.services.log import entry_add, moderator_standing
from forum.services.moderation import post_bring_back, topic_restore

SHORTEST_APPEAL = 10
OPEN_FOR = timedelta(days=60)
"""So long after a decision about a post or a topic."""
APPEALABLE = (Action.POST_REMOVE, Action.TOPIC_REMOVE, Action.POST_EDIT, Action.TALK_REMOVE)


def decisions_to_appeal(*, person: User, now: datetime) -> QuerySet[ModerationEntry]:
    """What was done to somebody's words lately; sanctions stand for themselves."""
    return ModerationEntry.objects.filter(
        person=person, action__in=APPEALABLE, at__gt=now - OPEN_FOR
    ).exclude(actor=person)


@transaction.atomic
def appeal_file(
    *,
    by: User,
    text: str,
    sanction: Sanction | None = None,
    entry: ModerationEntry | None = None,
) -> Appeal:
    """Once against each decision: a sanction while it lasts, anything else for some weeks."""
    if sanction is not None:
        allowed = sanction.user_id == by.pk and sanction.lifted_at is None
    else:
        found = decisions_to_appeal(person=by, now=timezone.now())
        allowed = entry is not None and found.filter(pk=entry.pk).exists()
    if not allowed:
        raise NotAllowed
    if len(text.strip()) < SHORTEST_APPEAL:
        raise TooShort(least=SHORTEST_APPEAL)
    appeal, new = Appeal.objects.get_or_create(
        sanction=sanction,
        entry=None if sanction else entry,
        defaults={"text": text.strip()[:2000]},
    )
    if not new:
        raise AlreadyDone
    return appeal


@transaction.atomic
def appeal_decide(*, appeal: Appeal, by: User, granted: bool, answer: str) -> None:
    """Somebody other than who decided first looks again; the person is told."""
    moderator_standing(by=by)
    if by in (appeal.judge, appeal.person):
        raise NotYourOwn
    if not answer.strip():
        raise NeedsReason
    done = Appeal.objects.filter(pk=appeal.pk, decided_by=None).update(
        granted=granted, decided_by=by, decided_at=timezone.now(), answer=answer.strip()[:2000]
    )
    if not done:
        raise AlreadyDone
    if granted:
        _undo(appeal, by)
    entry_add(
        actor=by,
        action=Action.APPEAL,
        topic=appeal.entry.topic if appeal.entry else None,
        post=appeal.entry.post if appeal.entry else None,
        person=appeal.person,
        detail="+" if granted else "−",
        reason=answer,
        tell=True,
    )


def _undo(appeal: Appeal, by: User) -> None:
    """Take back what can be taken back; what was changed meanwhile stays as it is."""
    if appeal.sanction is not None:
        Sanction.objects.filter(pk=appeal.sanction.pk, lifted_at=None).update(
            lifted_at=timezone.now(), lifted_by=by
        )
        return
    entry = appeal.entry
    assert entry is not None
    post, topic = entry.post, entry.topic
    if entry.action == Action.POST_REMOVE and post and post.state == Post.State.REMOVED:
        post_bring_back(post=post, by=by)
    if entry.action == Action.TOPIC_REMOVE and topic and topic.state == Topic.State.REMOVED:
        topic_restore(topic=topic, by=by)
