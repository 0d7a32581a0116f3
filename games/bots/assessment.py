"""What an unfinished game is likely to come to: bounds from the engine, an estimate from bots."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from statistics import mean
from typing import Any

from engine.api import CHANCE, MoveError, Seat
from engine.log import play_line
from engine.registry import AnyRules
from games.bots.chance import draw
from games.bots.policies import policies_for
from games.models import Game
from games.positions import position_at

MOST_ROWS = 2_000
POLICY = "hasty"


@dataclass(frozen=True)
class Assessment:
    """For one seat.

    `certain` and `most` are the bounds of the rules (`engine.api.Bounds`): what the seat has by the
    safest play, and what it cannot exceed whatever anybody does. Bots, playing on several times,
    came to `estimate` on average.
    """

    score: int
    certain: int
    most: int
    estimate: int


def assess(*, game: Game, games: int, rng: Random) -> dict[int, Assessment]:
    """By seat number."""
    rules, state = game.rules, position_at(game=game)
    now = _scores(rules, state)
    played = [_played_on(rules, state, rng) for _ in range(games)]
    out = {}
    for seat, score in now.items():
        bounds = rules.bounds(state, seat)
        estimate = round(mean(scores[seat] for scores in played)) if played else bounds.low
        out[int(seat)] = Assessment(
            score=score, certain=bounds.low, most=bounds.high, estimate=estimate
        )
    return out


def _played_on(rules: AnyRules, state: Any, rng: Random) -> dict[Seat, int]:
    """Bots take all seats from here to the end."""
    policy = policies_for(rules.key)[POLICY]
    for _ in range(MOST_ROWS):
        owed = [decision for decision in rules.pending(state) if not decision.answered]
        if not owed:
            break
        first = owed[0]
        if first.seat == CHANCE:
            state = draw(rules, state, first, rng).state
            continue
        try:
            line = policy.choose(rules, state, first.seat, rng)
            state = play_line(rules, state, first.seat, line).state
        except MoveError:
            state = play_line(rules, state, first.seat, first.default or "").state
    return _scores(rules, state)


def _scores(rules: AnyRules, state: Any) -> dict[Seat, int]:
    standings = rules.result(state)
    if standings is not None:
        return {standing.seat: standing.score for standing in standings}
    view = rules.view(state, None)
    return {Seat(seat["seat"]): int(seat["numbers"]["vp"]) for seat in view["seats"]}
