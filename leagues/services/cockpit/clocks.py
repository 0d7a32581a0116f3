"""Tables in play: asking for a move, giving time, stopping the clocks."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.models import Game, OpenDecision, Seat
from games.services.clocks import deadline_extend, game_pause, game_resume
from leagues.notices import nudge, table_key, table_words
from leagues.plans import Plan
from leagues.selectors.cockpit import tables_barred, tables_stalled
from leagues.services.cockpit.doing import Action, Doing, running, stamp
from leagues.words import said


def _nudge(doing: Doing) -> Plan:
    table = doing.at_table
    game = running(table)
    owed = OpenDecision.objects.filter(game=game, answered=False, seat__user__isnull=False)
    users = {row.seat.user for row in owed.select_related("seat__user") if row.seat.user}
    people = _in_order(users)
    return Plan(
        title=_("Ask for a move"),
        lines=(said(_("Asked: %(names)s"), names=", ".join(user.username for user in people)),),
        problems=() if people else (_("Nobody owes a move there."),),
        notices=(
            nudge(
                table, people, key=f"nudge:{table_key(table)}:{stamp(doing)}", reason=doing.reason
            ),
        ),
        carry_out=lambda now: None,
    )


def _nudge_all(doing: Doing) -> Plan:
    """Everybody whom a stalled game waits for, but for tables where the organiser plays himself."""
    season = doing.season
    assert season is not None
    barred = tables_barred(season, doing.by)
    tables = [
        table for table in tables_stalled(season, now=timezone.now()) if table.pk not in barred
    ]
    asked: dict[int, set[User]] = {}
    owed = OpenDecision.objects.filter(
        game__in=[table.game_id for table in tables], answered=False, seat__user__isnull=False
    )
    for row in owed.select_related("seat__user"):
        if row.seat.user is not None:
            asked.setdefault(row.game_id, set()).add(row.seat.user)
    waiting = [table for table in tables if table.game_id in asked]
    number = stamp(doing)
    for table in waiting:
        table.group.division.season = season
    return Plan(
        title=_("Ask for all overdue moves"),
        lines=tuple(
            said(
                _("%(table)s: %(names)s"),
                table=table_words(table),
                names=", ".join(user.username for user in _in_order(asked[table.game_id or 0])),
            )
            for table in waiting
        ),
        problems=() if waiting else (_("No stalled game waits for anybody."),),
        notices=tuple(
            nudge(
                table,
                _in_order(asked[table.game_id or 0]),
                key=f"nudge-all:{table_key(table)}:{number}",
                reason=doing.reason,
            )
            for table in waiting
        ),
        carry_out=lambda now: None,
    )


def _in_order(users: Iterable[User]) -> list[User]:
    return sorted(users, key=lambda user: user.pk)


def _owing(game: Game) -> list[Seat]:
    """Seats of people that owe something, in their order."""
    return list(
        game.seats.filter(user__isnull=False, decisions__answered=False)
        .select_related("user")
        .distinct()
        .order_by("number")
    )


def _extend(doing: Doing) -> Plan:
    table = doing.at_table
    game = running(table)
    hours = int(doing.wish.get("hours") or 0)
    seats = _owing(game)
    names = ", ".join(seat.holder_name for seat in seats)
    line = said(_("More hours for %(names)s: %(hours)s"), names=names, hours=hours)

    def carry_out(now: datetime) -> None:
        for seat in seats:
            deadline_extend(game_id=game.pk, seat=seat.number, hours=hours, by=None, now=now)

    return Plan(
        title=_("Give more time"),
        lines=(line,),
        problems=() if seats else (_("Nobody owes a move there."),),
        notices=(doing.tell_table(f"extend:{stamp(doing)}", _("%(table)s: more time"), line),),
        carry_out=carry_out,
    )


def _extend_facts(doing: Doing) -> dict[str, Any]:
    seats = _owing(running(doing.at_table))
    return {
        "name": ", ".join(seat.holder_name for seat in seats),
        "hours": doing.wish.get("hours"),
    }


def _pause(doing: Doing) -> Plan:
    game = running(doing.at_table)
    line = _("All clocks of the table stand still until an organiser lets them run again.")
    return Plan(
        title=_("Stop the clocks"),
        lines=(line,),
        problems=(_("The clocks stand still already."),) if game.paused_at else (),
        notices=(
            doing.tell_table(f"pause:{stamp(doing)}", _("%(table)s: the clocks stand still"), line),
        ),
        carry_out=lambda now: _ignore(game_pause(game_id=game.pk, by=None, now=now)),
    )


def _resume(doing: Doing) -> Plan:
    game = running(doing.at_table)
    line = _("All clocks of the table run on with the time that was left.")
    return Plan(
        title=_("Let the clocks run"),
        lines=(line,),
        problems=() if game.paused_at else (_("The clocks are running."),),
        notices=(
            doing.tell_table(f"resume:{stamp(doing)}", _("%(table)s: the clocks run again"), line),
        ),
        carry_out=lambda now: _ignore(game_resume(game_id=game.pk, by=None, now=now)),
    )


def _ignore(_result: object) -> None:
    """A plan brings nothing back."""


NUDGE_ALL = Action("nudge-all", "season", _("Ask for all overdue moves"), _nudge_all)
ACTIONS = (
    Action("nudge", "table", _("Ask for a move"), _nudge),
    Action("extend", "table", _("Give more time"), _extend, _extend_facts),
    Action("pause", "table", _("Stop the clocks"), _pause),
    Action("resume", "table", _("Let the clocks run"), _resume),
)
