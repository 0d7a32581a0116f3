"""Checking that a stored game is what was played: the chain, the rules, and what follows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from engine.api import CHANCE, OptionError
from engine.api import Seat as SeatNumber
from engine.log import BrokenLog, LogRow, steps
from engine.registry import UnknownGame
from games.chain import first_link, link_of
from games.models import Game, Move
from games.services.log import ROUND_BEGAN


def game_verify(*, game: Game) -> list[str]:
    """What does not fit, in words for an operator; empty if all is well."""
    rows = list(game.moves.order_by("sequence"))
    problems = [*_chain(game, rows), *_counted(game, rows)]
    try:
        problems += _replayed(game, [row for row in rows if row.live])
    except (BrokenLog, OptionError, UnknownGame) as broken:
        problems.append(f"the rules refuse the log: {broken}")
    return problems


def _chain(game: Game, rows: list[Move]) -> Iterator[str]:
    link = first_link(game)
    for place, row in enumerate(rows, start=1):
        if row.sequence != place:
            yield f"row {place} of the log is missing"
            return
        link = link_of(row, link)
        if row.hash != link:
            yield f"row {place} was changed: its hash does not fit"
            link = row.hash
    if rows and game.chain != rows[-1].hash:
        yield "the end of the log was changed: its hash is not the game's"
    if game.revision != len(rows):
        yield f"the game has revision {game.revision}, the log {len(rows)} rows"


def _counted(game: Game, rows: list[Move]) -> Iterator[str]:
    """Which rows count follows from the undos."""
    standing: list[Move] = []
    for row in rows:
        if row.kind == Move.Kind.UNDO:
            del standing[row.number :]
            continue
        standing.append(row)
        if row.number != len(standing):
            yield f"row {row.sequence} has number {row.number}, not {len(standing)}"
    live = {row.pk for row in standing}
    for row in rows:
        if row.live != (row.pk in live):
            yield f"row {row.sequence} is {'counted' if row.live else 'left out'} wrongly"
    if game.length != len(standing):
        yield f"the game has length {game.length}, {len(standing)} rows count"


def _replayed(game: Game, rows: list[Move]) -> Iterator[str]:
    rules = game.rules
    log = [
        LogRow(
            seat=SeatNumber(row.seat),
            line=row.line,
            audience=None
            if row.audience is None
            else tuple(SeatNumber(seat) for seat in row.audience),
        )
        for row in rows
    ]
    state = rules.setup(game.options, game.seat_count)
    rounds: list[int] = []
    snapshots = dict(game.snapshots.values_list("number", "data"))
    for row, step in zip(rows, steps(rules, game.options, game.seat_count, log), strict=True):
        state = step.state
        if any(event.kind == ROUND_BEGAN for event in step.events):
            rounds.append(row.number)
        if _plain(step.events) != row.events:
            yield f"row {row.sequence} says other events than the rules"
        if step.reveals != row.reveals:
            yield f"row {row.sequence} says otherwise than the rules whether it shows something"
        kept = snapshots.pop(row.number, None)
        if kept is not None and _read(kept) != _plain(rules.dump(state)):
            yield f"the position kept for row {row.number} is another one"
    for number in sorted(snapshots):
        if number:
            yield f"a position is kept for row {number}, which does not exist"
    if rounds != game.rounds:
        yield f"rounds are said to begin with the rows {game.rounds}, not {rounds}"
    standings = rules.result(state)
    if game.is_finished and _plain(standings) != game.result:
        yield "the result is not that of the rules"
    if game.is_running:
        owed = {(d.seat, d.id) for d in rules.pending(state) if d.seat != CHANCE}
        stored = set(game.decisions.values_list("seat__number", "ident"))
        if owed != stored:
            yield f"open decisions are {sorted(stored)}, not {sorted(owed)}"


def _plain(value: Any) -> Any:
    """A value as it comes back from the database."""
    return msgspec.json.decode(msgspec.json.encode(value))


def _read(text: str) -> Any:
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError as error:
        return f"unreadable: {error}"
