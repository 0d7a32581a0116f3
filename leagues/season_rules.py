"""What a league has agreed on, as data: kept with the league, copied to each of its seasons."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec
from django.utils.translation import gettext

from games.clocks import clock_problem
from games.clocks.policy import Action
from leagues.designs import BASE_BLOCKS, LARGEST_GROUP
from leagues.placement import USUAL_ORDER
from leagues.standings import LEAGUE_POINTS, TIE_BREAKS, USUAL_TIE_BREAKS

SMALLEST_TABLE, LARGEST_TABLE = 3, 5


GroupSize = Annotated[int, msgspec.Meta(ge=SMALLEST_TABLE, le=LARGEST_GROUP)]
TableSize = Annotated[int, msgspec.Meta(ge=SMALLEST_TABLE, le=LARGEST_TABLE)]
Points = Annotated[int, msgspec.Meta(ge=0, le=1000)]
Movers = Annotated[int, msgspec.Meta(ge=0, le=LARGEST_GROUP)]
Growth = Annotated[int, msgspec.Meta(ge=1, le=4)]
Seasons = Annotated[int, msgspec.Meta(ge=0, le=8)]
Percent = Annotated[int, msgspec.Meta(ge=0, le=100)]
Players = Annotated[int, msgspec.Meta(ge=0, le=100_000)]
Hours = Annotated[int, msgspec.Meta(ge=1, le=24 * 14)]
Days = Annotated[int, msgspec.Meta(ge=1, le=30)]


def _three_days() -> dict[str, Any]:
    return {"kind": "per-move", "hours": 72}


class SeasonRules(msgspec.Struct, frozen=True, kw_only=True):
    """All that can be chosen about a season; the defaults are those of the classic league."""

    game: str = "terra_mystica"
    options: dict[str, Any] = {}
    clock: dict[str, Any] = msgspec.field(default_factory=_three_days)
    rated: bool = True
    time_out: Action = "substitute"
    """What happens when somebody's time is up, see `games.clocks.policy`."""
    group: GroupSize = 7
    """Players of a group."""
    table: TableSize = 4
    """Seats of a table."""
    points: tuple[Points, ...] = LEAGUE_POINTS
    """For the places at a table, best first."""
    tie_breaks: tuple[str, ...] = USUAL_TIE_BREAKS
    up: Movers = 1
    down: Movers = 2
    growth: Growth = 2
    """How many times as many groups a division has as the one above."""
    breaks: Seasons = 2
    """Seasons that somebody may miss without losing the division."""
    order: tuple[str, ...] = USUAL_ORDER
    """Claims inside a division, best first; newcomers stand behind everybody."""
    min_reliability: Percent = 0
    """In percent; 0: whatever it is."""
    most: Players = 0
    """Players that find a place, the others wait; 0: all."""
    sign_off_hours: Hours = 48
    """After so long a result is final although not everybody has signed it."""
    appeal_days: Days = 3


def rules_read(stored: Mapping[str, Any]) -> SeasonRules:
    """Raises msgspec.ValidationError."""
    rules: SeasonRules = msgspec.convert(stored, SeasonRules)
    return rules


def rules_write(rules: SeasonRules) -> dict[str, Any]:
    written: dict[str, Any] = msgspec.to_builtins(rules)
    return written


def rules_problem(rules: SeasonRules) -> tuple[str, str]:
    """The field at fault and a sentence about it; two empty strings if all fits together."""
    if (rules.group, rules.table) not in BASE_BLOCKS:
        return "group", gettext(
            "No schedule is known for %(group)s players at tables of %(table)s."
        ) % {
            "group": rules.group,
            "table": rules.table,
        }
    if rules.up + rules.down > rules.group:
        return "up", gettext("More players would move than a group has.")
    if len(rules.points) != rules.table or list(rules.points) != sorted(rules.points, reverse=True):
        return "points", gettext("Points are needed for each place of a table, most for the first.")
    if unknown := set(rules.tie_breaks) - set(TIE_BREAKS):
        return "tie_breaks", gettext("Nobody knows these tie-breaks: %(names)s.") % {
            "names": ", ".join(sorted(unknown))
        }
    if len(set(rules.tie_breaks)) != len(rules.tie_breaks):
        return "tie_breaks", gettext("Each tie-break is named once.")
    if sorted(rules.order) != sorted(USUAL_ORDER):
        return "order", gettext("Name each kind of claim once.")
    if problem := clock_problem(rules.clock):
        return "hours", problem
    return "", ""
