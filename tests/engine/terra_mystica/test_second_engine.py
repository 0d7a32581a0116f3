"""Two engines, one game: the second one arrives at the same numbers after every row.

It is proven itself on the recorded games of other people, in `test_ledgers.py`.
"""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.api import Rules, Seat
from engine.terra_mystica.export import write_record
from engine.terra_mystica.rules import RULES
from games.bots.order import ANY, Order, options_for
from games.bots.selfplay import AT_ONCE, POLICIES, self_play
from games.bots.table import play_out
from tests.engine.terra_mystica.golden import FOLDER, read
from tests.engine.terra_mystica.second import assert_both_agree
from tests.engine.terra_mystica.second.game import play
from tests.engine.terra_mystica.second.side import Wrong

GAMES = sorted(FOLDER.glob("*.txt"))


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_golden_game(path: Path) -> None:
    assert_both_agree(read(path).record)


@pytest.mark.parametrize("setup", ["auction=open", "auction=sealed", "setup=random"])
def test_a_game_whose_factions_were_not_chosen_in_order(setup: str) -> None:
    order = Order(players=(3,), seed=7, options=(setup, "fire-and-ice-factions/ice"))
    for played in self_play(order):
        assert_both_agree(played.record)


class Quitter:
    """Plays at random, and may get up and leave whenever he is asked something."""

    def choose(self, rules: Rules[Any], state: Any, seat: Seat, rng: Random) -> str:
        if rng.random() < 0.01:
            return RULES.resign_line
        return POLICIES["random"].choose(rules, state, seat, rng)


def people_leave(seed: int) -> str:
    """The record of a game that players leave at any time (R14)."""
    rng = Random(seed)
    players = 2 + seed % 4
    order = Order(players=(players,), seed=seed, options=(ANY,), map=ANY)
    options = options_for(RULES, order, players, rng)
    game = play_out(RULES, options, [Quitter()] * players, rng, urgent=AT_ONCE)
    start = RULES.setup(game.options, players)
    return write_record(start, [(row.seat, row.line) for row in game.rows])


@pytest.mark.parametrize("seed", range(6))
def test_a_game_that_players_leave_r14(seed: int) -> None:
    record = people_leave(seed)
    assert_both_agree(record)
    rounds = re.findall(r"^Round (\d), turn 1$", record, re.MULTILINE)
    assert rounds == list("123456")
    incomes = re.findall(r"^Round (\d) income$", record, re.MULTILINE)
    assert sorted(set(incomes)) == list("123456")


@pytest.mark.nightly
def test_many_games_that_players_leave_r14() -> None:
    for seed in range(6, 200):
        assert_both_agree(people_leave(seed))


@pytest.mark.nightly
@pytest.mark.parametrize("block", range(10))
def test_greedy_games(block: int) -> None:
    order = Order(
        players=(2, 3, 4, 5),
        seed=400_000 + 100 * block,
        games=10,
        policy="greedy",
        map="any",
        options=("any",),
    )
    for played in self_play(order):
        assert_both_agree(played.record)


def test_it_does_nothing_by_itself_r17_3() -> None:
    """A step, spade, token or priest that is owed holds the game up until the record decides."""
    owed = re.compile(r"^\w+\t(?:-SPADE|\+\w+|-GAIN_P3_FOR_VP|unlock-terrain \S+)\n", re.MULTILINE)
    records = [record for path in GAMES if owed.search(record := read(path).record)]
    assert records
    for record in records:
        with pytest.raises(Wrong):
            list(play(owed.sub("", record, count=1)))
