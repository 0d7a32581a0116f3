"""The final scoring as it would come out now: what is compared, and the points for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.api import Json
from games.presenters.terra_mystica.panels import Chip
from games.presenters.terra_mystica.sentences import Names
from games.presenters.terra_mystica.sources import final_name


@dataclass(frozen=True, kw_only=True)
class FinalRow:
    """One thing that is compared."""

    title: str
    extra: bool
    """An extra tile of this game."""
    cells: tuple[tuple[int, int], ...]
    """What each player has of it, and the points for that."""


@dataclass(frozen=True, kw_only=True)
class FinalTable:
    players: tuple[tuple[Chip, str], ...]
    rows: tuple[FinalRow, ...]
    totals: tuple[int, ...]


def final_table(
    view: Mapping[str, Json], *, order: Sequence[int], names: Names, chips: Mapping[int, Chip]
) -> FinalTable | None:
    """None before anybody has a faction."""
    factions = {seat["seat"]: seat["faction"] for seat in view["seats"]}
    seats = [seat for seat in order if factions[seat]]
    if not seats:
        return None
    standing = {row["source"]: row for row in view["standing"]}
    wanted = [*view["final"], "network", "fire", "water", "earth", "air"]
    rows = tuple(
        FinalRow(
            title=final_name(key),
            extra=key in view["final"],
            cells=tuple(
                (
                    standing[key]["values"].get(str(seat), 0),
                    standing[key]["points"].get(str(seat), 0),
                )
                for seat in seats
            ),
        )
        for key in wanted
        if key in standing
    )
    return FinalTable(
        players=tuple((chips[seat], names.get(seat, "")) for seat in seats),
        rows=rows,
        totals=tuple(sum(row.cells[index][1] for row in rows) for index, _seat in enumerate(seats)),
    )
