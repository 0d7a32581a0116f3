"""A line in the making: the state so far and the events that led there.

A command that is refused raises, and the draft is thrown away: nothing is ever half applied.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from engine.api import IllegalMove
from engine.terra_mystica.events import Event, TurnTouched
from engine.terra_mystica.evolve import evolve
from engine.terra_mystica.state import Player, State, Turn


class Draft:
    """What one seat has written so far, played on a copy."""

    __slots__ = ("events", "following", "known", "marks", "seat", "state")

    def __init__(self, state: State, seat: int) -> None:
        self.state = state
        self.seat = seat
        self.events: list[Event] = []
        self.following: list[Any] = []
        """Commands of the line that are still to come."""
        self.marks: list[int] = []
        """How many events there were after each command."""
        self.known: dict[Any, Any] | None = None
        """Answers that hold for many lines tried on one position, kept while it is looked at."""

    def emit(self, event: Event) -> None:
        self.state = evolve(self.state, event)
        self.events.append(event)

    @property
    def me(self) -> Player:
        return self.state.players[self.seat]

    @property
    def turn(self) -> Turn:
        """The turn in progress, which is this seat's."""
        turn = self.state.turn
        if turn is None:
            raise IllegalMove("not-your-turn", section="R4.1")
        return turn

    def touch(self, **fields: Any) -> None:
        """Note something about the turn in progress."""
        self.emit(TurnTouched(replace(self.turn, **fields)))

    def on_turn(self) -> bool:
        turn = self.state.turn
        return turn is not None and turn.seat == self.seat and not turn.over
