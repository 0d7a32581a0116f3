"""R12.1 ice, R12.2 Ice Maidens, R12.3 Yetis."""

from __future__ import annotations

import pytest

from engine.api import Seat
from engine.terra_mystica.rules import RULES
from engine.terra_mystica.state import State
from engine.terra_mystica.terms import WHEEL, wheel_distance
from tests.engine.terra_mystica.scene import end_phase_two, scene

ICE = "icemaidens (brown): D E6 F7; {}\nwitches: D A10"


@pytest.mark.parametrize("terrain", WHEEL)
def test_spades_to_ice_count_from_the_chosen_type_which_costs_one_r12_1(terrain: str) -> None:
    needed = max(1, wheel_distance(terrain, "brown"))
    table = scene(ICE.format("dig 2"), land={"E5": terrain}, scoring="SCORE4")
    assert table.change(f"dig {needed}. build E5") == {"w": -needed - 1, "c": -2, "D": 1}
    assert table.state.terrain["E5"] == "ice"
    table = scene(ICE.format("dig 2"), land={"E5": terrain}, scoring="SCORE4")
    assert table.refused(f"dig {needed + 1}. build E5") == "spades-left", "never the long way"


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("dig 1. transform E5 to brown", ""),
        ("dig 1. transform F4 to blue", ""),
        ("dig 2. transform F3 to black", "spades-short"),
        ("dig 1. transform E5 to volcano", "terrain"),
        ("dig 1. transform E5", ""),
    ],
)
def test_partial_steps_on_the_wheel_r12_1(line: str, code: str) -> None:
    table = scene(ICE.format("7p"))
    if code:
        assert table.refused(line) == code
    else:
        assert table.play(line).on_turn == "witches"


def test_without_a_colour_ice_is_meant_r12_1() -> None:
    assert scene(ICE.format("7p")).play("dig 1. transform E5").state.terrain["E5"] == "ice"
    assert scene(ICE.format("7p")).play("dig 1. transform D4").state.terrain["D4"] == "yellow"


def test_the_chosen_type_is_not_home_r12_1() -> None:
    table = scene(ICE.format("7p"), land={"E5": "brown"})
    assert table.refused("build E5") == "wrong-terrain"
    assert table.hints("build E5")[0] == "dig 1. build E5"
    assert table.change("dig 1. build E5")["D"] == 1


def test_ice_is_for_the_ice_faction_only_and_for_good_r12_1() -> None:
    table = scene("witches: D F4\nyetis (brown): D E6", land={"E7": "ice"})
    assert table.refused("dig 1. transform E7 to green") == "terrain"
    assert table.refused("build E7") == "wrong-terrain"
    table.play("send p to AIR")
    assert table.change("yetis: build E7")["D"] == 1


def test_two_partial_hexes_are_refused_for_ice_too_r6_2a() -> None:
    table = scene(ICE.format("7p"))
    line = "action ACT6. transform E5 to brown. transform F4 to blue"
    assert table.refused(line) == "partial-twice", "the chosen type is foreign terrain"


def test_cult_spades_make_ice_r9_6() -> None:
    table = scene("yetis (brown): D E6; cults 0/4/0/0\nwitches: D A10", scoring="SCORE6")
    end_phase_two(table).play("transform E5")
    assert table.state.terrain["E5"] == "ice"


# ---- Ice Maidens ----------------------------------------------------------------------------


def choosing() -> State:
    """The Ice Maidens have been chosen by the first seat."""
    state = RULES.setup({"fire-and-ice-factions/ice": True}, 2)
    while state.phase == "deal":
        draw = RULES.pending(state)[0].draw
        assert draw is not None
        tiles = [item for item in draw.items if item != "SCORE1"][: draw.count]
        state = RULES.play(state, Seat(-1), " ".join((draw.verb, *tiles))).state
    return RULES.play(state, Seat(0), "setup icemaidens").state


