"""Bots play whole games through the border alone."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine.api import CHANCE, MoveError, Offer, Rules, Seat, Step
from engine.log import replay
from games.bots.chance import NothingToDraw, draw
from games.bots.greedy import GreedyPolicy
from games.bots.policy import NoOffers, RandomPolicy
from games.bots.table import play_out
from tests.engine.toy import Toy, ToyRules

RULES = ToyRules()


class PointHunter:
    """Judges Lanterns: a point is worth more than a coin."""

    def __init__(self, seat: Seat | None = None) -> None:
        self.seat = seat

    def look(self, rules: Rules[Any], state: Any, seat: Seat) -> PointHunter:
        return PointHunter(seat)

    def reluctance(self, offer: Offer) -> int:
        return int(offer.verb == "sell")

    def ideas(self) -> list[str]:
        return ["bid 99"]

    def worth(self, step: Step[Any]) -> float:
        return sum(
            3.0 * event.delta.get("points", 0) + event.delta.get("coins", 0)
            for event in step.events
            if event.seat == self.seat
        )

    def goes_on(self, step: Step[Any]) -> bool:
        return step.line.startswith("buy")


@pytest.mark.parametrize("seats", RULES.seats)
def test_a_played_game_is_its_log(seats: int) -> None:
    game = play_out(RULES, {"rounds": 3}, [RandomPolicy()] * seats, Random(seats))
    assert replay(RULES, game.options, seats, game.rows) == game.state
    assert game.standings == RULES.result(game.state)


def test_the_same_seed_plays_the_same_game() -> None:
    one, other, third = (
        play_out(RULES, {}, [RandomPolicy()] * 3, Random(seed)).rows for seed in (5, 5, 6)
    )
    assert one == other != third


def test_greedy_beats_random_at_lanterns() -> None:
    greedy, won = GreedyPolicy(PointHunter()), 0
    for seed in range(40):
        game = play_out(RULES, {"rounds": 3}, [greedy, RandomPolicy()], Random(seed))
        won += game.standings[0].seat == 0
    assert won > 24


def test_lines_fixed_beforehand_are_played_when_their_seat_is_asked() -> None:
    deal = "deal 12 11 10 9 8 7 6 5 4 3 2 1"
    game = play_out(
        RULES,
        {},
        [RandomPolicy()] * 2,
        Random(1),
        opening=[(CHANCE, deal), (Seat(1), "bid 3")],
    )
    assert game.rows[0].line == deal
    assert next(row.line for row in game.rows if row.seat == 1) == "bid 3"


class OffersNothing(ToyRules):
    def legal(self, state: Toy, seat: Seat) -> Any:
        return iter(())


@pytest.mark.parametrize("policy", [RandomPolicy(), GreedyPolicy(PointHunter())])
def test_a_dead_end_is_reported(policy: RandomPolicy | GreedyPolicy) -> None:
    with pytest.raises(NoOffers):
        play_out(OffersNothing(), {}, [policy] * 2, Random(1))


class RefusesEveryDraw(ToyRules):
    code = "redraw"

    def play(self, state: Toy, seat: Seat, line: str) -> Step[Toy]:
        raise MoveError(self.code)


def test_draws_without_end_are_reported() -> None:
    state = RULES.setup({}, 2)
    with pytest.raises(NothingToDraw):
        draw(RefusesEveryDraw(), state, RULES.pending(state)[0], Random(1))


def test_a_draw_refused_for_another_reason_is_a_bug() -> None:
    state, rules = RULES.setup({}, 2), RefusesEveryDraw()
    rules.code = "nonsense"
    with pytest.raises(MoveError):
        draw(rules, state, RULES.pending(state)[0], Random(1))
