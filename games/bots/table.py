"""A table of bots: plays a game from set-up to the end and keeps its log."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from engine.api import CHANCE, Decision, Json, Rules, Seat, Standing, Step
from engine.log import LogRow, play_line, row_of
from games.bots.chance import draw
from games.bots.policy import Policy

MOST_ROWS = 10_000


class Endless(RuntimeError):
    """A game that does not come to an end."""


@dataclass(frozen=True)
class PlayedGame:
    """A finished game: all that is needed to replay it, and how it ended."""

    options: Mapping[str, Json]
    seats: int
    rows: tuple[LogRow, ...]
    state: Any
    standings: tuple[Standing, ...]

    def score_of(self, seat: Seat) -> int:
        return next(standing.score for standing in self.standings if standing.seat == seat)


def play_out(
    rules: Rules[Any],
    options: Mapping[str, Json],
    policies: Sequence[Policy],
    rng: Random,
    *,
    opening: Sequence[tuple[Seat, str]] = (),
    urgent: Collection[str] = (),
    watch: Callable[[Seat, Step[Any]], None] | None = None,
) -> PlayedGame:
    """Play a whole game, one policy for each seat.

    `opening` holds lines that are fixed beforehand (a draw, a choice of factions), each played
    when its seat is asked; decisions of an `urgent` kind are settled before any other; `watch` is
    told of every step.
    """
    state = rules.setup(options, len(policies))
    rows: list[LogRow] = []
    decision: Decision | None = None
    fixed: dict[Seat, list[str]] = {}
    for seat, line in opening:
        fixed.setdefault(seat, []).append(line)
    while owed := [decision for decision in rules.pending(state) if not decision.answered]:
        if len(rows) == MOST_ROWS:
            raise Endless(f"{MOST_ROWS} rows and no end: {rows[-3:]}")
        decision = _next(owed, decision, urgent, rng)
        if fixed.get(decision.seat):
            step = play_line(rules, state, decision.seat, fixed[decision.seat].pop(0))
        elif decision.seat == CHANCE:
            step = draw(rules, state, decision, rng)
        else:
            line = policies[decision.seat].choose(rules, state, decision.seat, rng)
            step = play_line(rules, state, decision.seat, line)
        rows.append(row_of(decision.seat, step))
        state = step.state
        if watch is not None:
            watch(decision.seat, step)
    standings = rules.result(state)
    if standings is None:
        raise Endless("nobody owes anything, yet there is no result")
    return PlayedGame(
        options=dict(options),
        seats=len(policies),
        rows=tuple(rows),
        state=state,
        standings=standings,
    )


def _next(
    owed: Sequence[Decision], last: Decision | None, urgent: Collection[str], rng: Random
) -> Decision:
    """Who is asked: whoever has begun something finishes it; after that it is anybody's chance."""
    begun = [decision for decision in owed if last is not None and decision.id == last.id]
    pressing = [decision for decision in owed if decision.kind in urgent]
    return rng.choice(pressing or begun or owed)
