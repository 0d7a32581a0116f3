"""How a game ended: the places, the final scoring step by step, points by source."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from engine.api import Event, Json, Standing
from games.presenters.terra_mystica.names import faction_name
from games.presenters.terra_mystica.panels import Chip
from games.presenters.terra_mystica.sentences import Names
from games.presenters.terra_mystica.sources import final_name, source_name


@dataclass(frozen=True, kw_only=True)
class Place:
    place: int
    chip: Chip | None
    name: str
    faction: str
    score: int
    dropped: bool


@dataclass(frozen=True, kw_only=True)
class FinalStep:
    """One row of the final scoring, and the score after it."""

    title: str
    cells: tuple[tuple[int | None, int, int], ...]
    """For each player: what was compared, points, score so far."""


@dataclass(frozen=True, kw_only=True)
class Result:
    places: tuple[Place, ...]
    players: tuple[tuple[Chip | None, str], ...]
    steps: tuple[FinalStep, ...]
    sources: tuple[tuple[str, tuple[int, ...]], ...]


def result_of(
    standings: Sequence[Standing],
    *,
    view: Mapping[str, Json],
    events: Sequence[Event],
    names: Names,
    chips: Mapping[int, Chip],
) -> Result:
    """`events` are those of the last row; `view` is the position before it."""
    seats = [standing.seat for standing in standings]
    factions = {seat["seat"]: seat["faction"] for seat in view["seats"]}
    return Result(
        places=tuple(
            Place(
                place=standing.place,
                chip=chips.get(standing.seat),
                name=names.get(standing.seat, ""),
                faction=faction_name(factions[standing.seat]),
                score=standing.score,
                dropped=standing.dropped,
            )
            for standing in standings
        ),
        players=tuple((chips.get(seat), names.get(seat, "")) for seat in seats),
        steps=tuple(_steps(standings, view, events)),
        sources=tuple(_sources(standings)),
    )


def _steps(
    standings: Sequence[Standing], view: Mapping[str, Json], events: Sequence[Event]
) -> list[FinalStep]:
    final = [event for event in events if event.source.startswith("final:")]
    by_source: dict[str, dict[int, int]] = {}
    for event in final:
        if event.seat is not None:
            points = by_source.setdefault(event.source.removeprefix("final:"), {})
            points[event.seat] = points.get(event.seat, 0) + event.delta.get("vp", 0)
    values = {row["source"]: row["values"] for row in view["standing"]}
    score = {
        standing.seat: standing.score
        - sum(points.get(standing.seat, 0) for points in by_source.values())
        for standing in standings
    }
    steps = [
        FinalStep(
            title=_("Before the final scoring"),
            cells=tuple((None, 0, score[standing.seat]) for standing in standings),
        )
    ]
    for source, points in by_source.items():
        cells = []
        for standing in standings:
            score[standing.seat] += points.get(standing.seat, 0)
            value = values.get(source, {}).get(str(standing.seat))
            cells.append((value, points.get(standing.seat, 0), score[standing.seat]))
        steps.append(FinalStep(title=final_name(source), cells=tuple(cells)))
    return steps


def _sources(standings: Sequence[Standing]) -> list[tuple[str, tuple[int, ...]]]:
    """Largest first, over all players."""
    keys = dict.fromkeys(source for standing in standings for source in standing.details)
    rows = [
        (source_name(source), tuple(standing.details.get(source, 0) for standing in standings))
        for source in keys
    ]
    return sorted(rows, key=lambda row: -sum(abs(points) for points in row[1]))
