"""What an unfinished game is likely to come to: bounds from the engine, an estimate from bots."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from statistics import mean
from typing import Any

from engine.api import CHANCE, Event, MoveError, Seat
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

    `certain`: the score now with what passing at once brings. `capped`: that, with the same income
    and pass points in every round left, and whatever the final scoring gives for the position as
    it is. Bots, playing on several times, came to `estimate` on average.
    """

    score: int
    certain: int
    capped: int
    estimate: int


def assess(*, game: Game, games: int, rng: Random) -> dict[int, Assessment]:
    """By seat number; a game without any rounds left is worth what it says."""
    rules, state = game.rules, position_at(game=game)
    view = rules.view(state, None)
    left = max(int(view.get("rounds", 0)) - int(view.get("round", 0)), 0)
    seats = [Seat(seat["seat"]) for seat in view["seats"]]
    now = {seat: int(view["seats"][seat]["numbers"]["vp"]) for seat in seats}
    idle = _final_scores(rules, state)
    played = [_played_on(rules, state, rng) for _ in range(games)]
    out = {}
    for seat in seats:
        forecast = rules.forecast(state, seat)
        income, at_pass = _points(forecast.income), _points(forecast.at_pass)
        certain = now[seat] + at_pass
        final = max(idle.get(seat, now[seat]) - now[seat] - at_pass * (left + 1), 0)
        out[int(seat)] = Assessment(
            score=now[seat],
            certain=certain,
            capped=certain + left * (income + at_pass) + final,
            estimate=round(mean(scores[seat] for scores in played)) if played else certain,
        )
    return out


def _points(events: tuple[Event, ...]) -> int:
    return sum(event.delta.get("vp", 0) for event in events)


def _final_scores(rules: AnyRules, state: Any) -> dict[Seat, int]:
    """If from now on everybody only made the safest move."""
    rng = Random(0)
    for _ in range(MOST_ROWS):
        owed = [decision for decision in rules.pending(state) if not decision.answered]
        if not owed:
            break
        first = owed[0]
        if first.seat == CHANCE:
            state = draw(rules, state, first, rng).state
        else:
            state = play_line(rules, state, first.seat, first.default or "").state
    return _scores(rules, state)


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
