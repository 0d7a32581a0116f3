"""R12.7 Shapeshifters, R12.8 Riverwalkers."""

from __future__ import annotations

import pytest

from engine.terra_mystica.rules import RULES
from tests.engine.terra_mystica.scene import Scene, scene

SHIFT = "shapeshifters (brown): {} E6; D F7; bowls 4/4/0{}\nwitches: D F4"
HOME = "shapeshifters (brown): SH E6; D F7; bowls {}\nwitches: D A10"


def built(extra: str = "", **options: object) -> Scene:
    return scene(SHIFT.format("D", extra), **options).play("upgrade E6 to TP")  # type: ignore[arg-type]


def test_a_token_in_bowl_three_for_a_point_r12_7() -> None:
    table = built()
    assert table.refused("gain P3 for VP") == "not-owed"
    table.play("witches: leech 1 from shapeshifters")
    assert table.change("gain P3 for VP") == {"vp": -1, "p3": 1}
    assert table.refused("gain P3 for VP") == "not-owed"


def test_one_power_if_all_decline_r12_7() -> None:
    table = built()
    assert table.change("witches: decline", of="shapeshifters") == {"p1": -1, "p2": 1}
    assert table.refused("gain P3 for VP") == "not-owed"
    assert built(power_when_declined=False).change("witches: decline", of="shapeshifters") == {}


def test_no_points_no_token_r12_7() -> None:
    table = built("; 0vp").play("witches: leech 1 from shapeshifters")
    assert table.refused("gain P3 for VP") == "cannot-pay"
    assert table["shapeshifters"].tokens_due == 1
    table.play("shapeshifters: -GAIN_P3_FOR_VP")
    assert table["shapeshifters"].tokens_due == 0


def test_the_right_need_not_be_settled_in_the_own_turn_but_the_round_waits_r12_7() -> None:
    table = built().play("witches: leech 1 from shapeshifters", "witches: send p to AIR")
    assert table.play("send p to AIR").on_turn == "witches"
    table.play("witches: pass BON1", "pass BON2")
    assert table.state.round == 1
    assert [owed.kind for owed in RULES.pending(table.state)] == ["token"]
    assert table.play("gain P3 for VP").state.round == 2


def test_rights_add_up_one_command_each_r12_7() -> None:
    table = built().play("witches: leech 1 from shapeshifters", "witches: send p to AIR")
    table.play("upgrade E6 to TE. +FAV9", "witches: leech 1 from shapeshifters")
    assert table["shapeshifters"].tokens_due == 2
    assert table.change("shapeshifters: gain P3 for VP. gain P3 for VP") == {"vp": -2, "p3": 2}


@pytest.mark.parametrize(
    ("bowls", "line", "outcome"),
    [
        ("0/0/8", "action ACTH5. pick-color red", {"p1": 5, "p3": -5}),
        ("0/4/4", "action ACTH5. pick-color red", "cannot-pay"),
        ("4/4/0", "action ACTH6. pick-color red", {"p1": -4, "p2": -1}),
        ("0/2/2", "action ACTH6. pick-color red", "cannot-pay"),
        ("0/0/8", "action ACTH5. pick-color brown", "terrain"),
        ("0/0/8", "action ACTH5. pick-color green", "terrain-taken"),
        ("0/0/8", "action ACTH5. pick-color ice", "terrain"),
        ("0/0/8", "action ACTH5. pick-color red. convert 1W to 1C", "not-your-turn"),
        ("0/0/8", "pick-color red", "not-owed"),
        ("0/0/8", "action ACTH1. pick-color red", "not-owned"),
    ],
)
def test_a_new_home_r12_7(bowls: str, line: str, outcome: object) -> None:
    assert scene(HOME.format(bowls)).outcome(line) == outcome


def test_it_needs_the_stronghold_r12_7() -> None:
    table = scene("shapeshifters (brown): D E6\nwitches: D A10")
    assert table.refused("action ACTH5. pick-color red") == "not-owned"


def test_the_pick_is_owed_and_ends_the_turn_r12_7() -> None:
    table = scene(HOME.format("0/0/8")).play("action ACTH5")
    assert table.owed == ["new-home"]
    assert table.play("pick-color red").on_turn == "witches"


def test_repeatable_in_a_round_and_in_force_at_once_r12_7() -> None:
    table = scene(HOME.format("0/0/8").replace("D A10", "D A10; passed"))
    table.play("action ACTH5. pick-color red")
    assert table.change("build D4")["D"] == 1
    assert table.refused("build E5") == "wrong-terrain"
    assert table.change("dig 1. build E7") == {"w": -4, "c": -2, "D": 1, "vp": 2}, "gray to red"
    table.play("action ACTH6. pick-color black")
    assert table.change("build E5")["D"] == 1
    assert table["shapeshifters"].buildings["E6"] == "SH", "buildings stay"


