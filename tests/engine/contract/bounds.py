"""Promises of bounds: nobody ends above `high`, and who plays safe not below `low`."""

from __future__ import annotations

from random import Random

from engine.api import CHANCE, Bounds, Decision, Seat
from engine.log import play_line
from tests.engine.contract.base import Game, Playout, S, begin, draw, promise

NOTED_EVERY = 30
"""Rows between two looks at the bounds."""


def check_bounds(game: Game[S], rng: Random) -> None:
    """Everybody plays at random; from some moment on half the table only makes safe moves.

    Now and then somebody leaves.
    """
    played = begin(game, rng)
    rules = game.rules
    seats = list(map(Seat, range(played.seats)))
    careful_from = rng.randrange(200)
    careful = set(rng.sample(seats, played.seats // 2))
    leaver, leaves_at = rng.choice(seats), rng.randrange(400)
    noted: list[tuple[int, Seat, Bounds]] = []
    left: set[Seat] = set()
    number = 0
    while owed := [one for one in rules.pending(played.state) if not one.answered]:
        promise(number < game.longest, "any random playout ends")
        if number % NOTED_EVERY == 0 or number == careful_from:
            noted += [(number, seat, rules.bounds(played.state, seat)) for seat in seats]
        decision = rng.choice(owed)
        seat, line = decision.seat, _line(played, decision, rng)
        if number == leaves_at:
            seat, line = leaver, rules.resign_line
            left.add(seat)
        elif number >= careful_from and seat in careful:
            assert decision.default is not None
            line = decision.default
        played.state = play_line(rules, played.state, seat, line).state
        number += 1
    scores = {standing.seat: standing.score for standing in rules.result(played.state) or ()}
    for row, seat, bounds in noted:
        where = (f"seat {seat} at row {row}", bounds, scores[seat])
        promise(bounds.low <= bounds.high, "bounds are in order", *where)
        promise(scores[seat] <= bounds.high, "nobody ends above the upper bound", *where)
        safe = seat in careful and row >= careful_from and (seat not in left or row > leaves_at)
        if safe:
            promise(scores[seat] >= bounds.low, "safe play keeps the lower bound", *where)


def _line(played: Playout[S], decision: Decision, rng: Random) -> str:
    rules = played.game.rules
    if decision.seat == CHANCE:
        return draw(rules, played.state, decision, rng)
    return rng.choice(list(rules.legal(played.state, decision.seat))).line
