"""Every case of the refusal file: position, script, attempt, what must come out (R17).

The file lies outside the project; REFUSALS names another one in the same format.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.api import MoveError
from engine.terra_mystica.factions import FACTIONS
from engine.terra_mystica.line import play_commands, read_line
from engine.terra_mystica.setup import new_state
from engine.terra_mystica.state import Options
from engine.terra_mystica.tiles.bonus import BONUS_CARDS

SHARED = Path(__file__).resolve().parents[4] / "shared" / "rules" / "data" / "refusals.json"
FILE = Path(os.environ.get("REFUSALS", SHARED))
DATA = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {"cases": []}

SAME_REASON = {
    "wait-cultists": {"wait-for-step"},
    "not-owned": {"not-owed"},
    "not-here": {"one-action", "not-owed"},
}
"""Codes of the file that are called otherwise here, where the refusal is the same."""


class Table:
    """A position of the file, played by faction names."""

    def __init__(self, case: dict) -> None:
        position = DATA["positions"][case["position"]]
        lines = list(position["lines"])
        if "bonus" in case:
            lines[-1] = lines[-1].rsplit(" ", 1)[0] + " " + case["bonus"]
        factions = tuple(
            key
            for key, faction in FACTIONS.items()
            if not faction.option or f"option {faction.option} off" != case.get("note")
        )
        options = Options(
            factions=factions,
            tile_options=("mini-expansion-1", "shipping-bonus", "temple-scoring-tile"),
            explicit=True,
        )
        self.seats: dict[str, int] = {}
        self.state = new_state(options, len(position["factions"]) or 3)
        first = case.get("scoring_round_1", "SCORE5")
        rest = [t for t in ("SCORE7", "SCORE3", "SCORE4", "SCORE2", "SCORE8") if t != first]
        rest = [*rest, "SCORE1", "SCORE6"][:5]
        self.play_as(0, f"deal-scoring {' '.join([first, *rest])}")
        self.play_as(0, f"deal-bonus {' '.join(BONUS_CARDS)}")
        for line in lines:
            self.play(line)
        for faction, values in case.get("set", position.get("set") or {}).items():
            self.set(faction, values)

    def set(self, faction: str, values: dict) -> None:
        seat = self.seats[faction]
        fields = {"VP": "vp", "C": "c", "W": "w", "P": "p", "keys": "keys"}
        changed = {fields[name]: value for name, value in values.items() if name in fields}
        changed["bowls"] = tuple(values["bowls"])
        changed["cults"] = tuple(values["cult"])
        changed["towns_due"] = values.get("town_tiles_due", 0)
        known = {*fields, "bowls", "cult", "town_tiles_due"}
        assert set(values) <= known, f"unknown values {set(values) - known}"
        self.state = self.state.with_player(seat, replace(self.state.players[seat], **changed))

    def play_as(self, seat: int, line: str) -> None:
        self.state = play_commands(self.state, seat, read_line(line))[0].state

    def play(self, line: str) -> str:
        """Play `faction: commands`; returns the faction."""
        if line.startswith("setup "):
            faction = line.split()[1]
            seat = self.state.queue[0]
            self.play_as(seat, line)
            self.seats[faction] = seat
        elif line.startswith("drop-faction "):
            faction = line.split()[1]
            self.play_as(self.seats[faction], "resign")
        else:
            faction, commands = line.split(": ", 1)
            self.play_as(self.seats[faction], commands)
        return faction

    def values(self, faction: str) -> dict:
        me = self.state.players[self.seats[faction]]
        return {
            "VP": me.vp,
            "C": me.c,
            "W": me.w,
            "P": me.p,
            "bowls": list(me.bowls),
            "cult": list(me.cults),
        }


@pytest.mark.skipif(not DATA["cases"], reason=f"no refusal cases at {FILE}")
@pytest.mark.parametrize("case", DATA["cases"], ids=lambda case: f"{case['id']}-{case['rule']}")
def test_case(case: dict) -> None:
    table = Table(case)
    for line in case["script"]:
        table.play(line)
    before = table.state
    if case["expected"] == "refused":
        with pytest.raises(MoveError) as refused:
            table.play(case["attempt"])
        assert table.state is before
        assert refused.value.code in {case["code"]} | SAME_REASON.get(case["code"], set())
        return
    faction = table.play(case["attempt"])
    if case.get("after"):
        assert table.values(faction) == case["after"]
    turn = table.state.turn
    if case["expected"] == "open":
        assert turn is not None
        assert turn.seat == table.seats[faction], "the turn must stay open"
    else:
        assert table.state.row == before.row + 1
