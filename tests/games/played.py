"""A whole game of four, played by bots once and kept: tables that stand at any of its rows."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

from django.utils import timezone

from accounts.models import User
from engine.api import Seat
from engine.log import LogRow
from engine.registry import latest
from games.models import Game
from games.services.records import record_store

KEPT = json.loads((Path(__file__).parent / "data" / "four_players.json").read_text())
ROWS = [LogRow(seat=Seat(seat), line=line) for seat, line in KEPT["rows"]]
RULES = latest("terra_mystica")
WITCHES = 1
LAST_ROUND = 150
"""The first row of the sixth round."""


def states() -> list[Any]:
    """The state after each row, the set-up first."""
    out = [RULES.setup(KEPT["options"], KEPT["seats"])]
    for row in ROWS:
        out.append(RULES.play(out[-1], row.seat, row.line).state)
    return out


def row_where(condition: Any, *, after: int = 0) -> int:
    """The first row after which a condition on state and view holds."""
    for number, state in enumerate(states()):
        if number >= after and condition(state):
            return number
    raise LookupError("no such row in the kept game")


def on_turn(seat: int, *, after: int = 0) -> int:
    """A row after which a seat begins its turn and nobody else owes anything."""
    return row_where(
        lambda state: (
            [(d.seat, d.kind) for d in RULES.pending(state)] == [(seat, "action")]
            and not RULES.view(state, None)["turn"]["acted"]
        ),
        after=after,
    )


def offered(seat: int) -> int:
    """A row after which power is offered to a seat."""
    return row_where(
        lambda state: any(d.kind == "leech" and d.seat == seat for d in RULES.pending(state))
    )


def stored(holders: Sequence[User | str], upto: int | None = None, **given: Any) -> Game:
    """The kept game at the site, `upto` its row."""
    return record_store(
        rules_key="terra_mystica",
        name=given.pop("name", "Amber Heron"),
        options=KEPT["options"],
        holders=holders,
        rows=ROWS[:upto],
        started_at=timezone.now() - timedelta(days=9),
        pace=timedelta(minutes=30),
        clock={"kind": "per-move", "hours": 48},
        **given,
    )
