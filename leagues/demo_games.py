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
from games.bots.recordings import Row, rows_recorded, rows_until, turns_in
from games.models import Game
from games.presets import presets_for
from games.services.records import recording_store

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
            policies = [POLICIES[(number + seat) % len(POLICIES)] for seat in range(seats)]
            kept[f"{seats}-{number}"] = rows_recorded(
                rules_key=KEY, options=options(), policies=policies, rng=rng
            )
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

    def rows(self, *, seats: int, part: float, asked: int | None = None) -> Sequence[Row]:
        """The beginning of the next game, or all of it; see `rows_until`."""
        rows: Sequence[Row] = self._left[seats].pop(0)
        if part == 1:
            return rows
        return rows_until(
            rules_key=KEY, options=options(), seats=seats, rows=rows, part=part, seat=asked
        )


def game_put(
    *,
    name: str,
    players: Sequence[User],
    rows: Sequence[Row],
    began: datetime,
    moved: datetime,
    clock: dict[str, Any],
    time_out: str = "",
) -> Game:
    """A table on which all this was played, evenly from the one moment to the other."""
    pace = (moved - began) / max(turns_in(rows), 1)
    return recording_store(
        recording={"options": options(), "rows": rows},
        rules_key=KEY,
        name=name,
        holders=list(players),
        started_at=began,
        pace=max(pace, timedelta(minutes=1)),
        clock=clock,
        time_out={"action": time_out} if time_out else None,
        rated=True,
    )
