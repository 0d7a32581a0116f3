"""R12.4 volcanoes, R12.5 Dragonlords, R12.6 Acolytes."""

from __future__ import annotations

import pytest

from engine.terra_mystica.rules import RULES
from tests.engine.terra_mystica.scene import end_phase_two, scene

DRAGONS = "dragonlords: D E6 F7; {}\nwitches: D A10"
ACOLYTES = "acolytes: D E6 F7; cults 3/3/3/3; {}\nwitches: D A10"


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("build E5", "not-here"),
        ("dig 1. transform E5 to brown", "terrain"),
        ("dig 2. build E5", "one-hex"),
        ("dig 1. dig 1. build E5", "one-action"),
        ("transform E5 to volcano", "not-here"),
        ("action ACT5. build E5", "not-here"),
        ("action ACT5. dig 1. build E5", "one-action"),
        ("dig 1. build A1", "not-reachable"),
        ("dig 1. build E5. build F3", "build-where"),
    ],
)
def test_volcanoes_that_are_refused_r12_4(line: str, code: str) -> None:
    assert scene(DRAGONS.format("7p")).refused(line) == code


def test_the_volcano_is_compulsory_after_dig_r12_4() -> None:
    table = scene(DRAGONS.format("7p")).play("dig 1")
    assert table.owed == ["volcano"]
    assert table.refused("-SPADE") == "not-owed"
    assert table.play("transform E5").state.terrain["E5"] == "volcano"


def test_no_dwelling_need_follow_and_then_only_they_can_settle_it_r12_4() -> None:
    table = scene("dragonlords: D E6\nmermaids: D E4; shipping 1")
    table.play("dig 1. transform E5 to volcano")
    assert table.refused("mermaids: dig 1. transform E5 to blue") == "terrain"
    assert table.refused("mermaids: build E5") == "wrong-terrain"
    table.play("mermaids: send p to AIR")
    assert table.change("build E5") == {"w": -1, "c": -2, "D": 1, "vp": 2}


def test_volcanoes_are_no_spades_r12_4() -> None:
    table = scene(DRAGONS.format("7p"), scoring="SCORE1")
    assert "vp" not in table.change("dig 1. build E5")
    table = scene(DRAGONS.format("7p"), scoring="SCORE1")
    assert table.change("action ACT6")["vp"] == 4, "points per spade are given"


@pytest.mark.parametrize(
    ("rival", "place", "tokens"),
    [
        pytest.param("witches: D A10", "F4", 2, id="a fixed home colour"),
        pytest.param("witches: D A10", "E5", 1, id="nobody's home"),
        pytest.param("yetis (green): D A10", "F4", 1, id="the ice start terrain is no home"),
        pytest.param("yetis (black): D A10", "E5", 1, id="nor is it elsewhere"),
        pytest.param("shapeshifters (green): D A10", "F4", 2, id="Shapeshifters' present colour"),
        pytest.param("riverwalkers (green): D A10", "F4", 1, id="nothing of the Riverwalkers"),
    ],
)
def test_a_foreign_home_costs_two_tokens_r12_4_r12_5(rival: str, place: str, tokens: int) -> None:
    table = scene(f"dragonlords: D E6; bowls 4/4/0\n{rival}")
    assert table.change(f"dig 1. transform {place}") == {"p1": -tokens}


def test_a_former_home_of_the_shapeshifters_costs_one_r17_4() -> None:
    table = scene("dragonlords: D E6; bowls 4/4/0\nshapeshifters (green): SH A10; bowls 0/0/8")
    table.play("send p to AIR", "shapeshifters: action ACTH5. pick-color red")
    table.set("dragonlords", bowls=(4, 4, 0))
    assert table.change("dig 1. transform F4") == {"p1": -1}
    table.play("shapeshifters: pass BON1")
    assert table.change("dig 1. transform D4") == {"p1": -2}, "the new one two"


def test_a_dropped_players_home_still_counts_r14_3() -> None:
    table = scene("dragonlords: D E6; bowls 4/4/0\nwitches: D A10\nnomads: D A5")
    table.play("witches: resign")
    assert table.change("dig 1. transform F4") == {"p1": -2}


@pytest.mark.parametrize(
    ("bowls", "change"),
    [
        ("4/4/0", {"p1": -2}),
        ("1/4/0", {"p1": -1, "p2": -1}),
        ("0/1/3", {"p2": -1, "p3": -1}),
        ("0/0/2", {"p3": -2}),
    ],
)
def test_tokens_go_from_the_lowest_bowls_r12_5(bowls: str, change: dict[str, int]) -> None:
    table = scene(f"dragonlords: D E6; bowls {bowls}\nwitches: D A10")
    assert table.change("dig 1. transform F4") == change


def test_too_few_tokens_r12_5() -> None:
    table = scene("dragonlords: D E6; bowls 1/0/0\nwitches: D A10")
    assert table.refused("dig 1. build F4") == "cannot-pay"
    assert scene("dragonlords: D E6; bowls 0/0/0\nwitches: D A10").refused("dig 1") == "no-volcano"


def test_each_spade_is_a_new_token_above_twelve_too_r12_5() -> None:
    table = scene("dragonlords: D E6; bowls 0/0/12; card BON1\nwitches: D A10; passed")
    assert table.change("action ACT6") == {"p1": 6 + 2, "p3": -6}
    assert table.change("action BON1") == {"p1": 1}
    assert sum(table["dragonlords"].bowls) == 15


def test_cult_spades_are_tokens_at_once_r9_6() -> None:
    table = scene("dragonlords: D E6; bowls 0/0/8; cults 0/8/0/0\nwitches: D A10", scoring="SCORE6")
    end_phase_two(table)
    assert table.state.round == 2
    assert sum(table["dragonlords"].bowls) == 10


