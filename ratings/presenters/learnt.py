"""Calibration, back-test and offsets, in rows and as a plot."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.presenters.facts import FactWords, players_in_words
from ratings.formula import POINTS_PER_MU
from ratings.models import OffsetTable
from ratings.presenters.plots import Plot

Report = dict[str, Any] | None

VARIANTS: dict[str, Promise] = {
    "even": gettext_lazy("All are alike: every two have even chances"),
    "plain": gettext_lazy("Ratings alone, without offsets"),
    "adjusted": gettext_lazy("Ratings with offsets learnt from the earlier games"),
    "told": gettext_lazy("As it was told before each game"),
}


@dataclass(frozen=True, slots=True)
class VariantRow:
    name: Promise
    loss: float
    hits: float | None


@dataclass(frozen=True, slots=True)
class OffsetRow:
    name: str
    points: int
    boards: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class OffsetRows:
    factions: tuple[OffsetRow, ...]
    seats: tuple[OffsetRow, ...]


def calibration_rows(report: Report) -> list[dict[str, Any]]:
    return list(report["bins"]) if report is not None else []


def calibration_plot(report: Report) -> Plot | None:
    rows = calibration_rows(report)
    if not rows:
        return None
    return {
        "kind": "calibration",
        "at": [100 * row["foretold"] for row in rows],
        "values": [100 * row["came"] for row in rows],
        "low": [100 * row["low"] for row in rows],
        "high": [100 * row["high"] for row in rows],
        "series": _("came"),
        "x": _("foretold"),
        "unit": "%",
    }


def variant_rows(report: Report) -> list[VariantRow]:
    if report is None:
        return []
    return [
        VariantRow(VARIANTS[key], quality["loss"], quality["hits"])
        for key, quality in report["variants"].items()
        if quality["loss"] is not None
    ]


def offset_rows(table: OffsetTable | None, words: FactWords) -> OffsetRows | None:
    """Factions with their maps, the strongest first; seats by number of players."""
    if table is None:
        return None
    points = {name: round(value * POINTS_PER_MU) for name, value in table.offsets.items()}
    boards: dict[str, list[tuple[str, int]]] = {}
    factions, seats = [], []
    for name, value in sorted(points.items()):
        kind, _colon, rest = name.partition(":")
        if kind == "board":
            faction, _colon, board = rest.partition(":")
            boards.setdefault(faction, []).append((words.name("board", board), value))
        elif kind == "faction":
            factions.append((rest, value))
        else:
            count, _colon, position = rest.partition(":")
            label = _("%(players)s, place %(position)s") % {
                "players": players_in_words(int(count)),
                "position": position,
            }
            seats.append(OffsetRow(label, value))
    return OffsetRows(
        factions=tuple(
            OffsetRow(words.name("faction", key), value, tuple(boards.get(key, ())))
            for key, value in sorted(factions, key=lambda found: -found[1])
        ),
        seats=tuple(seats),
    )
