"""Reported table talk comes to the moderators' desk like any other report."""

from __future__ import annotations

from django.db import transaction

from accounts.models import User
from forum.errors import NotAllowed
from forum.models import Action, Report
from forum.services.log import entry_add, moderator_standing
from forum.services.reports import report_close
from games.models import Report as LineReport
from games.services.talk import report_settle


def talk_case_open(*, report: LineReport) -> Report:
    case, _new = Report.objects.get_or_create(
        talk=report, defaults={"reason": Report.Reason.TALK, "at": report.at}
    )
    return case


@transaction.atomic
def talk_line_remove(*, case: Report, by: User, reason: str) -> None:
    """The line goes; all reports of it are settled; its author is told why."""
    line = _reported(case).line
    entry_add(
        actor=by,
        action=Action.TALK_REMOVE,
        person=line.author,
        game=line.game,
        detail=line.game.name,
        reason=reason,
        tell=True,
    )
    _settle(case, by, upheld=True, outcome=reason)


@transaction.atomic
def talk_line_keep(*, case: Report, by: User, reason: str) -> None:
    _settle(case, by, upheld=False, outcome=reason)


def _settle(case: Report, by: User, *, upheld: bool, outcome: str) -> None:
    moderator_standing(by=by)
    line = _reported(case).line
    for report in line.reports.filter(state=LineReport.State.OPEN):
        report_settle(report_id=report.pk, by=by, upheld=upheld)
        report_close(report=talk_case_open(report=report), by=by, outcome=outcome)


def _reported(case: Report) -> LineReport:
    if case.talk is None:
        raise NotAllowed
    return case.talk
