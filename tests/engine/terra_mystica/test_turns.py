"""One action per turn, what keeps a turn open, tracks and action spaces (R4)."""

from __future__ import annotations

import pytest

from tests.engine.terra_mystica.scene import scene

TABLE = "halflings: D E6 F7; {}\nwitches: D C3 A10"


def test_players_take_turns_and_a_sole_player_goes_on_r4_1() -> None:
    table = scene(TABLE.format("card BON5"))
    assert table.play("action ACT4").on_turn == "witches"
    assert table.refused("action ACT3") == "not-your-turn"
    assert table.play("witches: pass BON1").on_turn == "halflings"
    assert table.play("action ACT3").on_turn == "halflings"
    assert table.play("send p to FIRE").on_turn == "halflings"


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("action ACT4. action ACT3", "one-action"),
        ("send p to FIRE. send p to WATER", "one-action"),
        ("advance dig. advance dig", "one-action"),
        ("upgrade E6 to TP. pass BON1", "one-action"),
        ("dig 1. build E5. upgrade E6 to TP", "one-action"),
        ("done", "action-due"),
        ("convert 1W to 1C. done", "action-due"),
    ],
)
def test_exactly_one_action_r4_8(line: str, code: str) -> None:
    table = scene(TABLE.format("card BON5"))
    assert table.refused(line) == code


def test_the_sole_remaining_player_too_takes_one_action_a_line_r4_3c() -> None:
    table = scene("halflings: D E6 F7\nwitches: D C3; passed")
    assert table.refused("action ACT4. action ACT3") == "one-action"


@pytest.mark.parametrize(
    ("row", "line", "owed"),
    [
        ("card BON2", "action BON2", ["cult-step"]),
        ("favors FAV6", "action FAV6", ["cult-step"]),
        ("card BON1", "action BON1", ["spades"]),
        ("card BON5", "action ACT5", ["spades"]),
        ("card BON5", "dig 2", ["spades"]),
        ("TP D1", "upgrade D1 to TE", ["favor"]),
    ],
)
def test_a_turn_stays_open_while_something_is_owed_r4_3(
    row: str, line: str, owed: list[str]
) -> None:
    table = scene(TABLE.format(row)).play(line)
    assert table.owed == owed
    assert table.on_turn == "halflings"
    assert table.refused("witches: send p to AIR") == "not-your-turn"


def test_a_turn_may_go_on_in_the_next_line_r4_3a() -> None:
    table = scene(TABLE.format("card BON2")).play("action BON2", "convert 1W to 1C")
    assert table.on_turn == "halflings"
    assert table.play("+EARTH").on_turn == "witches"


@pytest.mark.parametrize(
    ("row", "action", "waive"),
    [
        ("card BON1", "action BON1", "-SPADE"),
        ("card BON2", "action BON2", "-CULT"),
        ("favors FAV6", "action FAV6", "-CULT"),
        ("card BON5", "action ACT5", "-SPADE"),
        ("card BON5", "action ACT6", "-2SPADE"),
        ("D E5", "action ACT1", "-BRIDGE"),
    ],
)
def test_what_was_not_bought_may_be_waived_r4_3b(row: str, action: str, waive: str) -> None:
    table = scene(TABLE.format(row))
    assert table.play(f"{action}. {waive}").on_turn == "witches"


def test_tiles_and_bought_spades_cannot_be_waived_r4_3b() -> None:
    table = scene(TABLE.format("TP D1"))
    assert table.refused("upgrade D1 to TE. -GAIN_FAVOR") == "not-waivable"
    assert table.refused("dig 1. -SPADE") == "not-waivable"
    assert table.refused("action ACT5. dig 1. -SPADE") == "not-waivable"


def test_a_refused_line_changes_nothing_however_far_it_came_r4_3a() -> None:
    table = scene(TABLE.format("card BON5"))
    # `refused` compares the whole position before and after.
    assert table.refused("convert 5W to 5C. action ACT6. transform E5. build E5. build F3") in (
        "spades-left",
        "build-where",
    )


# ---- tracks ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("faction", "row", "outcome"),
    [
        ("halflings", "shipping 0", {"p": -1, "c": -4, "shipping": 1, "vp": 2}),
        ("halflings", "shipping 1", {"p": -1, "c": -4, "shipping": 1, "vp": 3}),
        ("halflings", "shipping 2", {"p": -1, "c": -4, "shipping": 1, "vp": 4}),
        ("halflings", "shipping 3", "track"),
        ("halflings", "0p", "cannot-pay"),
        ("mermaids", "shipping 1", {"p": -1, "c": -4, "shipping": 1, "vp": 2}),
        ("mermaids", "shipping 4", {"p": -1, "c": -4, "shipping": 1, "vp": 5}),
        ("mermaids", "shipping 5", "track"),
        ("dwarves", "0w", "track"),
        ("fakirs", "0w", "track"),
        ("riverwalkers", "1p", "track"),
        ("dragonlords", "1p", {"p": -1, "c": -4, "shipping": 1, "vp": 2}),
    ],
)
def test_shipping_r4_4(faction: str, row: str, outcome: object) -> None:
    table = scene(f"{faction}: D E6; {row}\nwitches: D A10")
    assert table.outcome("advance ship") == outcome


