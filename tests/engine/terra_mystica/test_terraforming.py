"""The wheel, spades and dwellings (R6.1 to R6.3)."""

from __future__ import annotations

import pytest

from engine.terra_mystica.terms import WHEEL, passes_through, wheel_distance
from tests.engine.terra_mystica.scene import end_phase_two, scene

# Distances from plains around E6: E5 swamp 1, F3 desert 1, D4 wasteland 2, F4 forest 3, E7 3.
AUREN = "cultists: D E6 F7; {}\nnomads: D A5"


@pytest.mark.parametrize("old", WHEEL)
@pytest.mark.parametrize("new", WHEEL)
def test_the_price_is_the_way_round_the_wheel_never_through_home_r6_1a(old: str, new: str) -> None:
    home, steps = "brown", wheel_distance(old, new)
    table = scene("cultists: D E6; dig 2; 0c 70w\nnomads: D A5", land={"E5": old}, scoring="SCORE4")
    if old == new:
        assert table.refused(f"dig 1. transform E5 to {new}") == "no-change"
        return
    needed = 7 - steps if passes_through(old, new, home) else steps
    assert table.change(f"dig {needed}. transform E5 to {new}") == {"w": -needed}
    table = scene("cultists: D E6; dig 2; 0c 70w\nnomads: D A5", land={"E5": old}, scoring="SCORE4")
    if needed > 1:
        assert table.refused(f"dig {needed - 1}. transform E5 to {new}") == "spades-short"


def test_to_home_the_long_way_only_with_exactly_so_many_spades_r6_1a() -> None:
    table = scene(AUREN.format("dig 2"))
    assert table.refused("dig 5. build F4") == "spades-left"
    assert table.change("dig 4. build F4")["w"] == -5


@pytest.mark.parametrize("place", ["ice", "volcano"])
def test_ice_and_volcano_are_for_good_r6_1c(place: str) -> None:
    table = scene(AUREN.format("dig 2"), land={"E5": place})
    assert table.refused("dig 1. transform E5 to brown") == "terrain"
    assert table.refused("build E5") == "wrong-terrain"


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("dig 1. transform E5 to ice", "terrain"),
        ("dig 1. transform r15 to brown", "river"),
        ("build r15", "river"),
        ("build Z9", "no-such-hex"),
        ("dig 1. transform E6 to black", "occupied"),
        ("build E6", "occupied"),
        ("build A5", "occupied"),
        ("dig 1. transform G3 to blue", "not-reachable"),
        ("transform E5 to brown", "spades-short"),
        ("build E5", "wrong-terrain"),
    ],
)
def test_hexes_that_cannot_be_changed_or_built_on_r6_1(line: str, code: str) -> None:
    assert scene(AUREN.format("7p")).refused(line) == code


def test_a_transformed_hex_belongs_to_nobody_r6_1c() -> None:
    table = scene("cultists: D E6\nnomads: D F3")
    table.play("dig 1. transform E5 to brown")
    assert table.change("nomads: dig 1. transform E5 to yellow")["w"] == -3


# ---- where spades may go --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "outcome"),
    [
        pytest.param("action ACT5. dig 1. build D4", "", id="a bought spade completes the hex"),
        pytest.param("action ACT5. dig 1. dig 1. build F4", "", id="in portions"),
        pytest.param("action BON1. dig 2. build F4", "", id="BON1 too"),
        pytest.param("action ACT6. dig 1. build F4", "", id="ACT6 and one more"),
        pytest.param("dig 1. dig 1. build D4", "", id="two portions"),
        pytest.param(
            "action ACT6. transform E5 to brown. transform F3 to brown. build E5",
            "",
            id="both home, dwelling on the first (6.2f example 3)",
        ),
        pytest.param(
            "action ACT6. transform E5 to brown. transform F3 to brown. build F3",
            "",
            id="both home, dwelling on the second",
        ),
        pytest.param(
            "action ACT6. transform E5 to brown. transform D4 to yellow. build E5",
            "",
            id="one home, one partial (example 2)",
        ),
        pytest.param(
            "action ACT6. transform D4 to yellow. transform E5 to brown. build E5",
            "",
            id="the partial one first",
        ),
        pytest.param(
            "action ACT6. transform D4 to yellow. transform D4 to brown. build D4",
            "",
            id="one hex moved twice",
        ),
        pytest.param("dig 2. transform D4 to yellow. build D4", "", id="a stop on the way home"),
        pytest.param(
            "dig 3. transform E5 to blue. build E5", "spades-left", id="no turning back (R6.1a)"
        ),
        pytest.param("dig 4. transform F4 to gray. build F4", "", id="a stop on the long way home"),
        pytest.param(
            "action ACT6. transform D4 to yellow. transform F4 to blue",
            "partial-twice",
            id="two partial hexes (example 4)",
        ),
        pytest.param("dig 1. transform F4 to blue", "", id="partial, no dwelling (example 5)"),
        pytest.param(
            "dig 2. transform E5 to brown. transform F3 to brown",
            "one-hex",
            id="bought spades go to one hex",
        ),
        pytest.param(
            "action ACT6. dig 1. transform E5 to brown. transform D4 to brown",
            "one-hex",
            id="as soon as one is bought",
        ),
        pytest.param(
            "action ACT6. transform E5 to brown. dig 1. transform D4 to brown",
            "not-here",
            id="none bought after a transformation",
        ),
        pytest.param(
            "action ACT6. transform E5 to brown. transform F3 to brown. build E5. build F3",
            "build-where",
            id="one dwelling per action",
        ),
        pytest.param("dig 3. build D4", "spades-left", id="more bought than fit"),
        pytest.param("dig 2. transform F4 to blue", "spades-left", id="none stays over"),
        pytest.param("action ACT6. build E5", "spades-left", id="all spades before the dwelling"),
        pytest.param(
            "action ACT6. transform E5 to brown. -SPADE. build E5",
            "",
            id="unless the rest is waived",
        ),
        pytest.param(
            "dig 1. transform F4 to blue. build E10",
            "build-where",
            id="a dwelling only on a hex made home in this action",
        ),
        pytest.param("action ACT5. build E10", "spades-left", id="not on an older home hex"),
        pytest.param("action ACT5. -SPADE. build E10", "build-where", id="nor by waiving"),
        pytest.param("build E10", "", id="which is an action of its own"),
    ],
)
def test_spades_of_one_action_r6_2(line: str, outcome: str) -> None:
    table = scene(AUREN.format("card BON1; home E10"))
    if outcome:
        assert table.refused(line) == outcome
    else:
        table.play(line)
        assert table.on_turn == "nomads"