def test_a_favor_tile_at_selection_with_its_steps_and_power_r12_2() -> None:
    state = RULES.play(choosing(), Seat(0), "pick-color brown. +FAV4").state
    me = state.players[0]
    assert me.cults == (0, 1, 0, 4)
    assert me.bowls == (5, 7, 0), "passing 3 brings power"
    assert state.favors["FAV4"] == 0


def test_terrain_and_tile_in_either_order_before_the_next_seat_r1_6d() -> None:
    for first, second in (("pick-color brown", "+FAV9"), ("+FAV9", "pick-color brown")):
        state = RULES.play(choosing(), Seat(0), first).state
        assert [owed.seat for owed in RULES.pending(state)] == [0]
        state = RULES.play(state, Seat(0), second).state
        assert [owed.seat for owed in RULES.pending(state)] == [1]


def test_the_same_kind_cannot_be_taken_again_r12_2() -> None:
    table = scene("icemaidens (brown): TP E6; favors FAV9\nwitches: D A10")
    assert table.refused("upgrade E6 to TE. +FAV9") == "tile-owned"


@pytest.mark.parametrize(
    ("row", "points"), [("SH E6", 0), ("SH E6; TE E5 F3", 6), ("SH E6; SA E5", 0), ("TE E5 F3", 0)]
)
def test_three_points_a_temple_on_each_pass_r12_2(row: str, points: int) -> None:
    table = scene(f"icemaidens (brown): {row}\nwitches: D A10")
    assert table.change("pass BON1").get("vp", 0) == points


def test_fav5_counts_from_the_first_town_check_r12_2() -> None:
    table = scene("icemaidens (brown): D E6 E5 F3; TP D4; favors FAV5\nwitches: D A10")
    assert "town" in table.play("upgrade E6 to TP").owed


# ---- Yetis ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "power"),
    [
        ("action ACT1. bridge E5:C2", 2),
        ("action ACT2", 2),
        ("action ACT3", 3),
        ("action ACT4", 3),
        ("action ACT5. -SPADE", 3),
        ("action ACT6. -2SPADE", 5),
    ],
)
def test_power_actions_cost_one_less_r12_3(line: str, power: int) -> None:
    table = scene("yetis (brown): D E5; 0p\nwitches: D A10")
    assert table.change(line)["p3"] == -power


def test_conversions_and_sacrifice_are_not_cheaper_r12_3() -> None:
    table = scene("yetis (brown): D E5\nwitches: D A10")
    assert table.refused("convert 2PW to 1W") == "ratio"


def test_with_the_stronghold_used_actions_are_open_r12_3() -> None:
    table = scene("yetis (brown): SH E5\nwitches: D A10; bowls 0/0/12")
    table.play("action ACT4", "witches: action ACT3")
    assert table.change("action ACT3") == {"p1": 3, "p3": -3, "w": 2}, "taken by somebody else"
    table.play("witches: pass BON1")
    assert table.change("action ACT3")["w"] == 2, "and by themselves, again and again"
    assert table.refused("action ACT4. action ACT4") == "one-action"


def test_their_use_covers_the_space_for_others_r12_3() -> None:
    table = scene("yetis (brown): SH E5\nwitches: D A10; bowls 0/0/12").play("action ACT4")
    assert table.refused("witches: action ACT4") == "space-taken"


def test_without_the_stronghold_used_actions_are_closed_r12_3() -> None:
    table = scene("yetis (brown): D E5\nwitches: D A10; passed").play("action ACT4")
    assert table.refused("action ACT4") == "space-taken"


@pytest.mark.parametrize(
    ("row", "line"), [("card BON2", "action BON2. +AIR"), ("favors FAV6", "action FAV6. +AIR")]
)
def test_own_spaces_stay_once_a_round_r12_3(row: str, line: str) -> None:
    table = scene(f"yetis (brown): SH E5; {row}\nwitches: D A10; passed").play(line)
    assert table.refused(line) == "space-taken"
