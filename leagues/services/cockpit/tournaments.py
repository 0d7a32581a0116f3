"""What organisers of tournaments can do: the same way, a plan first, a reason, and a record."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.errors import TableError
from leagues.errors import NoReason, NotNow, NotPossible
from leagues.models import Contender, Tournament, TournamentTable
from leagues.permissions import check_may_judge_cup
from leagues.plans import Plan, plan_carry_out
from leagues.services.cockpit import clocks, seats
from leagues.services.cockpit.doing import Action, Doing, Wish, stamp
from leagues.services.tournaments import (
    act_add,
    contender_withdraw,
    table_of,
    table_rule,
    tournament_lock,
)
from leagues.tournament_notices import withdrawn
from leagues.words import Words, said


def _rule(doing: Doing) -> Plan:
    table = doing.at_cup_table
    if table.round.closed_at is not None:
        raise NotNow()
    found = list(table.seats.select_related("contender__user").order_by("number"))
    scores: dict[int, int] = {}
    for seat in found:
        value = doing.wish.get(f"score-{seat.contender_id}")
        if value is None:
            raise NotPossible(problem=gettext("Give a score for every seat."))
        scores[seat.contender_id] = int(value)
    lines: list[Words] = [
        said(_("%(name)s: %(score)s"), name=seat.player.username, score=scores[seat.contender_id])
        for seat in found
    ]
    if table.game is not None and table.game.is_running:
        lines.append(_("The game is called off; nobody can move there any more."))
    return Plan(
        title=_("Rule on the table"),
        lines=tuple(lines),
        notices=(
            doing.tell_table(
                f"ruled:{stamp(doing)}", _("%(table)s: a ruling"), *lines, kind="league-ruling"
            ),
        ),
        carry_out=lambda now: table_rule(table=table, scores=scores, now=now),
    )


def _withdraw(doing: Doing) -> Plan:
    contender = doing.contender
    assert contender is not None
    tournament = contender.tournament
    line = said(_("%(name)s takes part no longer."), name=contender.user.username)

    def carry_out(now: datetime) -> None:
        contender_withdraw(tournament=tournament, contender=contender, now=now)

    return Plan(
        title=_("Withdraw somebody"),
        lines=(
            line,
            _("The place is free again.")
            if tournament.is_open
            else _("What was played stays; a game that runs goes on."),
        ),
        problems=()
        if contender.withdrawn_at is None and tournament.state != Tournament.State.ENDED
        else (_("Whoever is out already cannot be withdrawn."),),
        notices=(
            withdrawn(
                contender,
                stamp=tournament.acts.count(),
                words=said(_("%(name)s: %(reason)s"), name=doing.by.username, reason=doing.reason),
            ),
        ),
        carry_out=carry_out,
    )


TOURNAMENT_ACTIONS: dict[str, Action] = {
    action.key: action
    for action in (
        *clocks.ACTIONS,
        seats.OPEN_SEAT,
        Action("rule", "table", _("Rule"), _rule),
        Action("withdraw", "contender", _("Withdraw somebody"), _withdraw),
    )
}
KINDS = {"rule": "ruled", "withdraw": "withdrawn"}
"""Words of the log for actions that are called otherwise."""


def _doing_of(*, key: str, target: int, by: User, reason: str, wish: Wish) -> Doing:
    """The target found and locked, and the organiser checked. Raises LeagueRefusal."""
    reason = reason.strip()
    if TOURNAMENT_ACTIONS[key].target == "table":
        known = TournamentTable.objects.values_list("round__tournament", flat=True).get(pk=target)
        tournament_lock(pk=known)
        table = table_of(target)
        check_may_judge_cup(by, table=table)
        doing = Doing(by=by, reason=reason, wish=wish, table=table)
    else:
        known = Contender.objects.values_list("tournament", flat=True).get(pk=target)
        tournament_lock(pk=known)
        contender = Contender.objects.select_related("tournament", "user").get(pk=target)
        check_may_judge_cup(by, contender=contender)
        doing = Doing(by=by, reason=reason, wish=wish, contender=contender)
    if not reason:
        raise NoReason()
    return doing


@transaction.atomic
def tournament_action_plan(*, key: str, target: int, by: User, reason: str, wish: Wish) -> Plan:
    """What would happen. Raises LeagueRefusal."""
    doing = _doing_of(key=key, target=target, by=by, reason=reason, wish=wish)
    return TOURNAMENT_ACTIONS[key].plan(doing)


@transaction.atomic
def tournament_action_take(
    *,
    key: str,
    target: int,
    by: User,
    reason: str,
    wish: Wish,
    seen: str,
    now: datetime | None = None,
) -> None:
    """Do what the plan said, and write down who did it and why."""
    now = now or timezone.now()
    doing = _doing_of(key=key, target=target, by=by, reason=reason, wish=wish)
    action = TOURNAMENT_ACTIONS[key]
    facts: dict[str, Any] = action.facts(doing)  # before: afterwards somebody else sits there
    if doing.contender is not None:
        tournament = doing.contender.tournament
        facts["name"] = doing.contender.user.username
    else:
        table = doing.at_cup_table
        tournament = table.round.tournament
        facts |= {"round": table.round.number, "table": table.number + 1}
    try:
        plan_carry_out(action.plan(doing), seen=seen, now=now)
    except TableError as refusal:
        raise NotPossible(problem=refusal.sentence) from refusal
    act_add(tournament, KINDS.get(key, key), by=by, now=now, reason=doing.reason, **facts)
