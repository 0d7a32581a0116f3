"""Positions of a stored game: a snapshot, and the few rows since."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from typing import Any

import msgspec
from django.db.models import Q, Subquery

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


def positions_at(*, wanted: Collection[tuple[Game, int]]) -> dict[tuple[int, int], Any]:
    """The states after rows of several games, by game and row: two queries for all of them."""
    kept = _nearest_kept(wanted)
    begun: dict[tuple[int, int], int] = {}
    for game, number in wanted:
        before = [row.number for row in kept[game.pk].values() if row.number <= number]
        begun[game.pk, number] = max(before, default=0)
    rows = _rows_between([(game_id, base, upto) for (game_id, upto), base in begun.items()])
    states = {}
    for game, number in wanted:
        base = begun[game.pk, number]
        snapshot = kept[game.pk].get(base)
        if snapshot is None:
            state = game.rules.setup(game.options, game.seat_count)
        else:
            state = game.rules.load(msgspec.json.decode(snapshot.data))
        for row in range(base + 1, number + 1):
            seat, line = rows[game.pk, row]
            state = game.rules.play(state, Seat(seat), line).state
        states[game.pk, number] = state
    return states


def _nearest_kept(wanted: Collection[tuple[Game, int]]) -> dict[int, dict[int, Snapshot]]:
    """By game and row, the last snapshot before each wanted row."""
    nearest = Q(pk=None)
    for game, number in wanted:
        before = Snapshot.objects.filter(game=game, number__lte=number).order_by("-number")
        nearest |= Q(pk=Subquery(before.values("pk")[:1]))
    kept: dict[int, dict[int, Snapshot]] = defaultdict(dict)
    for snapshot in Snapshot.objects.filter(nearest):
        kept[snapshot.game_id][snapshot.number] = snapshot
    return kept


def _rows_between(
    ranges: Collection[tuple[int, int, int]],
) -> dict[tuple[int, int], tuple[int, str]]:
    chosen = Q(pk=None)
    for game_id, after, upto in ranges:
        if after < upto:
            chosen |= Q(game=game_id, number__gt=after, number__lte=upto)
    found = Move.objects.filter(chosen, live=True).values_list("game", "number", "seat", "line")
    return {(game_id, number): (seat, line) for game_id, number, seat, line in found}


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
