"""What ratings and statistics want to know of a finished game, read once from its log."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from engine.api import Standing
from games.models import Game, Move, Seat, Tenure
from games.presenters.terra_mystica.facts import terra_mystica_facts

Rows = Sequence[Mapping[str, Any]]
"""Events of all rows that count, as they are stored."""


@dataclass(frozen=True, kw_only=True)
class Holder:
    """Somebody who held a seat for a while."""

    user: int | None
    bot: str
    late: bool
    """Came when the game had begun."""
    gone: bool
    """Did not hold the seat in the end."""
    answers: tuple[int, ...] = ()
    """How long each answer took, in seconds; what time decided is not counted."""


@dataclass(frozen=True, kw_only=True)
class PlayFacts:
    """What the rules of a game say about one seat; all of it may be empty."""

    position: int
    """Place in the turn order at the beginning, counted from 1."""
    faction: str = ""
    opening: str = ""
    """What was built first, in short."""
    first_tile: str = ""
    tiles: Mapping[str, int] = field(default_factory=dict)
    """How often a tile was taken."""
    sources: Mapping[str, int] = field(default_factory=dict)
    """Points by kind of source."""


@dataclass(frozen=True, kw_only=True)
class SeatFacts:
    number: int
    place: int
    score: int
    dropped: bool
    play: PlayFacts
    holders: tuple[Holder, ...]


@dataclass(frozen=True, kw_only=True)
class TableFacts:
    """What the rules say about the table."""

    board: str = ""
    tiles: tuple[str, ...] = ()
    """Tiles that lay there for everybody."""
    seats: Mapping[int, PlayFacts] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class FinishedFacts:
    table: TableFacts
    seats: tuple[SeatFacts, ...]


def _terra_mystica(game: Game, rows: Rows) -> TableFacts:
    known = terra_mystica_facts(
        events=rows, results={row["seat"]: row["details"] for row in game.result or ()}
    )
    return TableFacts(
        board=str(game.options.get("map", "")),
        tiles=known.scoring,
        seats={
            number: PlayFacts(
                position=seat.position,
                faction=seat.faction,
                opening=seat.opening,
                first_tile=seat.first_card,
                tiles=seat.tiles,
                sources=seat.sources,
            )
            for number, seat in known.seats.items()
        },
    )


READERS: Mapping[str, Callable[[Game, Rows], TableFacts]] = {"terra_mystica": _terra_mystica}
"""By the key of the rules; a game without one has places and points only."""


def finished_facts(*, game: Game) -> FinishedFacts:
    """Of a game that has its result; three queries however long it was."""
    if game.result is None:
        raise ValueError(f"game {game.pk} has no result yet")
    moves = list(
        Move.objects.filter(game=game, live=True)
        .order_by("number")
        .only("seat", "events", "user_id", "door", "asked_at", "at", "number", "game_id")
    )
    reader = READERS.get(game.rules_key)
    rows = [event for move in moves for event in move.events]
    table = reader(game, rows) if reader else TableFacts()
    answers = _answers(moves)
    tenures = list(
        Tenure.objects.filter(seat__game=game)
        .select_related("seat")
        .order_by("began_revision", "began_at", "pk")
    )
    seats = []
    for standing in msgspec.convert(game.result, tuple[Standing, ...]):
        own = [tenure for tenure in tenures if tenure.seat.number == standing.seat]
        seats.append(
            SeatFacts(
                number=standing.seat,
                place=standing.place,
                score=standing.score,
                dropped=standing.dropped or any(_given_up(row.seat) for row in own),
                play=table.seats.get(standing.seat, PlayFacts(position=standing.seat + 1)),
                holders=tuple(
                    Holder(
                        user=tenure.user_id,
                        bot=tenure.bot,
                        late=tenure.began_revision > 0,
                        gone=tenure is not own[-1],
                        answers=tuple(answers.get((standing.seat, tenure.user_id), ())),
                    )
                    for tenure in own
                ),
            )
        )
    return FinishedFacts(table=table, seats=tuple(seats))


def _given_up(seat: Seat) -> bool:
    """Resigned, or played to the end by a caretaker."""
    return seat.dropped_at is not None or bool(seat.caretaker)


BY_HAND = (Move.Door.PAGE, Move.Door.MAIL, Move.Door.API)


def _answers(moves: Sequence[Move]) -> dict[tuple[int, int | None], list[int]]:
    """Times of answers that somebody gave, by seat and user."""
    found: dict[tuple[int, int | None], list[int]] = {}
    for move in moves:
        if move.asked_at is not None and move.user_id is not None and move.door in BY_HAND:
            seconds = max(0, int((move.at - move.asked_at).total_seconds()))
            found.setdefault((move.seat, move.user_id), []).append(seconds)
    return found
