"""Random games over all seats, maps and options: nothing breaks, nothing is lost (R0.4, R1.1, R3).

Fifty games belong to every run, two thousand to the nightly one.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine.api import Seat, Step
from engine.log import replay
from engine.terra_mystica.export import write_record
from engine.terra_mystica.record import FinalResult, replay_record
from engine.terra_mystica.rules import RULES
from engine.terra_mystica.state import Player, State
from engine.terra_mystica.terms import LAST_STEP, PIECES
from engine.terra_mystica.tiles.favors import FAVOR_TILES
from engine.terra_mystica.tiles.towns import TOWN_TILES
from engine.terra_mystica.view import numbers_of
from games.bots.order import ANY, Order, options_for
from games.bots.policy import RandomPolicy
from games.bots.table import play_out
from tests.engine.terra_mystica.second import assert_both_agree

SHORT = 50
NIGHTLY = 2_000
PRIESTS = 7
BRIDGES = 3

REMOVES_TOKENS = ("burn", "volcano", "ACTH6", "final:resources")
"""Sources of events by which power tokens leave the cycle (R3.4, R10.5, R12.5, R12.7)."""
ADDS_TOKENS = {
    "dragonlords": ("ACT5", "ACT6", "BON1", "cult:", "dragonlords"),
    "shapeshifters": ("token",),
}
"""Sources by which new ones come (R12.5, R12.7)."""


class Watch:
    """Looks at every step of a game."""

    def __init__(self) -> None:
        self.tokens: dict[int, int] = {}

    def __call__(self, seat: Seat, step: Step[Any]) -> None:
        state: State = step.state
        for event in step.events:
            if event.seat is not None:
                self.count_tokens(event.seat, event.source, event.delta, state)
        for player in state.players:
            if player.faction:
                check_player(state, player)
                assert sum(player.bowls) == self.tokens[player.seat], player
        check_supplies(state)

    def count_tokens(self, seat: int, source: str, delta: dict[str, int], state: State) -> None:
        change = sum(delta.get(bowl, 0) for bowl in ("p1", "p2", "p3"))
        if not change:
            return
        faction = state.players[seat].faction
        if seat not in self.tokens:
            assert source == faction, "the first tokens come with the faction"
        elif change < 0:
            assert source in REMOVES_TOKENS, (source, change)
        else:
            assert source.startswith(ADDS_TOKENS.get(faction, ())), (faction, source, change)
        self.tokens[seat] = self.tokens.get(seat, 0) + change


def check_player(state: State, player: Player) -> None:
    """Nothing negative, nothing above its limit, every piece where it belongs."""
    numbers = numbers_of(player)
    assert min(numbers.values()) >= 0, numbers
    assert player.p <= player.priest_limit
    assert max(player.cults) <= LAST_STEP
    counts = dict.fromkeys(PIECES, 0)
    for place, building in player.buildings.items():
        counts[building] += 1
        assert state.occupied[place] == player.seat
    assert counts == player.counts
    assert all(counts[kind] <= PIECES[kind] for kind in PIECES), counts
    assert set(player.in_town) <= set(player.buildings)
    on_spaces = sum(seat == player.seat for row in state.spaces for seat in row)
    locked = 7 - len(player.unlocked) if player.board.river_bound and player.chosen else 0
    if not player.board.river_bound or player.chosen:
        assert player.priest_limit + on_spaces + locked == PRIESTS
    own = sum(bridge.seat == player.seat for bridge in state.bridges)
    assert player.bridges + own == BRIDGES
    assert len(set(player.favors)) == len(player.favors)
    assert sum(player.points.values()) == player.vp


def check_supplies(state: State) -> None:
    """Tiles, cards and hexes are neither lost nor doubled."""
    for key, tile in FAVOR_TILES.items():
        held = sum(key in player.favors for player in state.players)
        assert state.favors[key] + held == tile.count
    for key, left in state.towns.items():
        held = sum(player.towns.count(key) for player in state.players)
        assert left + held == TOWN_TILES[key].count
    held_cards = [player.card for player in state.players if player.card]
    assert len(set(held_cards)) == len(held_cards)
    assert not set(held_cards) & set(state.cards)
    if state.phase != "deal":
        assert len(held_cards) + len(state.cards) == len(state.players) + 3
    assert set(state.occupied) == {place for p in state.players for place in p.buildings}
    sites = [frozenset((bridge.a, bridge.b)) for bridge in state.bridges]
    assert len(set(sites)) == len(sites)
    for cult in range(4):
        assert sum(player.cults[cult] == LAST_STEP for player in state.players) <= 1


def play_and_check(seed: int) -> None:
    rng = Random(seed)
    players = 2 + seed % 4
    order = Order(players=players, seed=seed, options=(ANY,), map=ANY)
    options = options_for(RULES, order, players, rng)
    game = play_out(RULES, options, [RandomPolicy()] * players, rng, watch=Watch())
    assert RULES.load(RULES.dump(game.state)) == game.state
    assert replay(RULES, game.options, players, game.rows) == game.state
    for standing in game.standings:
        assert sum(standing.details.values()) == standing.score
    record = write_record(
        RULES.setup(game.options, players), [(row.seat, row.line) for row in game.rows]
    )
    *_, last = replay_record(record)
    assert isinstance(last, FinalResult)
    assert last.final == {p.faction: p.vp for p in game.state.players if p.faction}
    assert_both_agree(record)


@pytest.mark.parametrize("seed", range(SHORT))
def test_a_random_game(seed: int) -> None:
    play_and_check(seed)


@pytest.mark.nightly
@pytest.mark.parametrize("block", range(SHORT, NIGHTLY, 50))
def test_many_random_games(block: int) -> None:
    for seed in range(block, block + 50):
        play_and_check(seed)
