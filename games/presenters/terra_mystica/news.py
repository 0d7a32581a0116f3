"""What happened since somebody's last move: numbered, with the same numbers on the board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Protocol

from django.utils.translation import gettext as _

from engine.api import Event
from games.presenters.terra_mystica.board import places_in
from games.presenters.terra_mystica.names import CULTS, signed
from games.presenters.terra_mystica.panels import Chip
from games.presenters.terra_mystica.sentences import (
    Names,
    gained,
    move_sentence,
    table_sentences,
)

GROUPED_FROM = 7
"""More items than six are told player by player."""
CULT_ORDER = tuple(CULTS)


class Row(Protocol):
    """A row of the log, as a viewer may read it."""

    @property
    def number(self) -> int: ...
    @property
    def seat(self) -> int: ...
    @property
    def line(self) -> str | None: ...
    @property
    def events(self) -> tuple[Event, ...]: ...
    @property
    def at(self) -> datetime: ...


@dataclass(frozen=True, kw_only=True)
class Item:
    number: int
    chip: Chip | None
    name: str
    text: str
    mine: tuple[str, ...] = ()
    """What it did to the reader."""
    rows: tuple[int, ...] = ()


@dataclass(frozen=True, kw_only=True)
class News:
    items: tuple[Item, ...]
    places: Mapping[str, int]
    """Hex -> number of the item."""
    cults: Mapping[tuple[int, str], int]
    count: int
    since: datetime | None
    first: int
    """Number of the first row."""


def news_of(
    rows: Sequence[Row], *, me: int | None, names: Names, chips: Mapping[int, Chip]
) -> News:
    told = [row for row in rows if row.seat >= 0 and row.events]
    shown = [row for row in told if row.seat != me]
    answered = _answers([row for row in told if row.seat == me])
    groups = [list(rows) for _seat, rows in groupby(shown, key=lambda row: row.seat)]
    if len(groups) >= GROUPED_FROM:
        by_seat: dict[int, list[Row]] = {}
        for row in shown:
            by_seat.setdefault(row.seat, []).append(row)
        groups = list(by_seat.values())
    items: list[Item] = []
    places: dict[str, int] = {}
    cults: dict[tuple[int, str], int] = {}
    for number, group in enumerate(groups, start=1):
        seat = group[0].seat
        events = [event for row in group for event in row.events]
        texts = [move_sentence(events, seat, names), *table_sentences(events, names)]
        mine: list[str] = []
        for row in group:
            mine += _to_me(row.events, me, seat, names, answered)
            for place in places_in(row.events):
                places[place] = number
            for event in row.events:
                if event.kind == "cult-moved" and event.seat is not None:
                    cults[event.seat, CULT_ORDER[event.facts["cult"]]] = number
        items.append(
            Item(
                number=number,
                chip=chips.get(seat),
                name=names.get(seat, ""),
                text="; ".join(texts),
                mine=tuple(mine),
                rows=tuple(row.number for row in group),
            )
        )
    return News(
        items=tuple(items),
        places=places,
        cults=cults,
        count=len(shown),
        since=rows[0].at if rows else None,
        first=rows[0].number if rows else 0,
    )


def _answers(own: Sequence[Row]) -> dict[int, str]:
    """What the reader made of offers in between, by the number of the offer."""
    found = {}
    for row in own:
        for event in row.events:
            if event.kind == "offer-closed" and event.seat == row.seat:
                offer = event.facts["offer"]
                taken = event.facts["how"] == "accepted"
                words = _("%(count)s power taken") if taken else _("%(count)s power declined")
                points = gained(row.events, row.seat).get("vp", 0)
                found[offer["id"]] = ", ".join(
                    [words % {"count": offer["size"]}, *([signed("vp", points)] if points else [])]
                )
    return found


def _to_me(
    events: Sequence[Event], me: int | None, seat: int, names: Names, answered: Mapping[int, str]
) -> list[str]:
    """Power offered, or what became of the offer, and all that a new round brought, in one line."""
    if me is None or me == seat:
        return []
    out = [
        answered.get(event.facts["offer"]["id"], _offered(event, names))
        for event in events
        if event.seat == me and event.kind == "offer-made"
    ]
    got = gained((event for event in events if event.kind == "changed"), me)
    power = sum(
        event.facts.get("pw", 0) for event in events if event.kind == "changed" and event.seat == me
    )
    parts = [signed(kind, got[kind]) for kind in ("vp", "c", "w", "p") if kind in got]
    if power:
        parts.append(signed("pw", power))
    return [*out, ", ".join(parts)] if parts else out


def _offered(event: Event, names: Names) -> str:
    """Without a verb: it follows "You:", and verbs are written for others."""
    offer = event.facts["offer"]
    return _("%(size)s power offered by %(name)s") % {
        "size": offer["size"],
        "name": names.get(offer["by"], ""),
    }
