"""What somebody wants to know before he takes over a seat in the middle of a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from engine.api import Json
from games.models import Game, Seat
from games.positions import position_at
from games.presenters.terra_mystica.letter import remarks_of, stocks_of
from games.presenters.terra_mystica.names import faction_name
from games.presenters.terra_mystica.page import headline_of


@dataclass(frozen=True, kw_only=True)
class Briefing:
    where: str
    sentences: tuple[str, ...]
    stocks: tuple[tuple[str, str], ...] = ()
    """Amount and name."""
    standing: tuple[tuple[str, int, bool], ...] = ()
    """Who stands where: name, points, whether it is this seat; best first."""


def where_of(game: Game) -> str:
    """How far a game is, in words."""
    view = _public_view(game)
    return headline_of(view) if "phase" in view else ""


def briefing_of(*, game: Game, seat: Seat) -> Briefing:
    """Only what everybody may see: nobody has taken the seat yet."""
    view = _public_view(game)
    owes = game.decisions.filter(seat=seat, answered=False).exists()
    turn = _("This seat is asked for a move now.") if owes else _("Others are to move now.")
    if "phase" not in view:
        return Briefing(where="", sentences=(turn,))
    mine = view["seats"][seat.number]
    if not mine["faction"]:
        return Briefing(where=headline_of(view), sentences=(turn,))
    names = {row.number: row.holder_name for row in game.seats.select_related("user")}
    scores = [
        (names[row["seat"]], int(row["numbers"]["vp"]), row["seat"] == seat.number)
        for row in view["seats"]
        if row["faction"]
    ]
    return Briefing(
        where=headline_of(view),
        sentences=(
            _("You would play %(faction)s, until now played by %(name)s.")
            % {"faction": faction_name(mine["faction"]), "name": seat.holder_name},
            turn,
            *remarks_of(view),
        ),
        stocks=stocks_of(mine),
        standing=tuple(sorted(scores, key=lambda row: -row[1])),
    )


def _public_view(game: Game) -> Mapping[str, Json]:
    view: Mapping[str, Json] = game.rules.view(position_at(game=game), None)
    return view
