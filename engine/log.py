"""The log is the truth: a game is its options plus its rows, and every state is a fold over them.

Rows are numbered from 1; row 0 is the set-up. A stored state is only a cache of `replay`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from engine.api import (
    CHANCE,
    Decision,
    Draw,
    Event,
    IllegalMove,
    Json,
    MoveError,
    NotationError,
    Rules,
    Seat,
    Step,
    Value,
)
from engine.notation import LONGEST_LINE

S = TypeVar("S")


class LogRow(Value, frozen=True, kw_only=True):
    """One line of the log as it is stored: who played what, and who may read it."""

    seat: Seat
    line: str
    """In canonical spelling."""
    audience: tuple[Seat, ...] | None = None
    """None: everybody."""


class BrokenLog(ValueError):
    """A stored row that the rules no longer accept, or no longer understand in the same way."""

    def __init__(self, number: int, row: LogRow, why: str) -> None:
        super().__init__(f"row {number}, seat {row.seat}, {row.line!r}: {why}")
        self.number = number
        self.row = row


def play_line(rules: Rules[S], state: S, seat: Seat, line: str) -> Step[S]:
    """Play what somebody wrote. Raises MoveError, and nothing has changed.

    Every door (page, mail, API, time-out) comes through here: whatever is no single line of text
    is refused before a game's own reader sees it.
    """
    if len(line) > LONGEST_LINE:
        raise NotationError("line-too-long", facts={"length": len(line), "limit": LONGEST_LINE})
    text = line.strip()
    if not text:
        raise NotationError("empty-line")
    if not text.isprintable():
        raise NotationError("not-one-line-of-text")
    if not rules.pending(state):
        raise IllegalMove("game-over")
    return rules.play(state, seat, text)


def row_of(seat: Seat, step: Step[S]) -> LogRow:
    """The row to store for a step just played."""
    return LogRow(seat=seat, line=step.line, audience=step.audience)


def steps(
    rules: Rules[S], options: Mapping[str, Json], seats: int, rows: Iterable[LogRow]
) -> Iterator[Step[S]]:
    """Play stored rows one after the other. Raises BrokenLog at the first that does not fit."""
    state = rules.setup(options, seats)
    for number, row in enumerate(rows, start=1):
        try:
            step = rules.play(state, row.seat, row.line)
        except MoveError as refusal:
            raise BrokenLog(number, row, f"refused: {refusal.code}") from refusal
        if step.line != row.line:
            raise BrokenLog(number, row, f"is written {step.line!r} now")
        if step.audience != row.audience:
            raise BrokenLog(number, row, f"may be read by {step.audience}, not {row.audience}")
        yield step
        state = step.state


def replay(rules: Rules[S], options: Mapping[str, Json], seats: int, rows: Iterable[LogRow]) -> S:
    """The state after all rows. Raises OptionError or BrokenLog."""
    state = rules.setup(options, seats)
    for step in steps(rules, options, seats, rows):
        state = step.state
    return state


def may_read(row: LogRow, number: int, viewer: Seat | None, disclosed: Sequence[int]) -> bool:
    """Whether a viewer (None: a spectator) may read row `number`, given `rules.disclosed(state)`.

    Who may not is shown "has decided" in its place.
    """
    return row.audience is None or viewer in row.audience or number in disclosed


def events_for(events: Iterable[Event], viewer: Seat | None) -> tuple[Event, ...]:
    """The events of a step that a viewer (None: a spectator) may be told."""
    return tuple(event for event in events if event.audience is None or viewer in event.audience)


def rows_to_keep(played: Sequence[Step[S]]) -> int:
    """How many rows must stay if a player takes back what may be taken back freely.

    The last row that showed anybody something new cannot be unseen.
    """
    return next((n for n in range(len(played), 0, -1) if played[n - 1].reveals), 0)


def owing(decisions: Iterable[Decision]) -> frozenset[Seat]:
    """The seats the table is waiting for; not CHANCE, for which the site itself draws."""
    return frozenset(
        decision.seat for decision in decisions if decision.seat != CHANCE and not decision.answered
    )


def drawn_line(draw: Draw, drawn: Sequence[str]) -> str:
    """The line that records a draw. What fell is the caller's business; what fits is checked."""
    if len(drawn) != draw.count:
        raise ValueError(f"{draw.count} to draw, {len(drawn)} drawn")
    if strange := set(drawn) - set(draw.items):
        raise ValueError(f"not among the things to draw: {sorted(strange)}")
    if not draw.repeated and any(drawn.count(item) > draw.items.count(item) for item in drawn):
        raise ValueError("drawn more often than there are")
    return " ".join((draw.verb, *drawn))
