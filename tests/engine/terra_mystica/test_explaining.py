"""Where points and goods come from, and what may be counted on, in random games (R2.2, R9.1)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine.api import Event, Seat, Step
from engine.terra_mystica.rules import RULES
from engine.terra_mystica.state import State
from games.bots.order import ANY, Order, options_for
from games.bots.policy import RandomPolicy
from games.bots.table import play_out
from tests.engine.terra_mystica.scene import scene


def amounts(events: tuple[Event, ...], seat: int, prefix: str) -> dict[str, dict[str, int]]:
    """What a seat was given by sources that begin so, what was lost above a limit included."""
    got: dict[str, dict[str, int]] = {}
    for event in events:
        if event.seat == seat and event.kind == "changed" and event.source.startswith(prefix):
            goods = {name: event.delta.get(name, 0) for name in ("c", "w", "p")}
            goods["p"] += event.facts.get("lost_p", 0)
            goods["pw"] = event.facts.get("pw", 0) + event.facts.get("lost_pw", 0)
            got[event.source] = {name: amount for name, amount in goods.items() if amount}
    return got


def without_priests(goods: dict[str, dict[str, int]]) -> dict[str, dict[str, int]]:
    kept = {
        source: {name: amount for name, amount in bag.items() if name != "p"}
        for source, bag in goods.items()
    }
    return {source: bag for source, bag in kept.items() if bag}


class Compare:
    """Compares every forecast with what happens in the step after it."""

    def __init__(self, start: State) -> None:
        self.state = start
        self.points: dict[int, dict[str, int]] = {}
        self.incomes = self.passes = 0

    def __call__(self, seat: Seat, step: Step[Any]) -> None:
        before, self.state = self.state, step.state
        took_card = {event.seat for event in step.events if event.kind == "card-taken"}
        if any(event.kind == "passed" for event in step.events):
            self.check_pass(before, seat, step)
        if any(event.source.startswith("income:") for event in step.events):
            for player in before.players:
                if player.faction and player.seat not in took_card:
                    self.check_income(before, player.seat, step)
        self.add_points(step)

    def check_pass(self, before: State, seat: Seat, step: Step[Any]) -> None:
        """Only a line that does nothing but pass shows what was forecast before it."""
        if before.phase != "play" or not step.line.startswith("pass"):
            return
        told = {event.source: event.delta["vp"] for event in RULES.forecast(before, seat).at_pass}
        marks = [n for n, event in enumerate(step.events) if event.kind == "passed"]
        paid = {
            event.source: event.delta["vp"]
            for event in step.events[: marks[0]]
            if event.seat == seat and event.delta.get("vp")
        }
        assert told == paid, step.line
        self.passes += 1

    def check_income(self, before: State, seat: int, step: Step[Any]) -> None:
        told = {
            event.source: dict(event.delta) for event in RULES.forecast(before, Seat(seat)).income
        }
        paid = amounts(step.events, seat, "income:")
        if before.players[seat].board.river_bound:
            # Their priests come as decisions, not as goods (R12.8).
            told, paid = without_priests(told), without_priests(paid)
        assert told == paid, (before.players[seat].faction, step.line)
        self.incomes += 1

    def add_points(self, step: Step[Any]) -> None:
        for event in step.events:
            if event.seat is not None and event.delta.get("vp"):
                source = "start" if event.kind == "faction-taken" else event.source
                points = self.points.setdefault(event.seat, {})
                points[source] = points.get(source, 0) + event.delta["vp"]


@pytest.mark.parametrize("seed", range(8))
def test_forecasts_come_true_and_points_add_up(seed: int) -> None:
    rng, players = Random(seed), 2 + seed % 4
    order = Order(players=players, seed=seed, options=(ANY,), map=ANY)
    options = options_for(RULES, order, players, rng)
    compare = Compare(RULES.setup(options, players))
    game = play_out(RULES, options, [RandomPolicy()] * players, rng, watch=compare)
    assert compare.passes
    assert compare.incomes
    for standing in game.standings:
        told = {source: vp for source, vp in compare.points[standing.seat].items() if vp}
        details = {source: vp for source, vp in standing.details.items() if vp}
        assert told == details
        assert sum(details.values()) == standing.score


def test_the_card_that_goes_back_is_not_forecast_r2_3() -> None:
    table = scene("cultists: D E6; card BON3\nwitches: D A10")

    def sources() -> set[str]:
        return {event.source for event in RULES.forecast(table.state, Seat(0)).income}

    assert sources() == {"income:D"}
    table.play("pass BON9")
    assert sources() == {"income:D", "income:BON9"}


def test_no_income_is_forecast_in_the_last_round_r10() -> None:
    table = scene("cultists: D E6\nwitches: D A10", round=6)
    assert RULES.forecast(table.state, Seat(0)).income == ()


def test_points_at_pass_by_source_r9_1() -> None:
    table = scene("cultists: TP E6 E5; favors FAV12; card BON7\nwitches: D A10")
    told = {event.source: event.delta for event in RULES.forecast(table.state, Seat(0)).at_pass}
    assert told == {"BON7": {"vp": 4}, "FAV12": {"vp": 3}}