@pytest.mark.parametrize(
    ("faction", "row", "outcome"),
    [
        ("auren", "dig 0", {"w": -2, "c": -5, "p": -1, "dig": 1, "vp": 6}),
        ("auren", "dig 1", {"w": -2, "c": -5, "p": -1, "dig": 1, "vp": 6}),
        ("auren", "dig 2", "track"),
        ("halflings", "dig 0", {"w": -2, "c": -1, "p": -1, "dig": 1, "vp": 6}),
        ("yetis", "dig 0", {"w": -1, "c": -5, "p": -1, "dig": 1, "vp": 6}),
        ("icemaidens", "dig 1", {"w": -1, "c": -5, "p": -1, "dig": 1, "vp": 6}),
        ("fakirs", "dig 0", {"w": -2, "c": -5, "p": -1, "dig": 1, "vp": 6}),
        ("fakirs", "dig 1", "track"),
        ("darklings", "dig 0", "track"),
        ("shapeshifters", "dig 0", "track"),
        ("dragonlords", "dig 0", "track"),
        ("acolytes", "dig 0", "track"),
        ("riverwalkers", "dig 0", "track"),
    ],
)
def test_the_dig_track_r4_5(faction: str, row: str, outcome: object) -> None:
    table = scene(f"{faction}: D E6; {row}\nengineers: D A10")
    assert table.outcome("advance dig") == outcome


@pytest.mark.parametrize(("level", "workers"), [(0, 3), (1, 2), (2, 1)])
def test_a_spade_costs_less_on_a_higher_level_r4_5(level: int, workers: int) -> None:
    table = scene(f"auren: D F4; dig {level}\nengineers: D A10")
    assert table.change("dig 1. transform E7 to red") == {"w": -workers}


# ---- action spaces --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "change"),
    [
        ("action ACT2", {"p1": 3, "p3": -3, "p": 1}),
        ("action ACT3", {"p1": 4, "p3": -4, "w": 2}),
        ("action ACT4", {"p1": 4, "p3": -4, "c": 7}),
        ("action ACT5. -SPADE", {"p1": 4, "p3": -4}),
        ("action ACT6. -2SPADE", {"p1": 6, "p3": -6}),
        ("action ACT1. bridge E5:C2", {"p1": 3, "p3": -3, "bridges": -1}),
    ],
)
def test_power_actions_r4_6(line: str, change: dict[str, int]) -> None:
    table = scene("darklings: D E5; 3p\nwitches: D A10")
    assert table.change(line) == change
    space = line.split(".")[0]
    assert table.refused(f"witches: {space}") == "space-taken"


def test_a_power_action_needs_power_in_bowl_three_r3_3() -> None:
    table = scene("darklings: D E5; bowls 5/7/2\nwitches: D A10")
    assert table.refused("action ACT2") == "cannot-pay"


def test_act1_without_a_site_or_a_bridge_is_refused_r4_6() -> None:
    landlocked = scene("halflings: D E10\nwitches: D A10")
    assert landlocked.refused("action ACT1") == "bad-site"
    spent = scene("darklings: D E5; bridges 0\nwitches: D A10")
    assert spent.refused("action ACT1") == "bad-site"


def test_own_spaces_once_per_round_and_usable_at_once_r4_7() -> None:
    table = scene("halflings: TP E6; D F7\nwitches: D A10; passed")
    table.play("upgrade E6 to TE. +FAV6")
    assert table.change("action FAV6. +AIR") == {"air": 1}
    assert table.refused("action FAV6. +AIR") == "space-taken"


def test_a_bonus_cards_action_belongs_to_the_card_r4_7() -> None:
    table = scene("halflings: D E6; card BON2\nwitches: D A10; card BON5")
    table.play("action BON2. +FIRE")
    assert table.refused("witches: action BON2. +FIRE") == "not-owned"
    table.play("witches: send p to AIR")
    assert table.refused("action BON2. +FIRE") == "space-taken"


@pytest.mark.parametrize(
    "space",
    ["ACTA", "ACTC", "ACTE", "ACTG", "ACTN", "ACTS", "ACTW", "ACTH5", "ACTH1", "BON1", "FAV6"],
)
def test_nobody_uses_what_is_not_his_r4_7(space: str) -> None:
    table = scene("halflings: SH E6; card BON5\nwitches: D A10")
    assert table.refused(f"action {space}") == "not-owned"


def test_spaces_are_free_again_in_the_next_round_r9_7() -> None:
    table = scene("halflings: D E6 F7; card BON2\nwitches: D A10; bowls 0/0/12", scoring="SCORE1")
    table.play("action BON2. +FIRE", "witches: action ACT4", "pass BON1", "witches: pass BON2")
    assert table.state.round == 2
    assert table.on_turn == "halflings"
    assert table.state.taken == ()
    table.play("action BON1. -SPADE", "witches: action BON2. +FIRE", "pass BON4")
    assert table.change("witches: action ACT4")["c"] == 7