def test_transform_without_a_colour_goes_as_near_to_home_as_it_can_n3() -> None:
    table = scene(AUREN.format("dig 2"))
    table.play("dig 2. transform F4")
    assert table.step is not None
    assert table.step.line == "dig 2. transform F4 to black"
    assert table.state.terrain["F4"] == "black"


# ---- points per spade -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("faction", "line", "points"),
    [
        ("cultists", "dig 1. build E5", 2),
        ("cultists", "action ACT6. -2SPADE", 4),
        ("cultists", "action BON1. -SPADE", 2),
        ("halflings", "dig 1. build E5", 3),
        ("halflings", "action ACT6. transform E5. transform F3", 6),
    ],
)
def test_points_per_spade_gained_even_if_waived_r6_2d(faction: str, line: str, points: int) -> None:
    table = scene(f"{faction}: D E6; card BON1\nnomads: D A5", scoring="SCORE1")
    assert table.change(line)["vp"] == points


def test_cult_spades_score_for_the_faction_but_never_on_score1_r6_2d() -> None:
    table = scene("halflings: D E6; cults 0/0/4/0\nnomads: D A5", scoring="SCORE2")
    table.play("pass BON1")
    assert table.change("nomads: pass BON2", of="halflings")["vp"] == 1


# ---- dwellings ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("faction", "cost"),
    [
        ("cultists", {"w": -1, "c": -2}),
        ("engineers", {"w": -1, "c": -1}),
        ("swarmlings", {"w": -2, "c": -3}),
    ],
)
def test_a_dwelling_costs_r6_3(faction: str, cost: dict[str, int]) -> None:
    table = scene(f"{faction}: D E6; home E5\nnomads: D A5", scoring="SCORE4")
    assert table.change("build E5") == {**cost, "D": 1}


@pytest.mark.parametrize("scoring", ["SCORE3", "SCORE5"])
def test_dwellings_score_r6_3(scoring: str) -> None:
    table = scene(AUREN.format("home E5; favors FAV11"), scoring=scoring)
    assert table.change("build E5")["vp"] == 2 + 2


def test_eight_dwellings_at_most_r6_3() -> None:
    row = "cultists: D E6 F7 A1 A7 B2 E2 H3 I8; home E5\nnomads: D A5"
    assert scene(row).refused("build E5") == "no-piece"


def test_cult_spades_build_nothing_but_split_freely_r9_6() -> None:
    table = scene("cultists: D E6; cults 0/8/0/0\nnomads: D A5", scoring="SCORE6")
    end_phase_two(table)
    assert table.refused("build E5") == "build-where"
    assert table.refused("dig 1") == "phase"
    assert table.refused("convert 1W to 1C") == "phase"
    assert table.refused("burn 1") == "phase"
    assert table.refused("transform G2 to yellow. -SPADE") == "not-reachable"
    table.play("transform F4 to blue. transform E7 to green")
    assert table.state.phase == "play"


def test_unused_cult_spades_are_waived_in_words_r9_6() -> None:
    table = scene("cultists: D E6; cults 0/8/0/0\nnomads: D A5", scoring="SCORE6")
    end_phase_two(table).play("transform E5 to brown")
    assert table.state.phase == "spades"
    assert table.play("-SPADE").state.phase == "play"


def test_cult_spades_in_turn_order_of_the_next_round_r9_6() -> None:
    table = scene("cultists: D E6; cults 0/4/0/0\nnomads: D A5; cults 0/4/0/0", scoring="SCORE6")
    table.play("send p to FIRE", "nomads: pass BON1", "pass BON2")
    assert table.refused("transform E5 to brown") == "not-your-turn"
    table.play("nomads: transform A6 to yellow", "transform E5 to brown")
    assert table.state.round == 2
