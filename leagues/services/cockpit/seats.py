"""Seats of tables in play: opened to substitutes, given to one of them."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.models import Seat
from games.services.log import game_lock
from games.services.substitutes import seat_offer
from leagues.errors import NotInThePool, NotPossible
from leagues.models import LeagueTable
from leagues.notices import briefing
from leagues.plans import Plan
from leagues.services.cockpit.doing import Action, Doing, running, stamp
from leagues.services.substitutes import pool_of, seat_free, seat_give
from leagues.words import said


def _seat_wanted(doing: Doing) -> Seat:
    game = running(doing.at_table)
    seat = (
        game.seats.filter(number=int(doing.wish.get("seat", -1)), dropped_at=None)
        .select_related("user")
        .first()
    )
    if seat is None:
        raise NotPossible(problem=gettext("Choose a seat."))
    return seat


def _open_seat(doing: Doing) -> Plan:
    table, seat = doing.at_table, _seat_wanted(doing)
    line = said(_("The seat of %(name)s looks for a substitute."), name=seat.holder_name)
    pool = pool_of(table) if isinstance(table, LeagueTable) else None

    def carry_out(now: datetime) -> None:
        game = game_lock(game_id=seat.game_id)
        seat_offer(game=game, seat=seat, now=now, wish=False, told=True)

    again = seat.offers.count() + (not seat.offers.filter(closed_at=None).exists())
    wanted = [seat_free(table, seat, again)] if isinstance(table, LeagueTable) else []
    return Plan(
        title=_("Open the seat"),
        lines=(
            line,
            _("Whoever wants it finds it among the seats to take over.")
            if pool is None
            else said(
                _("Substitutes who are told: %(names)s"),
                names=", ".join(user.username for user in pool) or "–",
            ),
        ),
        notices=(
            doing.tell_table(f"open:{stamp(doing)}", _("%(table)s: a seat is free"), line),
            *wanted,
        ),
        carry_out=carry_out,
    )


def _replace(doing: Doing) -> Plan:
    table, seat = doing.at_league_table, _seat_wanted(doing)
    user = next((row for row in pool_of(table) if row.pk == doing.wish.get("user")), None)
    if user is None:
        raise NotInThePool()
    line = said(
        _("%(name)s takes over for %(before)s."), name=user.username, before=seat.holder_name
    )
    return Plan(
        title=_("Replace a player"),
        lines=(
            line,
            _("League points belong to the seat."),
        ),
        notices=(
            doing.tell_table(f"replace:{stamp(doing)}", _("%(table)s: a substitute"), line),
            briefing(table, user, before=seat.holder_name),
        ),
        carry_out=lambda now: seat_give(table=table, number=seat.number, user=user, now=now),
    )


def _replace_facts(doing: Doing) -> dict[str, Any]:
    user = User.objects.get(pk=doing.wish["user"])
    return {"name": user.username, "before": _seat_wanted(doing).holder_name}


OPEN_SEAT = Action(
    "open-seat",
    "table",
    _("Open a seat"),
    _open_seat,
    lambda doing: {"name": _seat_wanted(doing).holder_name},
)
ACTIONS = (
    OPEN_SEAT,
    Action("replace", "table", _("Replace a player"), _replace, _replace_facts),
)
