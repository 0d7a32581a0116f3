"""Readers report, moderators claim and close."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import User
from forum.errors import AlreadyDone, NotAllowed, NotYourOwn, TooMuchReporting
from forum.models import Action, Post, Report
from forum.permissions import may_read_topic, may_report, standing_of
from forum.services.log import entry_add, moderator_standing

REPORTS_A_DAY = 20
CLAIM_LASTS = timedelta(hours=12)
"""A claim that leads to nothing is open to others again."""


@transaction.atomic
def report_file(
    *, post: Post, by: User, reason: str, text: str = "", now: datetime | None = None
) -> Report:
    """Tell the moderators; the same post by the same reader is one open report."""
    now = now or timezone.now()
    standing = standing_of(user=by, now=now)
    if not may_report(standing, post) or not may_read_topic(standing, post.topic):
        raise NotAllowed
    if Report.objects.filter(reporter=by, at__gt=now - timedelta(days=1)).count() >= REPORTS_A_DAY:
        raise TooMuchReporting
    report, _new = Report.objects.exclude(state=Report.State.CLOSED).get_or_create(
        post=post, reporter=by, defaults={"reason": reason, "text": text[:1000], "at": now}
    )
    return report


@transaction.atomic
def removal_request(*, by: User, now: datetime | None = None) -> Report:
    """Somebody wants all own posts gone; an operator carries it out."""
    report, _new = Report.objects.exclude(state=Report.State.CLOSED).get_or_create(
        post=None,
        reporter=by,
        reason=Report.Reason.REMOVAL,
        defaults={"at": now or timezone.now()},
    )
    return report


def report_claim(*, report: Report, by: User, now: datetime | None = None) -> None:
    """Say that one is looking at it; whoever comes second is told so."""
    moderator_standing(by=by)
    now = now or timezone.now()
    free = Report.objects.filter(pk=report.pk, state=Report.State.OPEN)
    lapsed = Report.objects.filter(
        pk=report.pk, state=Report.State.CLAIMED, claimed_at__lt=now - CLAIM_LASTS
    )
    claim = {"state": Report.State.CLAIMED, "claimed_by": by, "claimed_at": now}
    if not free.update(**claim) and not lapsed.update(**claim):
        raise AlreadyDone


def report_release(*, report: Report, by: User) -> None:
    moderator_standing(by=by)
    mine = Report.objects.filter(pk=report.pk, state=Report.State.CLAIMED, claimed_by=by)
    if not mine.update(state=Report.State.OPEN, claimed_by=None, claimed_at=None):
        raise AlreadyDone


@transaction.atomic
def report_close(*, report: Report, by: User, outcome: str, now: datetime | None = None) -> None:
    """Done with; all open reports of the same post are done with too.

    Whoever wanted his posts removed was promised an answer by an operator: the outcome is sent.
    """
    standing = moderator_standing(by=by)
    wish = report.reason == Report.Reason.REMOVAL
    if wish and not standing.is_operator:
        raise NotAllowed
    if by.pk == _concerned(report):
        raise NotYourOwn
    same = _open().filter(**({"post_id": report.post_id} if report.post_id else {"pk": report.pk}))
    if not _close(same, by, outcome, now):
        raise AlreadyDone
    entry_add(
        actor=by,
        action=Action.REPORT_CLOSE,
        post=report.post,
        topic=report.post.topic if report.post else None,
        person=report.post.author if report.post else report.reporter,
        detail=str(report.get_reason_display()),
        reason=outcome,
        tell=wish,
    )


def reports_settle(*, post: Post, by: User, outcome: str, now: datetime | None = None) -> None:
    """A decision about a post answers whatever was reported of it."""
    _close(_open().filter(post=post), by, outcome, now)


def _open() -> QuerySet[Report]:
    return Report.objects.exclude(state=Report.State.CLOSED)


def _close(reports: QuerySet[Report], by: User, outcome: str, now: datetime | None) -> int:
    return reports.update(
        state=Report.State.CLOSED,
        closed_by=by,
        closed_at=now or timezone.now(),
        outcome=outcome.strip()[:300],
    )


def _concerned(report: Report) -> int | None:
    """Whose words or wish it is."""
    if report.post is not None:
        return report.post.author_id
    return report.talk.line.author_id if report.talk else report.reporter_id
