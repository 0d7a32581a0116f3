"""The log as rows of numbers: what each player had after a move, and what changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from engine.api import Event, Json
from games.presenters.terra_mystica.names import CULTS, ICONS, resource_name, sign
from games.presenters.terra_mystica.news import Row
from games.presenters.terra_mystica.panels import Chip
from games.presenters.terra_mystica.sentences import Names, gained, move_sentence, sentence_of
from games.presenters.terra_mystica.sources import source_name

COLUMNS = ("vp", "c", "w", "p")
BOWLS = ("p1", "p2", "p3")
TRACED = (*COLUMNS, *BOWLS, *CULTS)
"""Numbers of which every change can be looked up."""


@dataclass(frozen=True, kw_only=True)
class Value:
    key: str
    name: str
    count: int
    change: int

    @property
    def signed(self) -> str:
        return sign(self.change)


@dataclass(frozen=True, kw_only=True)
class LedgerRow:
    number: int
    chip: Chip | None
    name: str
    line: str | None
    sentence: str
    values: tuple[Value, ...]
    bowls: str
    at: datetime
    mine: bool
    seat: int = -1
    begins: int = 0
    """The round that begins with this row."""
    gone: bool = False
    """Taken back, or the taking back itself."""


Numbers = dict[int, dict[str, int]]


def ledger_of(
    rows: Sequence[Row],
    *,
    view: Mapping[str, Json],
    names: Names,
    chips: Mapping[int, Chip],
    me: int | None,
) -> list[LedgerRow]:
    """Newest first. `view` is the position after the last row: going back from it, every row's
    own changes explain the numbers before it."""
    numbers: Numbers = {seat["seat"]: dict(seat["numbers"]) for seat in view["seats"]}
    out = []
    for row in reversed(rows):
        seat = row.seat
        change = gained(row.events, seat)
        now = numbers.get(seat, {})
        out.append(
            LedgerRow(
                number=row.number,
                chip=chips.get(seat),
                name=names.get(seat, ""),
                line=row.line,
                sentence=move_sentence(row.events, seat, names) if seat >= 0 else "",
                values=tuple(
                    Value(
                        key=key,
                        name=resource_name(key),
                        count=now.get(key, 0),
                        change=change.get(key, 0),
                    )
                    for key in COLUMNS
                )
                if seat >= 0
                else (),
                bowls="/".join(str(now.get(bowl, 0)) for bowl in BOWLS) if seat >= 0 else "",
                at=row.at,
                mine=seat == me,
                seat=seat,
                begins=next((e.facts["round"] for e in row.events if e.kind == "round-began"), 0),
            )
        )
        for event in row.events:
            if event.seat is not None and event.seat in numbers:
                held = numbers[event.seat]
                for key, count in event.delta.items():
                    held[key] = held.get(key, 0) - count
    return out


def gone_row(row: Row, *, names: Names, chips: Mapping[int, Chip], me: int | None) -> LedgerRow:
    """A row that does not count any more: without numbers, which were never those of the game."""
    return LedgerRow(
        number=row.number,
        chip=chips.get(row.seat),
        name=names.get(row.seat, ""),
        line=row.line,
        sentence="",
        values=(),
        bowls="",
        at=row.at,
        mine=row.seat == me,
        seat=row.seat,
        gone=True,
    )


@dataclass(frozen=True, kw_only=True)
class Origin:
    """One change of a number: the row, where it came from, and what there was then."""

    number: int
    line: str | None
    source: str
    change: int
    after: int

    @property
    def signed(self) -> str:
        return sign(self.change)


@dataclass(frozen=True, kw_only=True)
class Origins:
    """Where a number of a seat came from."""

    total: int
    sources: tuple[tuple[str, int, str], ...]
    """(source, how often, signed sum), the weightiest first."""
    changes: tuple[Origin, ...]
    """Newest first."""


def origins_of(rows: Iterable[Row], *, seat: int, key: str, start: int = 0) -> Origins:
    """Every change of one number of a seat in rows from the first on; `start`: before them."""
    total = start
    changes: list[Origin] = []
    by_source: dict[str, list[int]] = {}
    if start:
        source = source_name("start")
        by_source[source] = [start]
        changes.append(Origin(number=0, line="", source=source, change=start, after=start))
    for row in rows:
        for event in row.events:
            change = event.delta.get(key, 0) if event.seat == seat else 0
            if change:
                total += change
                source = source_name("start" if event.kind == "faction-taken" else event.source)
                by_source.setdefault(source, []).append(change)
                changes.append(
                    Origin(
                        number=row.number,
                        line=row.line,
                        source=source,
                        change=change,
                        after=total,
                    )
                )
    return Origins(
        total=total,
        sources=tuple(
            (source, len(counts), sign(sum(counts)))
            for source, counts in sorted(
                by_source.items(), key=lambda item: (-abs(sum(item[1])), item[0])
            )
        ),
        changes=tuple(reversed(changes)),
    )


@dataclass(frozen=True, kw_only=True)
class Why:
    """One event, with what it changed and where that came from."""

    chip: Chip | None
    name: str
    text: str
    source: str
    changes: tuple[tuple[str, str, str], ...]
    """(icon, name, signed number)."""


def reasons_of(events: Sequence[Event], *, names: Names, chips: Mapping[int, Chip]) -> list[Why]:
    """Every event of a move in words."""
    out = []
    for event in events:
        if event.kind == "turn-began":
            continue
        changes = tuple(
            (ICONS.get(key, ""), resource_name(key), sign(count))
            for key, count in event.delta.items()
            if key in ICONS or key in BOWLS
        )
        out.append(
            Why(
                chip=chips.get(event.seat if event.seat is not None else -1),
                name=names.get(event.seat, "") if event.seat is not None else "",
                text=sentence_of(event, names),
                source=source_name(event.source) if event.delta else "",
                changes=changes,
            )
        )
    return out
