"""The record of what moderators do, and its review by others."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from forum.errors import AlreadyDone, NeedsReason, NotAllowed, NotYourOwn
from forum.models import Action, ModerationEntry, Post, Topic
from forum.permissions import Standing, standing_of
from forum.signals import decision_taken
from games.models import Game


def moderator_standing(*, by: User) -> Standing:
    """The standing of a moderator in office; NotAllowed for anybody else."""
    standing = standing_of(user=by, now=timezone.now())
    if not standing.is_moderator:
        raise NotAllowed
    return standing


def entry_add(
    *,
    actor: User,
    action: Action,
    topic: Topic | None = None,
    post: Post | None = None,
    person: User | None = None,
    game: Game | None = None,
    detail: str = "",
    reason: str = "",
    tell: bool = False,
    now: datetime | None = None,
) -> ModerationEntry:
    """Write a line; `tell` asks for a mail to the person, and then a reason is needed."""
    reason = reason.strip()
    if tell and not reason:
        raise NeedsReason
    entry = ModerationEntry.objects.create(
        actor=actor,
        action=action,
        topic=topic,
        post=post,
        person=person,
        game=game,
        detail=detail[:300],
        reason=reason[:500],
        at=now or timezone.now(),
    )
    if tell and person is not None and person != actor:
        decision_taken.send(sender=ModerationEntry, entry=entry)
    return entry


@transaction.atomic
def entry_review(*, entry: ModerationEntry, by: User, verdict: str, review: str) -> None:
    """Another moderator or an operator says whether a decision was in order."""
    moderator_standing(by=by)
    if by.pk in (entry.actor_id, entry.person_id):
        raise NotYourOwn
    verdict = ModerationEntry.Verdict(verdict)
    if verdict == ModerationEntry.Verdict.DISAGREE and not review.strip():
        raise NeedsReason
    done = ModerationEntry.objects.filter(pk=entry.pk, reviewed_by=None).update(
        verdict=verdict, review=review.strip()[:500], reviewed_by=by, reviewed_at=timezone.now()
    )
    if not done:
        raise AlreadyDone