@pytest.mark.parametrize(
    ("rival", "colour", "code"),
    [
        ("witches: D A10", "green", "terrain-taken"),
        ("yetis (red): D A10", "red", ""),
        ("dragonlords (red): D A10", "red", ""),
    ],
)
def test_chosen_terrains_of_ice_and_volcano_are_free_r12_7(
    rival: str, colour: str, code: str
) -> None:
    table = scene(f"shapeshifters (brown): SH E6; bowls 0/0/8\n{rival}")
    line = f"action ACTH5. pick-color {colour}"
    if code:
        assert table.refused(line) == code
    else:
        assert table.play(line)["shapeshifters"].home == colour


def test_the_home_of_a_dropped_player_is_not_free_r14_3() -> None:
    table = scene(HOME.format("0/0/8") + "\nnomads: D A5").play("witches: resign")
    assert table.refused("action ACTH5. pick-color green") == "terrain-taken"


def test_a_spade_always_costs_three_workers_r12_7() -> None:
    table = scene("shapeshifters (brown): D E6\nwitches: D A10", scoring="SCORE4")
    assert table.change("dig 1. build E5") == {"w": -4, "c": -2, "D": 1}


def test_tokens_are_not_twelve_r12_7() -> None:
    state = scene("shapeshifters (brown): D E6\nwitches: D A10")
    assert sum(state["shapeshifters"].bowls) == 8


# ---- Riverwalkers ---------------------------------------------------------------------------

RIVER = "riverwalkers (brown): {}\nwitches: D A10"


def test_where_they_may_build_r12_8d() -> None:
    table = scene(RIVER.format("D E6; unlocked red gray"))
    assert table.change("build D4")["D"] == 1, "both touch r15"
    table = scene(RIVER.format("D E6; unlocked red gray"))
    assert table.refused("build E7") == "not-reachable", "an edge is no reach"
    table = scene(RIVER.format("D E6"))
    assert table.refused("build D4") == "terrain", "the type is locked"
    table = scene(RIVER.format("D E6; card BON4; unlocked green"))
    assert table.change("build C3")["D"] == 1, "BON4 counts"
    table = scene(RIVER.format("D E6; unlocked green"))
    assert table.refused("build C3") == "not-reachable"


def test_ice_and_volcano_cannot_be_settled_r12_8() -> None:
    for terrain in ("ice", "volcano"):
        table = scene(RIVER.format("D E6"), land={"D4": terrain})
        assert table.refused("build D4") == "terrain"


@pytest.mark.parametrize(
    "line",
    [
        "action ACT5. build E5",
        "action ACT6",
        "action BON1",
        "dig 1. build E5",
        "transform E5 to brown",
        "advance dig",
    ],
)
def test_no_spades_r12_8(line: str) -> None:
    table = scene(RIVER.format("D E6; card BON1"))
    assert table.refused(line) in ("not-here", "track")


def test_they_hold_bon1_for_its_coins_r12_8c() -> None:
    table = scene(RIVER.format("D E6; card BON5") + "; passed", scoring="SCORE4")
    table.play("pass BON1")
    assert any(event.source == "income:BON1" for event in table.events)


@pytest.mark.parametrize(
    ("choice", "outcome"),
    [
        ("unlock-terrain red", {"c": -1, "priest_limit": 1}),
        ("unlock-terrain green", {"c": -2, "priest_limit": 1}),
        ("unlock-terrain gain-priest", {"p": 1}),
        ("unlock-terrain brown", "terrain"),
        ("unlock-terrain ice", "terrain"),
        ("unlock-terrain volcano", "terrain"),
    ],
)
def test_every_priest_is_a_decision_r12_8(choice: str, outcome: object) -> None:
    got = scene(RIVER.format("D E6")).outcome(f"action ACT2. {choice}")
    if isinstance(got, dict):
        got = {k: v for k, v in got.items() if k not in ("p1", "p3")}
    assert got == outcome


def test_the_decision_is_owed_and_conversions_may_come_before_it_r12_8a() -> None:
    table = scene(RIVER.format("D E6; 0c")).play("action ACT2")
    assert table.owed == ["unlock"]
    assert table.refused("unlock-terrain red") == "cannot-pay"
    assert table.hints("unlock-terrain red")[0].endswith("unlock-terrain red")
    assert table.play("convert 1W to 1C. unlock-terrain red").on_turn == "witches"


