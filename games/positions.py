"""Positions of a stored game: a snapshot, and the few rows since."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

import msgspec
from django.db.models import OuterRef, Q, Subquery

from engine.api import Seat, Step
from games.models import Game, Move, Snapshot

EVERY = 50
"""At most about so many rows lie between snapshots that stay."""


def position_at(*, game: Game, number: int | None = None) -> Any:
    """The engine's state after row `number` (None: now), from the nearest snapshot before it."""
    number = game.length if number is None else number
    if not 0 <= number <= game.length:
        raise ValueError(f"game {game.pk} has no row {number}")
    rules = game.rules
    snapshot = game.snapshots.filter(number__lte=number).order_by("-number").first()
    if snapshot is None:
        state, begun = rules.setup(game.options, game.seat_count), 0
    else:
        state, begun = rules.load(msgspec.json.decode(snapshot.data)), snapshot.number
    if begun < number:
        for step in steps_between(game=game, state=state, after=begun, upto=number):
            state = step.state
    return state


@dataclass(frozen=True, slots=True)
class Position:
    state: Any
    last: Move | None
    """The row that led to it; None before the first."""


def positions_at(*, wanted: Collection[tuple[Game, int]]) -> dict[tuple[int, int], Position]:
    """The positions after rows of several games, by game and row: two queries for all of them."""
    last = _last_rows(wanted)
    rows = _rows_between(last.values())
    positions = {}
    for game, number in wanted:
        move = last.get((game.pk, number))
        if move is not None and move.kept_data is not None:
            state = game.rules.load(msgspec.json.decode(move.kept_data))
        else:
            state = game.rules.setup(game.options, game.seat_count)
        for row in range(_begun(move) + 1 if move else 1, number + 1):
            seat, line = rows[game.pk, row]
            state = game.rules.play(state, Seat(seat), line).state
        positions[game.pk, number] = Position(state, move)
    return positions


def _last_rows(wanted: Collection[tuple[Game, int]]) -> dict[tuple[int, int], Any]:
    """The rows that led to the positions, each with the nearest snapshot before it."""
    chosen = Q(pk=None)
    for game, number in wanted:
        if number:
            chosen |= Q(game=game, number=number)
    if len(chosen) == 1:
        return {}
    before = Snapshot.objects.filter(game=OuterRef("game"), number__lte=OuterRef("number"))
    nearest = before.order_by("-number")
    moves = Move.objects.filter(chosen, live=True).annotate(
        kept_number=Subquery(nearest.values("number")[:1]),
        kept_data=Subquery(nearest.values("data")[:1]),
    )
    return {(move.game_id, move.number): move for move in moves}


def _begun(move: Any) -> int:
    return move.kept_number or 0


def _rows_between(moves: Iterable[Any]) -> dict[tuple[int, int], tuple[int, str]]:
    """Seat and line of every row from the snapshots on, up to these."""
    rows = {}
    chosen = Q(pk=None)
    for move in moves:
        rows[move.game_id, move.number] = (move.seat, move.line)
        if move.number - _begun(move) > 1:
            chosen |= Q(game=move.game_id, number__gt=_begun(move), number__lt=move.number)
    if len(chosen) > 1:
        found = Move.objects.filter(chosen, live=True).values_list("game", "number", "seat", "line")
        rows |= {(game_id, number): (seat, line) for game_id, number, seat, line in found}
    return rows


def steps_between(*, game: Game, state: Any, after: int, upto: int) -> list[Step[Any]]:
    """Play the stored rows `after` < number <= `upto` on the state after row `after`."""
    rows = game.moves.filter(live=True, number__gt=after, number__lte=upto).order_by("number")
    played: list[Step[Any]] = []
    for seat, line in rows.values_list("seat", "line"):
        step = game.rules.play(state, Seat(seat), line)
        played.append(step)
        state = step.state
    return played


def snapshot_store(*, game: Game, number: int, state: Any, replaces: int = 0) -> None:
    """Keep the state after the last row; the one before goes unless it is needed for looking back.

    A submission may add several rows (draws follow it), so it is the distance that counts.
    `replaces` is the row of the last snapshot, where the caller knows it: of those, the last one
    before each multiple of EVERY stays.
    """
    data = msgspec.json.encode(game.rules.dump(state)).decode()
    known = 0 < replaces < number
    if known and replaces // EVERY == number // EVERY:
        last = Snapshot.objects.filter(game=game, number=replaces)
        if last.update(number=number, data=data):
            return
    Snapshot.objects.bulk_create(
        [Snapshot(game=game, number=number, data=data)],
        update_conflicts=True,
        unique_fields=["game", "number"],
        update_fields=["data"],
    )
    if known:
        return
    before = Snapshot.objects.filter(game=game, number__lt=number).order_by("-number")
    newest, kept, *_ = (*before.values_list("number", flat=True)[:2], 0, 0)
    if newest - kept < EVERY:
        before.filter(number=newest).delete()


def snapshots_forget(*, game: Game, after: int) -> None:
    """Positions that were taken back."""
    Snapshot.objects.filter(game=game, number__gt=after).delete()
