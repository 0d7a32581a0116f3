"""Everything a page about one table needs, in a few queries however long the game is."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import msgspec

from engine.api import Decision, Json, Standing
from engine.registry import AnyRules
from games.models import Game, Move, OpenDecision, Seat, UndoConsent, UndoRequest
from games.positions import position_at
from games.selectors.access import Viewer, game_for, seat_of
from games.selectors.log import LogEntry, disclosed_rows, entries_for, viewer_number
from games.turns import is_turn
from games.undo_rules import free_to_keep

TAIL = 40
TAIL_IN_MAIL = 16
"""Mails tell what happened since one's own turn; mostly that is all within so many rows."""
MOST_SINCE = 400
TRIES = 5


@dataclass(frozen=True, kw_only=True)
class Owed:
    """An open decision: the engine's words and the table's times."""

    decision: Decision
    row: OpenDecision
    seat: Seat
    mine: bool


@dataclass(frozen=True, kw_only=True)
class Table:
    """A table as one viewer may see it."""

    game: Game
    rules: AnyRules
    seats: list[Seat]
    my_seat: Seat | None
    """None: a spectator."""
    number: int
    """The row after which the position is shown."""
    is_latest: bool
    view: Json
    """What `rules.view` gives the viewer; None before the start."""
    state: Any
    """For `rules.legal`, `rules.compose` and `rules.forecast` of the viewer's own seat. Never
    shown: it holds everybody's secrets."""
    owed: list[Owed]
    """All that the table waits for now (only for the latest position)."""
    log: list[LogEntry]
    """The last rows up to the position."""
    since: list[LogEntry]
    """What happened after the viewer's own last turn, with his answers to offers in between; for a
    spectator, nothing."""
    consents: tuple[UndoConsent, ...]
    """Who was asked whether moves may be taken back, with the request that waits for it."""
    free_keep: int | None
    """How many rows stay if the viewer takes back what is free to take back; None: nothing is."""
    standings: tuple[Standing, ...] | None

    @property
    def owed_by_me(self) -> list[Owed]:
        return [owed for owed in self.owed if owed.mine and not owed.decision.answered]

    @property
    def undo(self) -> UndoRequest | None:
        """The request to take moves back that waits for answers."""
        return self.consents[0].request if self.consents else None

    @property
    def is_spectator(self) -> bool:
        return self.my_seat is None


class _MovedOn(Exception):
    """Somebody moved between two of our questions to the database."""


def table_for(*, game_id: int, viewer: Viewer, number: int | None = None, token: str = "") -> Table:
    """The table now, or as it was after row `number`. Raises NoSuchTable."""
    for _ in range(TRIES):
        game = game_for(game_id=game_id, viewer=viewer, token=token)
        with suppress(_MovedOn):
            return _table(game, viewer, number)
    raise RuntimeError(f"game {game_id} was never still enough to be read")


def table_in_mail(*, game: Game, viewer: Viewer) -> Table:
    """The table now, for who is written to about it, so that he may look at it. Wishes to take
    moves back are left out: they have mails of their own.
    """
    try:
        return _table(game, viewer, None, with_undo=False, tail=TAIL_IN_MAIL)
    except _MovedOn:
        return table_for(game_id=game.pk, viewer=viewer)


def _table(
    game: Game,
    viewer: Viewer,
    number: int | None,
    *,
    with_undo: bool = True,
    tail: int = TAIL,
) -> Table:
    seats = list(game.seats.select_related("user"))
    mine = seat_of(seats=seats, viewer=viewer)
    shown = game.length if number is None else min(max(number, 0), game.length)
    latest = shown == game.length
    begun = game.started_at is not None
    state = position_at(game=game, number=shown) if begun else None
    moves = _last_moves(game, shown, mine, tail) if begun else []
    disclosed = disclosed_rows(game=game, moves=moves, state=state if latest else None)
    rows = entries_for(moves=moves, viewer=viewer_number(mine), disclosed=disclosed)
    return Table(
        game=game,
        rules=game.rules,
        seats=seats,
        my_seat=mine,
        number=shown,
        is_latest=latest,
        view=game.rules.view(state, viewer_number(mine)) if begun else None,
        state=state,
        owed=_owed(game, seats, mine, state) if latest and game.is_running else [],
        log=rows[-TAIL:],
        since=_since(game, rows, mine),
        consents=_consents(game) if with_undo and latest and game.is_running else (),
        free_keep=free_to_keep(moves=moves, seat=mine.number)
        if latest and game.is_running and mine is not None
        else None,
        standings=msgspec.convert(game.result, tuple[Standing, ...]) if game.result else None,
    )


def _last_moves(game: Game, upto: int, mine: Seat | None, length: int) -> list[Move]:
    """The tail of the log, further back if the viewer had no turn within it."""
    rows = Move.objects.filter(game=game, live=True, number__lte=upto).order_by("-number")
    tail = list(rows[:length])
    if mine is None or len(tail) < length or any(_own_turn(game, mine, move) for move in tail):
        return tail[::-1]
    before = rows.filter(number__lt=tail[-1].number)
    own = before.filter(seat=mine.number).only("number", "seat", "line")
    last = next((move.number for move in own[:MOST_SINCE] if _own_turn(game, mine, move)), 0)
    tail += list(before.filter(number__gte=last)[:MOST_SINCE])
    return tail[::-1]


def _own_turn(game: Game, mine: Seat, row: Move | LogEntry) -> bool:
    return row.seat == mine.number and is_turn(rules_key=game.rules_key, line=row.line or "")


def _since(game: Game, rows: list[LogEntry], mine: Seat | None) -> list[LogEntry]:
    if mine is None:
        return []
    own = [index for index, row in enumerate(rows) if _own_turn(game, mine, row)]
    return rows[own[-1] + 1 :] if own else rows


def _owed(game: Game, seats: list[Seat], mine: Seat | None, state: Any) -> list[Owed]:
    stored = {(row.seat_id, row.ident): row for row in OpenDecision.objects.filter(game=game)}
    by_number = {seat.number: seat for seat in seats}
    owed = []
    for decision in game.rules.pending(state):
        seat = by_number[decision.seat]
        row = stored.get((seat.pk, decision.id))
        if row is None:
            raise _MovedOn
        is_mine = mine is not None and mine.number == decision.seat
        owed.append(Owed(decision=decision, row=row, seat=seat, mine=is_mine))
    return owed


def _consents(game: Game) -> tuple[UndoConsent, ...]:
    """Who was asked to let moves go back; an open request has always somebody to answer it."""
    rows = UndoConsent.objects.filter(request__game=game, request__state=UndoRequest.State.OPEN)
    return tuple(rows.select_related("request__seat__user").order_by("pk"))


def revision_of(*, game_id: int, viewer: Viewer, token: str = "") -> int:
    """For pages that poll: has anything happened? Raises NoSuchTable."""
    return game_for(game_id=game_id, viewer=viewer, token=token).revision