def test_a_priest_above_the_limit_is_lost_r12_8a() -> None:
    table = scene(RIVER.format("D E6; 1p"))
    change = table.change("action ACT2. unlock-terrain gain-priest")
    assert "p" not in change


def test_unlocking_needs_no_room_for_priests_r12_8a() -> None:
    table = scene(RIVER.format("D E6; 1p"))
    assert table.change("action ACT2. unlock-terrain red")["priest_limit"] == 1


def test_every_source_of_priests_asks_r12_8() -> None:
    table = scene(RIVER.format("D E6 E5 F3; SH D4; bowls 0/0/12")).play("upgrade E6 to TP. +TW3")
    assert table.owed == ["unlock"]
    table = scene(RIVER.format("D E6")).play("convert 5PW to 1P")
    assert table.owed == ["unlock"]
    table = scene(RIVER.format("D E6; unlocked red")).play("convert 10PW to 2P")
    assert table["riverwalkers"].unlocks_due == 2
    table.play("unlock-terrain gray", "unlock-terrain gain-priest")
    assert table.owed == []


def test_two_coins_do_not_pay_for_both_r17_4() -> None:
    table = scene(RIVER.format("D E6; 2c; bowls 0/0/12")).play("convert 10PW to 2P")
    assert table.refused("unlock-terrain red. unlock-terrain green") == "cannot-pay"


def test_unlocking_outside_the_action_phase_r2_5() -> None:
    """After the cult bonus, and again after income, with coins at hand only."""
    table = scene(
        "riverwalkers (brown): TE E6; cults 0/8/0/0; 0c 5w; card BON5\n"
        "witches: D A10; passed; card BON8",
        scoring="SCORE3",
    )
    table.play("pass BON3")
    assert table.state.phase == "unlock-cults"
    assert table.refused("convert 1W to 1C. unlock-terrain red") == "phase"
    assert table.refused("unlock-terrain red") == "cannot-pay", "no coins before income"
    table.play("unlock-terrain gain-priest. unlock-terrain gain-priest")
    assert table.state.phase == "unlock-income"
    assert table["riverwalkers"].c == 6, "income came in between"
    table.play("unlock-terrain red")
    assert (table.state.phase, table.state.round) == ("play", 2)


def test_without_coins_after_income_only_the_priest_is_left_r17_4() -> None:
    table = scene("riverwalkers (brown): TE E6; 0c\nwitches: D A10; passed", scoring="SCORE4")
    table.play("pass BON6")
    assert table.state.phase == "unlock-income"
    assert table.refused("unlock-terrain red") == "cannot-pay"
    assert table.play("unlock-terrain gain-priest")["riverwalkers"].p == 1


def test_after_six_unlockings_the_priest_comes_by_itself_r12_8b() -> None:
    table = scene(RIVER.format("D E6; unlocked red gray blue black yellow green"))
    assert table["riverwalkers"].priest_limit == 7
    assert table.change("action ACT2")["p"] == 1
    assert table.on_turn == "witches"


def test_unlocked_types_are_nobodys_home_for_others_r12_8() -> None:
    table = scene("dragonlords: D E6; bowls 4/4/0\nriverwalkers (black): D A13; unlocked red")
    assert table.change("dig 1. transform E5") == {"p1": -1}


def test_two_bridges_with_the_stronghold_r12_8() -> None:
    table = scene(RIVER.format("TP E5"), scoring="SCORE1").play("upgrade E5 to SH")
    assert table.owed == ["bridge"]
    assert table.change("bridge E5:C2") == {"bridges": -1}
    assert table.on_turn == "witches", "no further site: the second is given up by itself"
    table = scene(RIVER.format("TP E4; TP C2")).play("upgrade C2 to SH. bridge C2:D3. bridge C2:D4")
    assert table.on_turn == "witches"
    assert scene(RIVER.format("TP C2")).play("upgrade C2 to SH. -2BRIDGE").on_turn == "witches"


def test_towns_and_area_by_direct_adjacency_r12_8() -> None:
    table = scene(RIVER.format("D E6 E5 D4; SH C2; bridge C2:D4"))
    assert "town" in table.play("upgrade E6 to TP").owed, "E6, E5, D4 touch, C2 by the bridge"
    apart = scene(RIVER.format("D E6 E5 D4; SH C2"))
    assert "town" not in apart.play("upgrade E6 to TP").owed


def test_priests_are_sent_and_converted_like_anybodys_r12_8c() -> None:
    table = scene(RIVER.format("D E6; 1p"))
    assert table.change("convert 1P to 1W. action ACT4")["p"] == -1
    table = scene(RIVER.format("D E6; 1p"))
    assert table.change("send p to FIRE")["priest_limit"] == -1
