"""Tables in play: asking for a move, giving time, stopping the clocks."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.utils.translation import gettext_lazy as _

from games.models import Game, OpenDecision, Seat
from games.services.clocks import deadline_extend, game_pause, game_resume
from leagues.notices import nudge, table_key
from leagues.plans import Plan
from leagues.services.cockpit.doing import Action, Doing, running, stamp
from leagues.words import said


def _nudge(doing: Doing) -> Plan:
    table = doing.at_table
    game = running(table)
    owed = OpenDecision.objects.filter(game=game, answered=False, seat__user__isnull=False)
    users = {row.seat.user for row in owed.select_related("seat__user") if row.seat.user}
    people = sorted(users, key=lambda user: user.pk)
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


ACTIONS = (
    Action("nudge", "table", _("Ask for a move"), _nudge),
    Action("extend", "table", _("Give more time"), _extend, _extend_facts),
    Action("pause", "table", _("Stop the clocks"), _pause),
    Action("resume", "table", _("Let the clocks run"), _resume),
)
