"""Numbers over time: points of every player, resources, and points by source."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from engine.api import Json
from games.presenters.terra_mystica.names import resource_name
from games.presenters.terra_mystica.news import Row
from games.presenters.terra_mystica.panels import chips_of
from games.presenters.terra_mystica.sentences import Names
from games.presenters.terra_mystica.sources import source_name

KINDS = ("vp", "c", "w", "p", "power")
BOWLS = ("p2", "p3")
"""Power that can still be used this round or the next: what is in the second and third bowl."""
MOST_SOURCES = 8
"""So many lines can be told apart; smaller sources are added up in one more."""


@dataclass(frozen=True, kw_only=True)
class Line:
    label: str
    colour: str
    values: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class Chart:
    key: str
    title: str
    lines: tuple[Line, ...]

    @property
    def data(self) -> Json:
        return [
            {"label": line.label, "colour": line.colour, "values": line.values}
            for line in self.lines
        ]


@dataclass(frozen=True, kw_only=True)
class SourceRow:
    source: str
    points: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class PointsThen:
    """Points of all players after a row of the log."""

    number: int
    round: int | None
    """The round that began with it; None: the last row."""
    points: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class SourceLines:
    """The points of one player by source, as they stood when rounds began and at the end."""

    seat: int
    player: str
    lines: tuple[tuple[str, tuple[int, ...]], ...]


@dataclass(frozen=True, kw_only=True)
class Charts:
    numbers: tuple[int, ...]
    """Rows of the log along the bottom."""
    rounds: tuple[tuple[int, int], ...]
    """(row, round) where rounds begin."""
    charts: tuple[Chart, ...]
    players: tuple[str, ...]
    sources: tuple[SourceRow, ...]
    source_lines: tuple[SourceLines, ...]
    table: tuple[PointsThen, ...]
    """When each round began, and last."""

    @property
    def data(self) -> Json:
        return {
            "numbers": self.numbers,
            "rounds": self.rounds,
            "charts": {chart.key: chart.data for chart in self.charts},
            "sources": {
                "marks": [f"R{number}" for _row, number in self.rounds] + [_("now")],
                "players": {
                    of_seat.seat: [
                        {"label": label, "values": values} for label, values in of_seat.lines
                    ]
                    for of_seat in self.source_lines
                },
            },
        }


def charts_of(
    rows: Sequence[Row],
    *,
    view: Mapping[str, Json],
    names: Names,
    start: Mapping[int, Mapping[str, int]],
) -> Charts:
    """`start`: what the seats had before the first row; nothing, unless they were prepared."""
    chips = chips_of(view)
    seats = [seat["seat"] for seat in view["seats"] if seat["faction"]]
    held: dict[int, dict[str, int]] = {seat: dict(start[seat]) for seat in seats}
    series: dict[str, dict[int, list[int]]] = {k: {s: [] for s in seats} for k in KINDS}
    given = {seat: start[seat]["vp"] for seat in seats if start[seat]["vp"]}
    by_source: dict[str, dict[int, int]] = {"start": given} if given else {}
    rounds: list[tuple[int, int]] = []
    stood: list[dict[str, dict[int, int]]] = []
    for row in rows:
        if any(event.kind == "round-began" for event in row.events):
            stood.append({source: dict(of_seat) for source, of_seat in by_source.items()})
        for event in row.events:
            if event.kind == "round-began":
                rounds.append((row.number, event.facts["round"]))
            if event.seat not in held:
                continue
            for key, count in event.delta.items():
                mine = held[event.seat]
                mine[key] = mine.get(key, 0) + count
            if scored := event.delta.get("vp"):
                source = "start" if event.kind == "faction-taken" else event.source
                of_source = by_source.setdefault(source, {})
                of_source[event.seat] = of_source.get(event.seat, 0) + scored
        for seat in seats:
            now = held[seat]
            for kind in KINDS:
                value = (
                    sum(now.get(bowl, 0) for bowl in BOWLS) if kind == "power" else now.get(kind, 0)
                )
                series[kind][seat].append(value)
    titles = {kind: resource_name(kind) for kind in KINDS}
    titles["power"] = _("power in bowls II and III")
    points = series["vp"]
    last = [(rows[-1].number, None)] if rows else []
    return Charts(
        numbers=tuple(row.number for row in rows),
        rounds=tuple(rounds),
        charts=tuple(
            Chart(
                key=kind,
                title=titles[kind],
                lines=tuple(
                    Line(
                        label=names.get(seat, ""),
                        colour=chips[seat].colour,
                        values=tuple(series[kind][seat]),
                    )
                    for seat in seats
                ),
            )
            for kind in KINDS
        ),
        players=tuple(names.get(seat, "") for seat in seats),
        sources=tuple(
            SourceRow(
                source=source_name(source),
                points=tuple(of_seat.get(seat, 0) for seat in seats),
            )
            for source, of_seat in sorted(
                by_source.items(), key=lambda item: -sum(abs(n) for n in item[1].values())
            )
        ),
        source_lines=tuple(
            SourceLines(
                seat=seat,
                player=names.get(seat, ""),
                lines=_source_lines([*stood, by_source], seat),
            )
            for seat in seats
        ),
        table=tuple(
            PointsThen(
                number=number,
                round=began,
                points=tuple(points[seat][number - 1] for seat in seats),
            )
            for number, began in [*rounds, *last]
        ),
    )


def _source_lines(
    stood: Sequence[Mapping[str, Mapping[int, int]]], seat: int
) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """One line for each of the weightiest sources of a seat, and one for the others together."""
    lines = {
        source_name(source): tuple(then.get(source, {}).get(seat, 0) for then in stood)
        for source, of_seat in stood[-1].items()
        if seat in of_seat and source != "start"
    }
    ranked = sorted(lines.items(), key=lambda line: -abs(line[1][-1]))
    rest = [values for _label, values in ranked[MOST_SOURCES:]]
    if rest:
        others = tuple(sum(values) for values in zip(*rest, strict=True))
        ranked = [*ranked[:MOST_SOURCES], (_("all others"), others)]
    return tuple(ranked)
