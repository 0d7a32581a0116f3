"""Games that bots play for the demo content, as JSON keeps them: rows of seat and line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from engine.api import Seat
from engine.log import LogRow, owing, replay
from engine.registry import latest
from games.bots.policies import policies_for
from games.bots.table import play_out

Row = Sequence[Any]


def rows_recorded(
    *, rules_key: str, options: Mapping[str, Any], policies: Sequence[str], rng: Random
) -> list[Row]:
    """A whole game, played now: one policy, by name, for each seat."""
    known = policies_for(rules_key)
    game = play_out(latest(rules_key), options, [known[name] for name in policies], rng)
    return [[row.seat, row.line] for row in game.rows]


def rows_until(
    *,
    rules_key: str,
    options: Mapping[str, Any],
    seats: int,
    rows: Sequence[Row],
    part: float,
    seat: int | None = None,
) -> Sequence[Row]:
    """That part of a game from its beginning; with a seat, up to where it is asked next."""
    length = int(len(rows) * part)
    if seat is None:
        return rows[:length]
    rules = latest(rules_key)
    log = [LogRow(seat=Seat(number), line=line) for number, line in rows]
    for end in range(length, len(log)):
        state = replay(rules, options, seats, log[:end])
        if Seat(seat) in owing(rules.pending(state)):
            return rows[:end]
    return rows[:length]


def turns_in(rows: Sequence[Row]) -> int:
    """Rows that somebody wrote, without those of chance."""
    return sum(number >= 0 for number, _line in rows)
