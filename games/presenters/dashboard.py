"""One's own tables as the dashboard shows them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.api import CHANCE, Event
from engine.api import Seat as SeatNumber
from games.models import OpenDecision, Seat
from games.presenters.asked import Asked, asked
from games.presenters.deadlines import Deadline, deadline_of, span_of
from games.presenters.mini_board import MiniBoard, mini_board
from games.presenters.terra_mystica.board import colour_of, places_in
from games.presenters.terra_mystica.composing import Asked as AskedOf
from games.presenters.terra_mystica.composing import Quick, quick_answers
from games.presenters.terra_mystica.names import faction_name
from games.presenters.terra_mystica.page import headline_of
from games.presenters.terra_mystica.sentences import move_sentence
from games.selectors.my_games import MyGames, MyResult, MyTable

MOST_NEWS = 3
ZONES = {"calm": "good", "soon": "warn", "late": "bad", "over": "bad"}


@dataclass(frozen=True, slots=True)
class SeatChip:
    """A player of a table, with what distinguishes him there."""

    name: str
    colour: str
    title: str
    score: int | None
    is_me: bool
    to_move: bool


@dataclass(frozen=True, slots=True)
class News:
    """What somebody did."""

    name: str
    deed: str


@dataclass(frozen=True, slots=True)
class Card:
    """One running table."""

    table: MyTable
    asked: Asked | None
    """None: others are to move."""
    where: str
    """How far the game is."""
    board: MiniBoard | None
    chips: list[SeatChip]
    news: list[News]
    more_news: int
    deadline: Deadline | None
    zone: str
    """How urgent it is; the class of its colour."""
    tenths: int
    """Of the time allowed, that is left."""
    quick: Quick | None
    """A question that can be answered without opening the game."""
    waits_for: str
    """Whom the table waits for and for how long, if not for the reader."""


def cards(tables: list[MyTable], *, now: datetime) -> list[Card]:
    return [card(table, now=now) for table in tables]


def card(table: MyTable, *, now: datetime) -> Card:
    first = table.mine[0] if table.mine else None
    news = [row for row in table.since if row.seat != CHANCE and row.line]
    names = {seat.number: seat.holder_name for seat in table.seats}
    left = deadline_of(due_at=table.due_at, opened_at=first.opened_at, now=now) if first else None
    return Card(
        table=table,
        asked=asked(table.game.rules_key, first.kind) if first else None,
        where=headline_of(table.view) if "phase" in table.view else "",
        board=mini_board(table.view, news=places_in(_events(table))),
        chips=_chips(table),
        news=[
            News(names.get(row.seat, ""), move_sentence(row.events, row.seat, names))
            for row in news[-MOST_NEWS:]
        ],
        more_news=max(0, len(news) - MOST_NEWS),
        deadline=left,
        zone=ZONES[left.state] if left else "",
        tenths=left.share // 10 if left else 0,
        quick=_quick(table, names),
        waits_for=_waits_for(table.others, now),
    )


def _quick(table: MyTable, names: dict[int, str]) -> Quick | None:
    """The one question out of turn, if the table asks nothing else."""
    if not table.owed_out_of_turn:
        return None
    asks = AskedOf(seat=SeatNumber(table.my_seat.number), owed=table.owed_out_of_turn)
    found = quick_answers(table.game.rules, table.state, asks, names, table.view)
    return found[0] if found and found[0].answers else None


def _events(table: MyTable) -> Iterator[Event]:
    """What the others did since the reader's last move."""
    for row in table.since:
        yield from row.events


def _chips(table: MyTable) -> list[SeatChip]:
    shown = table.view.get("seats", []) if isinstance(table.view, dict) else []
    by_number = {row.get("seat"): row for row in shown if isinstance(row, dict)}
    moving = {row.seat_id for row in (*table.mine, *table.others)}
    return [_chip(seat, by_number.get(seat.number, {}), table, moving) for seat in table.seats]


def _chip(seat: Seat, facts: dict[str, Any], table: MyTable, moving: set[int]) -> SeatChip:
    numbers = facts.get("numbers", {})
    return SeatChip(
        name=seat.holder_name,
        colour=colour_of(facts) if facts else "",
        title=faction_name(facts["faction"]) if facts.get("faction") else "",
        score=numbers.get("vp") if facts.get("faction") else None,
        is_me=seat.pk == table.my_seat.pk,
        to_move=seat.pk in moving,
    )


def _waits_for(rows: list[OpenDecision], now: datetime) -> str:
    if not rows:
        return ""
    names = ", ".join(dict.fromkeys(row.seat.holder_name for row in rows))
    due = min((row.due_at for row in rows if row.due_at is not None), default=None)
    if due is None or due <= now:
        return _("%(names)s to move") % {"names": names}
    return _("%(names)s to move, %(time)s left") % {"names": names, "time": span_of(due - now)}


@dataclass(frozen=True, slots=True)
class ResultRow:
    result: MyResult
    place: str
    score: int | None


def result_rows(results: list[MyResult]) -> list[ResultRow]:
    return [
        ResultRow(
            result=row,
            place=_("place %(place)s of %(seats)s")
            % {"place": row.standing.place, "seats": row.game.seat_count}
            if row.standing
            else "",
            score=row.standing.score if row.standing else None,
        )
        for row in results
    ]


def greeting(games: MyGames, *, now: datetime) -> str:
    """What awaits the reader, in one sentence or two."""
    count = len(games.waiting)
    if not count:
        return _("No game waits for you.") if games.running else ""
    text = ngettext("%(count)s game waits for you.", "%(count)s games wait for you.", count) % {
        "count": count
    }
    due = games.waiting[0].due_at
    if due is None:
        return text
    left = _("The next deadline is in %(time)s.") if due > now else _("A deadline is over.")
    return f"{text} {left % {'time': span_of(due - now)} if due > now else left}"
