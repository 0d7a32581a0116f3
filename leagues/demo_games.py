"""The games of the demo league and its tournaments: played by bots once, and kept.

`manage.py record_league_demo` plays and keeps them anew, after a change of rules.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from accounts.models import User
from engine.api import Seat as SeatNumber
from engine.log import LogRow, owing, replay
from engine.registry import latest
from games.bots.policies import policies_for
from games.bots.table import play_out
from games.models import Game
from games.presets import presets_for
from games.services.records import record_store

KEY = "terra_mystica"
KEPT = Path(__file__).parent / "data" / "demo_games.json"
POLICIES = ("greedy", "greedy", "greedy", "hasty", "greedy")
"""Not everybody at a table plays equally well."""
RECORDED = {4: 35, 3: 2}
"""Games by number of players."""


@cache
def options() -> dict[str, Any]:
    """Those of the league preset, with factions that are dealt."""
    preset = next((row for row in presets_for(KEY) if row.key == "league"), None)
    return {**(preset.options if preset else {}), "setup": "random"}


def games_record() -> int:
    """Play all games and keep their rows; says how many there are."""
    kept = {}
    for seats, count in RECORDED.items():
        for number in range(count):
            rng = Random(f"league demo {seats} {number}")
            names = [POLICIES[(number + seat) % len(POLICIES)] for seat in range(seats)]
            policies = [policies_for(KEY)[name] for name in names]
            rows = play_out(latest(KEY), options(), policies, rng).rows
            kept[f"{seats}-{number}"] = [[row.seat, row.line] for row in rows]
    text = json.dumps(kept, ensure_ascii=False, separators=(",", ":")).replace("]],", "]],\n")
    KEPT.parent.mkdir(exist_ok=True)
    KEPT.write_text(text + "\n", encoding="utf-8")
    return len(kept)


class Shelf:
    """The recorded games, each taken once."""

    def __init__(self) -> None:
        kept = json.loads(KEPT.read_text(encoding="utf-8"))
        self._left = {
            seats: [kept[f"{seats}-{number}"] for number in range(count)]
            for seats, count in RECORDED.items()
        }

    def rows(self, seats: int) -> tuple[LogRow, ...]:
        taken = self._left[seats].pop(0)
        return tuple(LogRow(seat=SeatNumber(seat), line=line) for seat, line in taken)


def rows_until(
    rows: tuple[LogRow, ...], part: float, seat: int | None = None
) -> tuple[LogRow, ...]:
    """The first part of a game; with a seat, from there on to where it is asked."""
    length = int(len(rows) * part)
    if seat is None:
        return rows[:length]
    seats = 1 + max(row.seat for row in rows)
    for end in range(length, len(rows)):
        state = replay(latest(KEY), options(), seats, rows[:end])
        if SeatNumber(seat) in owing(latest(KEY).pending(state)):
            return rows[:end]
    return rows[:length]


def game_put(
    *,
    name: str,
    players: Sequence[User],
    rows: tuple[LogRow, ...],
    began: datetime,
    moved: datetime,
    clock: dict[str, Any],
    time_out: str = "",
) -> Game:
    """A table on which all this was played, evenly from the one moment to the other."""
    pace = (moved - began) / max(sum(row.seat >= 0 for row in rows), 1)
    return record_store(
        rules_key=KEY,
        name=name,
        options=options(),
        holders=list(players),
        rows=rows,
        started_at=began,
        pace=max(pace, timedelta(minutes=1)),
        clock=clock,
        time_out={"action": time_out} if time_out else None,
        rated=True,
    )
