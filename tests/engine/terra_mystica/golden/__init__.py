"""Golden games: records with the state after every row, and how they are written and read."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from engine.terra_mystica.record import FinalResult, RowResult, replay_record

FOLDER = Path(__file__).parent


class Golden(NamedTuple):
    """A game as it stands in its file."""

    record: str
    """In the stripped form that `replay` reads."""
    states: list[str]
    """The state of a row's faction after the row."""
    final: str


def state_of(result: RowResult) -> str:
    bowls, cults = "/".join(map(str, result.pw)), "/".join(map(str, result.cult))
    return f"{result.vp} VP\t{result.c} C\t{result.w} W\t{result.p} P\t{bowls} PW\t{cults}"


def final_of(result: FinalResult) -> str:
    return ", ".join(f"{name} {score}" for name, score in sorted(result.final.items()))


def write(record: str) -> str:
    """A record with the states that our engine replays it to."""
    results = list(replay_record(record))
    states = iter([result for result in results if isinstance(result, RowResult)])
    lines = []
    for line in record.splitlines():
        if "\t" in line:
            faction, commands = line.split("\t")
            lines.append(f"{faction}\t{state_of(next(states))}\t{commands}")
        else:
            lines.append(line)
    (final,) = (result for result in results if isinstance(result, FinalResult))
    return "\n".join([*lines, f"Scoring: {final_of(final)}"]) + "\n"


def read(path: Path) -> Golden:
    rows, states, final = [], [], ""
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("Scoring: "):
            final = line.removeprefix("Scoring: ")
        elif "\t" in line:
            faction, *state, commands = line.split("\t")
            rows.append(f"{faction}\t{commands}")
            states.append("\t".join(state))
        else:
            rows.append(line)
    return Golden("\n".join(rows) + "\n", states, final)