@pytest.mark.parametrize(
    "others", ["witches: D A10", "witches: D A10\nnomads: D A5\ndarklings: D A8"]
)
def test_the_stronghold_brings_a_token_per_faction_r12_5(others: str) -> None:
    table = scene(f"dragonlords: TP E6; bowls 0/0/8\n{others}", scoring="SCORE1")
    assert table.change("upgrade E6 to SH")["p1"] == 1 + len(others.splitlines())


def test_dropped_factions_count_for_it_r12_5() -> None:
    table = scene("dragonlords: TP E6; bowls 0/0/8\nwitches: D A10\nnomads: D A5")
    table.play("nomads: resign")
    assert table.change("upgrade E6 to SH")["p1"] == 3


# ---- Acolytes -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "outcome"),
    [
        ("dig 1. build E5. -3WATER", {"w": -1, "c": -2, "D": 1, "vp": 2, "water": -3}),
        ("dig 1. transform E5. -3FIRE. build E5", {"w": -1, "c": -2, "D": 1, "vp": 2, "fire": -3}),
        ("dig 1. transform E5. -3AIR", {"air": -3}),
        ("dig 1. build E5. -2WATER. -FIRE", "one-track"),
        ("dig 1. build E5. -4WATER", "one-track"),
        ("dig 1. build F4. -4WATER", "spades-short"),
        ("-3WATER", "not-owed"),
    ],
)
def test_three_steps_down_on_one_track_r12_6(line: str, outcome: object) -> None:
    assert scene(ACOLYTES.format("7p")).outcome(line) == outcome


def test_four_for_a_foreign_home_r12_6() -> None:
    table = scene("acolytes: D E6; cults 3/4/3/3\nwitches: D A10")
    assert table.refused("dig 1. build F4. -4FIRE") == "cannot-pay"
    assert table.change("dig 1. build F4. -4WATER")["water"] == -4


def test_the_payment_keeps_the_turn_open_r4_3() -> None:
    table = scene(ACOLYTES.format("7p")).play("dig 1. build E5")
    assert table.owed == ["payment"]
    assert table.refused("-CULT") == "not-owed", "it cannot be waived (R4.3b)"
    assert table.play("-3EARTH").on_turn == "witches"


def test_it_is_paid_before_any_tile_r12_6() -> None:
    table = scene("acolytes: TP E6; D D4; SH F3; cults 3/3/3/3\nwitches: D A10")
    assert table.refused("dig 1. build E5. +TW5. -3WATER") == "owed"
    change = table.change("dig 1. build E5. -3WATER. +TW5")
    assert change["water"] == -2


def test_no_power_is_lost_and_crossings_pay_again_r8_2() -> None:
    table = scene("acolytes: D E6; cults 3/3/3/3; bowls 6/6/0\nwitches: D A10; passed")
    assert table.change("dig 1. transform E5. -3FIRE") == {"fire": -3}
    change = table.change("send p to FIRE")
    assert (change["fire"], change["p2"]) == (3, 1)


def test_leaving_ten_returns_the_key_and_frees_the_place_r8_3d() -> None:
    table = scene("acolytes: D E6; cults 3/10/3/3\nwitches: D A10; cults 0/9/0/0; keys 1")
    assert table.change("dig 1. transform E5. -3WATER") == {"water": -3, "keys": 1}
    assert table.change("witches: send p to WATER for 1")["water"] == 1


@pytest.mark.parametrize(
    ("line", "outcome"),
    [
        ("action ACT5. +FIRE", {"p1": 4, "p3": -4, "fire": 1}),
        ("action ACT6. +FIRE. +WATER", {"p1": 6, "p3": -6, "fire": 1, "water": 1}),
        ("action ACT6. +2AIR", {"p1": 6, "p3": -6, "air": 2}),
        ("action BON1. +EARTH", {"earth": 1}),
        ("action ACT5. -CULT", {"p1": 4, "p3": -4}),
        ("action ACT5. +2FIRE", "not-owed"),
        ("action ACT5. -SPADE", "not-owed"),
        ("action ACT5. +FIRE. dig 1. build E5. -3WATER", "one-action"),
    ],
)
def test_one_spade_is_one_cult_step_r12_6(line: str, outcome: object) -> None:
    table = scene("acolytes: D E6; cults 3/3/3/3; card BON1; bowls 0/0/12\nwitches: D A10")
    got = table.outcome(line)
    if isinstance(got, dict) and "air" in got:
        got.pop("p2", None)
        got["p1"], got["p3"] = 6, -6
    assert got == outcome


def test_cult_spades_are_steps_of_choice_owed_like_spades_r9_6() -> None:
    table = scene("acolytes: D E6; cults 3/8/3/3; bowls 6/6/0\nwitches: D A10", scoring="SCORE6")
    end_phase_two(table)
    assert table.state.phase == "spades"
    assert [owed.kind for owed in RULES.pending(table.state)] == ["cult-spades"]
    assert table.refused("transform E5 to volcano") == "not-here"
    assert table.refused("+3FIRE") == "not-owed"
    table.play("+FIRE")
    assert table.state.phase == "spades"
    table.play("+WATER")
    assert table.state.round == 2
    assert table["acolytes"].cults == (4, 9, 3, 3)


def test_with_the_stronghold_priests_go_one_step_further_r8_1() -> None:
    for space, steps in (("", 4), (" for 2", 3), (" for 1", 2)):
        table = scene("acolytes: SH E6; cults 3/3/3/3\nwitches: D A10")
        assert table.change(f"send p to FIRE{space}")["fire"] == steps
