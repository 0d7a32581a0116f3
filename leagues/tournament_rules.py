"""What a tournament has agreed on, as data kept with it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec

from leagues.designs import LARGEST_GROUP
from leagues.season_rules import Points, TableSize
from leagues.standings import LEAGUE_POINTS, USUAL_TIE_BREAKS

Rounds = Annotated[int, msgspec.Meta(ge=1, le=20)]
GroupSize = Annotated[int, msgspec.Meta(ge=0, le=LARGEST_GROUP)]
MostRounds = Annotated[int, msgspec.Meta(ge=0, le=40)]
Games = Annotated[int, msgspec.Meta(ge=1, le=5)]
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
    most_rounds: MostRounds = 0
    """Of a round robin, even if some have not met by then; 0: until all have."""
    advance: Advancing = 2
    """How many of each group go on where losers are out."""
    group: GroupSize = 0
    """Players of a group in its first round; up to the size of a table: one table each."""
    games: Games = 1
    """That a group plays which is one table; larger ones play the schedule of their size."""
    later_games: Games = 1
    """At each table of the later rounds, with elimination."""
    points: tuple[Points, ...] = LEAGUE_POINTS
    tie_breaks: tuple[str, ...] = USUAL_TIE_BREAKS


def tournament_rules_read(stored: Mapping[str, Any]) -> TournamentRules:
    """Raises msgspec.ValidationError."""
    rules: TournamentRules = msgspec.convert(stored, TournamentRules)
    return rules
