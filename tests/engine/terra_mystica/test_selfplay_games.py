"""Whole games by bots: nothing breaks, everything adds up, records replay, greed pays."""

from __future__ import annotations

from random import Random

import pytest

from engine.api import Seat
from engine.terra_mystica.rules import RULES
from games.bots.coverage import Coverage
from games.bots.manners import plainly_told
from games.bots.order import Order, any_options, options_for
from games.bots.selfplay import AT_ONCE, MIXED, POLICIES, self_play
from games.bots.table import play_out
from tests.engine.terra_mystica.scene import scene

OPTIONS = {option.key: option for option in RULES.options()}


def fuzz(seed: int, players: tuple[int, ...], games: int, policy: str = "random") -> Coverage:
    """Games on any map with any options; self-play itself replays every record."""
    coverage = Coverage()
    order = Order(
        players=players, seed=seed, games=games, policy=policy, map="any", options=("any",)
    )
    for played in self_play(order, coverage):
        assert len(played.scores) == played.game.seats
        assert all(standing.score >= 0 for standing in played.game.standings)
    return coverage


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_random_games_come_to_an_end_and_their_records_replay(players: int) -> None:
    """One of each size; fifty more are played in `test_fuzz.py`."""
    assert fuzz(seed=players * 7_000, players=(players,), games=1).games == 1


@pytest.mark.nightly
def test_two_thousand_games_show_everything() -> None:
    coverage = fuzz(seed=200_000, players=(2, 3, 4, 5), games=2_000, policy=MIXED)
    assert coverage.rare() == []


def greedy_wins(players: int, games: int, seed: int) -> int:
    """How often one greedy bot beats bots that play at random."""
    won = 0
    for number in range(games):
        rng, chair = Random(seed + number), number % players
        policies = [POLICIES["greedy" if seat == chair else "random"] for seat in range(players)]
        game = play_out(RULES, any_options(OPTIONS, rng), policies, rng, urgent=AT_ONCE)
        won += game.standings[0].seat == chair
    return won


@pytest.mark.parametrize(("players", "games"), [(2, 6), (4, 3)])
def test_greedy_beats_random(players: int, games: int) -> None:
    assert greedy_wins(players, games, seed=50) >= games - 1


@pytest.mark.nightly
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_greedy_beats_random_in_95_of_100_games(players: int) -> None:
    assert greedy_wins(players, 100, seed=5_000) >= 95


def test_options_of_records_without_effect_may_be_named() -> None:
    named = Order(players=(2,), seed=1, options=("email-notify", "maintain-player-order"))
    rng = Random(1)
    assert options_for(RULES, named, 2, rng) == options_for(
        RULES, Order(players=(2,), seed=1), 2, rng
    )


def test_the_same_order_plays_the_same_games() -> None:
    order = Order(players=(2,), seed=4, policy="greedy", options=("any",))
    (one,), (other,) = self_play(order), self_play(order)
    assert one.record == other.record


@pytest.mark.parametrize(
    ("first", "free"), [("dig 1. build E8", False), ("send p to FIRE", True), ("build E6", True)]
)
def test_no_free_spade_follows_a_bought_one_in_a_double_turn(first: str, free: bool) -> None:
    """Other readers would let nobody give it up (R17.3)."""
    table = scene("chaosmagicians: SH E7; home E6; card BON1\nwitches: D A10")
    table.play("action ACTC", first)
    offers = plainly_told(RULES, table.state, Seat(0), list(RULES.legal(table.state, Seat(0))))
    assert bool({"ACT5", "ACT6", "BON1"} & {offer.target for offer in offers}) is free
    assert {"ACT4", "FIRE"} < {offer.target for offer in offers}
