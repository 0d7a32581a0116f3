"""However a table came to its factions, its record plays to the same scores."""

from __future__ import annotations

from random import Random

import pytest

from engine.api import CHANCE, Seat
from engine.terra_mystica.export import write_record
from engine.terra_mystica.options import EXPANSIONS
from engine.terra_mystica.record import FinalResult, RecordError, replay_record
from engine.terra_mystica.rules import RULES
from engine.terra_mystica.state import State
from games.bots.policy import RandomPolicy
from tests.engine.contract.base import draw
from tests.engine.terra_mystica.second import assert_both_agree
from tests.engine.terra_mystica.setup_table import SCORING

WAYS = {
    "open auction": {"auction": "open"},
    "sealed bids": {"auction": "sealed"},
    "draft": {"setup": "draft", "draft-size": 8},
    "dealt": {"setup": "random", "starting-vp": "2017"},
    "dealt colours": {"setup": "random-colours"},
}


def played(options: dict, rng: Random) -> tuple[State, list[tuple[int, str]]]:
    """A game at random in which somebody leaves during set-up now and then."""
    seats = rng.randint(3, 5)
    state, log, gone = RULES.setup(options, seats), [], set()
    policy = RandomPolicy()
    while owed := RULES.pending(state):
        decision = rng.choice(owed)
        seat = decision.seat
        if seat == CHANCE:
            line = draw(RULES, state, decision, rng)
        elif state.round == 0 and len(gone) < 2 and rng.random() < 0.04:
            seat = Seat(rng.choice([s for s in range(seats) if s not in gone]))
            gone.add(seat)
            line = RULES.resign_line
        else:
            line = policy.choose(RULES, state, seat, rng)
        step = RULES.play(state, seat, line)
        log.append((seat, step.line))
        state = step.state
    return state, log


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("seed", range(2))
def test_the_record_plays_to_the_same_scores(way, seed):
    rng = Random(f"{way} {seed}")
    options = {
        **dict.fromkeys(EXPANSIONS, True),
        **WAYS[way],
        "variable-turn-order": bool(rng.randrange(2)),
    }
    state, log = played(options, rng)
    record = write_record(RULES.setup(options, len(state.players)), log)
    *_, last = replay_record(record)
    assert isinstance(last, FinalResult)
    assert last.final == {p.faction: p.vp for p in state.players if p.faction}
    assert_both_agree(record)


def test_an_auction_is_written_as_a_choice_in_its_turn_order():
    options = {"auction": "open", EXPANSIONS[0]: True}
    log = [
        (CHANCE, SCORING),
        (CHANCE, "deal-bonus BON1 BON2 BON3 BON4 BON5"),
        (CHANCE, "deal-tokens icemaidens giants"),
        (CHANCE, "deal-opener 2"),
        (1, "bid 7"),
        (0, "pass"),
        (1, "take icemaidens at 2. pick-color brown. +FAV5"),
        (0, "build D4"),
        (1, "build E6"),
    ]
    lines = write_record(RULES.setup(options, 2), log).splitlines()
    assert "Starting points: giants 40, icemaidens 33" in lines
    assert [line for line in lines if "\t" in line] == [
        "giants\tsetup",
        "icemaidens\tsetup",
        "icemaidens\t+FAV5. pick-color brown",
        "giants\tbuild D4",
        "icemaidens\tbuild E6",
    ]


@pytest.mark.parametrize("rows", ["map-rows A YUK", "map-rows", "map-rows Q Y U K", ""])
def test_a_map_nobody_knows_is_refused(rows):
    scoring = [f"Round {n} scoring: SCORE{n + 1}" for n in range(1, 7)]
    with pytest.raises(RecordError, match="map"):
        list(replay_record("\n".join([*scoring, "map 0123456789", rows])))
