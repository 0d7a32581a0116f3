"""Recorded games, row by row: the folder named by LEDGERS, or the one beside the project.

A recorded row has 15 fields: faction, change and value of points, coins, workers, priests, bowls
and cults, the power offered, the commands. Rows that nobody entered are what must come out.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from engine.terra_mystica.record import FinalResult, RowResult, replay_record
from tests.engine.terra_mystica.second.game import play

BESIDE = Path(__file__).resolve().parents[4] / "shared" / "ledgers"
FOLDER = Path(os.environ.get("LEDGERS", BESIDE))
FILES = sorted(FOLDER.rglob("*.txt")) if FOLDER.is_dir() else []
AUTOMATIC = re.compile(
    r"(\w+_)?income_for_faction|score_resources|\+\d+vp for [\w-]+|\[.*\]", re.IGNORECASE
)
REACTION = re.compile(r"\[.*\]")
END = ("Scoring ", "Converting resources")

Values = tuple[object, ...]


def values_of(fields: list[str]) -> Values:
    vp, c, w, p, bowls, cults = (field.split()[0] for field in fields[2:14:2])
    numbers = [tuple(int(n) for n in text.split("/")) for text in (bowls, cults)]
    return (int(vp), int(c), int(w), int(p), *numbers)


class Record:
    """A record as it would have been entered, and what must come out of every row."""

    def __init__(self, text: str) -> None:
        self.lines: list[str] = []
        self.wanted: list[tuple[str, list[Values], bool]] = []
        self.final: dict[str, int] = {}
        ended = False
        for line in text.splitlines():
            if "\t" in line:
                self._row(line.split("\t"), ended)
            elif line.startswith(END):
                ended = True
            elif line.strip() and not ended:
                self.lines.append(line.strip())

    def _row(self, fields: list[str], ended: bool) -> None:
        faction, values = fields[0], values_of(fields)
        self.final[faction] = int(str(values[0]))
        commands = [text.strip() for text in fields[14].split(".") if text.strip()]
        entered = [text for text in commands if not AUTOMATIC.fullmatch(text)]
        if entered and not ended:
            self.lines.append(f"{faction}\t{'. '.join(entered)}")
            self.wanted.append((faction, [values], len(entered) < len(commands)))
        elif (
            self.wanted
            and self.wanted[-1][0] == faction
            and not REACTION.fullmatch(fields[14].strip())
        ):
            # What follows by itself may be told with the row that set it off.
            self.wanted[-1][1].append(values)


@pytest.mark.skipif(not FILES, reason=f"no recorded games in {FOLDER}; LEDGERS names a folder")
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_recorded_game(path: Path) -> None:
    record = Record(path.read_text(encoding="utf-8"))
    *rows, final = replay_record("\n".join(record.lines) + "\n")
    assert len(rows) == len(record.wanted)
    for got, (faction, accepted, mixed) in zip(rows, record.wanted, strict=True):
        assert isinstance(got, RowResult)
        values = (got.vp, got.c, got.w, got.p, got.pw, got.cult)
        assert got.faction == faction
        assert mixed or values in accepted, f"row {got.row} of {faction}"
    assert isinstance(final, FinalResult)
    assert final.final == record.final


@pytest.mark.skipif(not FILES, reason=f"no recorded games in {FOLDER}; LEDGERS names a folder")
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_second_engine_is_proven_on_it_too(path: Path) -> None:
    record = Record(path.read_text(encoding="utf-8"))
    *rows, scores = play("\n".join(record.lines) + "\n")
    for (name, *told), (faction, accepted, mixed) in zip(rows, record.wanted, strict=True):
        assert name == faction
        assert mixed or any(values in accepted for values in told)
    assert scores == record.final
