"""What a tournament has agreed on, as data kept with it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec

from leagues.season_rules import Points, TableSize
from leagues.standings import LEAGUE_POINTS, USUAL_TIE_BREAKS

Rounds = Annotated[int, msgspec.Meta(ge=1, le=20)]
Advancing = Annotated[int, msgspec.Meta(ge=1, le=3)]


def _two_days() -> dict[str, Any]:
    return {"kind": "per-move", "hours": 48}


class TournamentRules(msgspec.Struct, frozen=True, kw_only=True):
    """All that can be chosen about a tournament."""

    game: str = "terra_mystica"
    options: dict[str, Any] = {}
    clock: dict[str, Any] = msgspec.field(default_factory=_two_days)
    rated: bool = True
    table: TableSize = 4
    """Seats of a table; where players do not divide, tables are one smaller or larger."""
    exact: bool = False
    """All tables have that size, and the rest has a bye."""
    rounds: Rounds = 5
    """Of a Swiss tournament."""
    advance: Advancing = 2
    """How many of each table go on where losers are out."""
    points: tuple[Points, ...] = LEAGUE_POINTS
    tie_breaks: tuple[str, ...] = USUAL_TIE_BREAKS


def tournament_rules_read(stored: Mapping[str, Any]) -> TournamentRules:
    """Raises msgspec.ValidationError."""
    rules: TournamentRules = msgspec.convert(stored, TournamentRules)
    return rules
