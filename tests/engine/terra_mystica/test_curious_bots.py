"""Players of a report like what was seldom seen, and play as usual where there is no such thing."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from engine.api import Event, Offer, Rules, Seat
from engine.terra_mystica.rules import RULES
from engine.terra_mystica.state import State
from games.bots.coverage import PLENTY, Coverage
from games.bots.curious import CuriousPolicy
from games.bots.policy import RandomPolicy
from tests.engine.terra_mystica.scene import scene

SEEDS = range(20)
TOWN = "fakirs: D E6 E5 F3; SH D4\nwitches: D A10"


class Sleeper(RandomPolicy):
    """Always the first thing: whatever else is chosen was chosen for its rarity."""

    def choose_from(
        self,
        rules: Rules[State],
        state: State,
        seat: Seat,
        offers: list[Offer],
        rng: Random,
    ) -> str:
        return offers[0].line


def everything_but(*rows: tuple[str, str], faction: str = "fakirs") -> Coverage:
    """All has been seen often, except these."""
    seen = Coverage()
    seen.watch([Event(kind="faction-taken", seat=Seat(0), source="", facts={"faction": faction})])
    for heading, name, _ in seen.rare():
        seen.seen[heading, name] = PLENTY
    for row in rows:
        seen.seen[row] = 0
    return seen


def choices(state: State, seen: Coverage) -> Counter[str]:
    policy = CuriousPolicy(Sleeper(), seen)
    return Counter(policy.choose(RULES, state, Seat(0), Random(seed)) for seed in SEEDS)


def test_a_tile_whose_effect_is_rare_is_taken() -> None:
    state = scene(TOWN).play("upgrade E6 to TP").state
    rare = ("ability of fakirs", "range from a town tile")
    often = choices(state, everything_but(rare))
    assert set(often) == {"+TW1", "+TW7"}
    assert often["+TW7"] > often["+TW1"] > 0
    assert set(choices(state, everything_but())) == {"+TW1"}


def test_what_shows_only_after_a_sacrifice_and_another_choice_is_found() -> None:
    table = scene("shapeshifters: SH E6; bowls 0/5/3\nwitches: D A10")
    rare = ("ability of shapeshifters", "stronghold: new home for power")
    often = choices(table.state, everything_but(rare, faction="shapeshifters"))
    assert often.most_common(1)[0][0] == "burn 2. action ACTH5"


@pytest.mark.parametrize("rare", [(), (("ability of giants", "stronghold: two free spades"),)])
def test_factions_play_alike_often_unless_one_has_something_to_show(
    rare: tuple[tuple[str, str], ...],
) -> None:
    state = RULES.setup({}, 2)
    state = RULES.play(
        state, Seat(-1), f"deal-scoring {' '.join(f'SCORE{n}' for n in range(2, 8))}"
    )
    state = RULES.play(state.state, Seat(-1), "deal-bonus BON1 BON2 BON3 BON4 BON5").state
    seen = everything_but(*rare)
    seen.seen["faction", "auren"] -= 1
    often = choices(state, seen)
    assert often["setup auren"] + often["setup giants"] == len(SEEDS)
    assert (often["setup giants"] > often["setup auren"] > 0) is bool(rare)
