"""The log as a viewer may read it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import msgspec

from engine.api import Event
from engine.api import Seat as SeatNumber
from engine.log import LogRow, events_for, may_read
from games.models import Game, Move, Seat
from games.positions import position_at

PAGE = 100


@dataclass(frozen=True, kw_only=True)
class LogEntry:
    """One row, with what the viewer may know of it."""

    sequence: int
    number: int
    kind: str
    seat: int
    line: str | None
    """None: "has decided", and the viewer may not know what."""
    events: tuple[Event, ...]
    live: bool
    """False: taken back, or an undo."""
    door: str
    user_id: int | None
    bot: str
    at: datetime


def entries_for(
    *, moves: Iterable[Move], viewer: SeatNumber | None, disclosed: Sequence[int]
) -> list[LogEntry]:
    """Rows as a seat (None: a spectator) may read them."""
    return [_entry(move, viewer, disclosed) for move in moves]


def _entry(move: Move, viewer: SeatNumber | None, disclosed: Sequence[int]) -> LogEntry:
    audience = None if move.audience is None else tuple(SeatNumber(n) for n in move.audience)
    row = LogRow(seat=SeatNumber(move.seat), line=move.line, audience=audience)
    # A row that was taken back shares its number with another one, and was never disclosed.
    readable = may_read(row, move.number, viewer, disclosed if move.live else ())
    events = msgspec.convert(move.events, tuple[Event, ...])
    return LogEntry(
        sequence=move.sequence,
        number=move.number,
        kind=move.kind,
        seat=move.seat,
        line=move.line if readable else None,
        events=events_for(events, viewer),
        live=move.live,
        door=move.door,
        user_id=move.user_id,
        bot=move.bot,
        at=move.at,
    )


def log_page(
    *,
    game: Game,
    seat: Seat | None,
    before: int | None = None,
    count: int = PAGE,
    taken_back: bool = False,
) -> list[LogEntry]:
    """Rows of the log, oldest first: the last `count`, or those before a sequence number.

    `seat` is the viewer's own, None for a spectator; `taken_back` shows the undone rows too.
    """
    rows = Move.objects.filter(game=game)
    if not taken_back:
        rows = rows.filter(live=True)
    if before is not None:
        rows = rows.filter(sequence__lt=before)
    page = list(rows.order_by("-sequence")[:count])[::-1]
    return entries_for(
        moves=page, viewer=viewer_number(seat), disclosed=disclosed_rows(game=game, moves=page)
    )


def disclosed_rows(*, game: Game, moves: Iterable[Move], state: Any = None) -> Sequence[int]:
    """Secret rows that everybody may read by now; asks for the position only if any is secret."""
    if all(move.audience is None for move in moves):
        return ()
    return game.rules.disclosed(position_at(game=game) if state is None else state)


def viewer_number(seat: Seat | None) -> SeatNumber | None:
    return None if seat is None else SeatNumber(seat.number)
