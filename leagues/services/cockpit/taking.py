"""An action from the form to the record: a plan first, then just that, and who did it and why."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.errors import TableError
from leagues.errors import NoReason, NotNow, NotPossible
from leagues.models import Entry, Group
from leagues.permissions import check_may_judge, check_organiser
from leagues.plans import Plan, plan_carry_out
from leagues.services.acts import act_note
from leagues.services.cockpit import clocks, seats, standings, verdicts
from leagues.services.cockpit.doing import Action, Doing, Wish
from leagues.services.entries import season_lock
from leagues.services.results import table_lock

ACTIONS: dict[str, Action] = {
    action.key: action
    for action in (
        *clocks.ACTIONS,
        clocks.NUDGE_ALL,
        *seats.ACTIONS,
        *verdicts.ACTIONS,
        *standings.ACTIONS,
    )
}


def doing_of(*, key: str, target: int, by: User, reason: str, wish: Wish) -> Doing:
    """The target found and locked, and the organiser checked. Raises LeagueRefusal."""
    action = ACTIONS[key]
    if action.target == "table":
        table = table_lock(table_id=target)
        check_may_judge(by, table=table)
        return Doing(by=by, reason=reason.strip(), wish=wish, table=table)
    if action.target == "entry":
        entry = (
            Entry.objects.select_for_update(of=("self",))
            .select_related("user", "season__league", "group__division__season__league")
            .get(pk=target)
        )
        if entry.group is None:
            raise NotNow()
        check_may_judge(by, group=entry.group)
        _check_is_on(entry.group)
        return Doing(by=by, reason=reason.strip(), wish=wish, entry=entry)
    if action.target == "season":
        season = season_lock(season_id=target)
        check_organiser(by, season.league)
        if not season.is_on:
            raise NotNow()
        return Doing(by=by, reason=reason.strip(), wish=wish, season=season)
    group = (
        Group.objects.select_for_update(of=("self",))
        .select_related("division__season__league")
        .get(pk=target)
    )
    check_may_judge(by, group=group)
    _check_is_on(group)
    return Doing(by=by, reason=reason.strip(), wish=wish, group=group)


def _check_is_on(group: Group) -> None:
    if not group.division.season.is_on:
        raise NotNow()


@transaction.atomic
def action_plan(*, key: str, target: int, by: User, reason: str, wish: Wish) -> Plan:
    """What would happen; a reason is part of what people are told. Raises LeagueRefusal."""
    doing = doing_of(key=key, target=target, by=by, reason=reason, wish=wish)
    if not doing.reason:
        raise NoReason()
    return ACTIONS[key].plan(doing)


@transaction.atomic
def action_take(
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
    doing = doing_of(key=key, target=target, by=by, reason=reason, wish=wish)
    if not doing.reason:
        raise NoReason()
    action = ACTIONS[key]
    facts = action.facts(doing)  # before: afterwards somebody else sits there
    try:
        plan_carry_out(action.plan(doing), seen=seen, now=now)
    except TableError as refusal:
        raise NotPossible(problem=refusal.sentence) from refusal
    table = doing.at_league_table if doing.table else None
    group = doing.group or (doing.entry.group if doing.entry else None)
    group = group or (table.group if table else None)
    season = doing.season or (group.division.season if group else None)
    assert season is not None
    act_note(
        league=season.league,
        season=season,
        table=table,
        kind=key,
        by=by,
        facts=facts,
        reason=doing.reason,
        now=now,
    )
