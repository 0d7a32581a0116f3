"""A position and lines tried from it, step by step, as a spectator sees them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.utils.translation import gettext as _

from engine.api import CHANCE, Event, MoveError
from engine.registry import rules_for
from games.errors import NotPlannable, PlanRefused, TableError, TooManyLines
from games.models import Game, Seat
from games.positions import position_at
from games.presenters.mini_board import MiniBoard, mini_board
from games.presenters.refusals import refusal_sentence
from games.presenters.terra_mystica.board import Board, Marks, board_of, places_in
from games.presenters.terra_mystica.sentences import move_sentence
from games.services.plans import MOST_LINES, line_try

Lines = Sequence[tuple[int, str]]
"""Seat and line."""


@dataclass(frozen=True, slots=True)
class WalkStep:
    index: int
    """How many lines are played after it."""
    name: str
    line: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Walk:
    steps: list[WalkStep]
    upto: int
    board: Board | None
    mini: MiniBoard | None


def walk_of(*, game: Game, number: int, lines: Lines = (), upto: int = 0, lit: str = "") -> Walk:
    """The position after row `number` and `upto` lines more, as a spectator sees it.

    Lines that the rules do not take any more end the walk.
    """
    seats = list(game.seats.select_related("user"))
    state = position_at(game=game, number=number)
    return walk_from(game=game, state=state, seats=seats, lines=lines, upto=upto, lit=lit)


def walk_from(
    *, game: Game, state: Any, seats: Sequence[Seat], lines: Lines, upto: int, lit: str = ""
) -> Walk:
    """The same, from a position and with the seats at hand: no query."""
    names = names_of_seats(seats)
    shown = state
    steps: list[WalkStep] = []
    news: list[Event] = []
    for index, (seat, line) in enumerate(lines, start=1):
        try:
            step = line_try(game=game, state=state, seat=None, number=seat, line=line)
        except (MoveError, NotPlannable):
            break
        state = step.state
        if index <= upto:
            shown = state
            news = list(step.events)
        sentence = (
            move_sentence(step.events, seat, names) if game.rules_key == "terra_mystica" else line
        )
        steps.append(WalkStep(index, names.get(seat, ""), line, sentence))
    view = game.rules.view(shown, None)
    marks = Marks(
        news={place: count for count, place in enumerate(places_in(news), start=1)},
        chosen=(lit,) if lit else (),
    )
    return Walk(
        steps=steps,
        upto=min(upto, len(steps)),
        board=board_of(view, marks) if "hexes" in view else None,
        mini=mini_board(view, news=marks.news),
    )


def lines_read(*, game: Game, number: int, text: str) -> list[tuple[int, str]]:
    """Whose line each row of a text is, played one after the other; raises PlanRefused."""
    state = position_at(game=game, number=number)
    rows = [row.strip() for row in text.splitlines() if row.strip()]
    if len(rows) > MOST_LINES:
        raise TooManyLines(limit=MOST_LINES)
    found: list[tuple[int, str]] = []
    for index, row in enumerate(rows):
        seat, step = _played(game, state, index, row)
        found.append((seat, step.line))
        state = step.state
    return found


def _played(game: Game, state: Any, index: int, row: str) -> tuple[int, Any]:
    """By the first of those who are asked and may play it."""
    refusal: Exception = NotPlannable()
    owed = [one.seat for one in game.rules.pending(state) if one.seat != CHANCE]
    for place, seat in enumerate(owed):
        try:
            return seat, line_try(game=game, state=state, seat=None, number=seat, line=row)
        except (MoveError, NotPlannable) as problem:
            if not place:
                refusal = problem
    raise PlanRefused(index=index, line=row) from refusal


def names_of_seats(seats: Sequence[Seat]) -> dict[int, str]:
    return {
        seat.number: seat.holder_name or _("Seat %(n)s") % {"n": seat.number + 1} for seat in seats
    }


def plan_refusal(*, game: Game, refusal: TableError) -> str:
    """What is wrong with lines: the sentence of the rules where they are the reason."""
    why = refusal.__cause__
    if isinstance(why, MoveError):
        names = names_of_seats(list(game.seats.select_related("user")))
        return f"{refusal.facts.get('line', '')}: {refusal_sentence(why.message, names)}"
    return refusal.sentence


def hexes_of(game: Game) -> frozenset[str]:
    """The names of all hexes of a game's board; none for a game without one."""
    options = json.dumps(game.options, sort_keys=True)
    return _hexes(game.rules_key, game.rules_version, options, game.seat_count)


@lru_cache(maxsize=256)
def _hexes(key: str, version: int, options: str, seats: int) -> frozenset[str]:
    rules = rules_for(key, version)
    view = rules.view(rules.setup(json.loads(options), seats), None)
    return frozenset(cell["name"] for cell in view.get("hexes", ()))
