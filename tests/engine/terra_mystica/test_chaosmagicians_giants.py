"""R11.11 Chaos Magicians, R11.12 Giants."""

from __future__ import annotations

import pytest

from tests.engine.terra_mystica.scene import end_phase_two, scene

CHAOS = "chaosmagicians: SH D4; {}\nwitches: D A10"
GIANTS = "giants: {} D4; D G2; card BON1\nwitches: D A10"


@pytest.mark.parametrize(
    "line", ["upgrade E5 to TE. +FAV9. +FAV10", "upgrade A6 to SA. +FAV9. +FAV10"]
)
def test_two_favor_tiles_r11_11(line: str) -> None:
    table = scene(CHAOS.format("TP E5; TE A6"))
    assert table.play(line).on_turn == "witches"


def test_two_different_ones_and_both_owed_r11_11() -> None:
    table = scene(CHAOS.format("TP E5"))
    assert table.refused("upgrade E5 to TE. +FAV9. +FAV9") == "tile-owned"
    table.play("upgrade E5 to TE. +FAV9")
    assert table.owed == ["favor"]


def test_two_actions_in_a_row_r11_11() -> None:
    table = scene(CHAOS.format("7p"))
    table.play("action ACTC. action ACT4. action ACT3")
    assert table.on_turn == "witches"
    assert table["chaosmagicians"].c == 77
    assert table["chaosmagicians"].w == 72


def test_the_second_action_is_due_r11_11() -> None:
    table = scene(CHAOS.format("7p")).play("action ACTC. action ACT4")
    assert table.on_turn == "chaosmagicians"
    assert table.refused("witches: send p to AIR") == "not-your-turn"
    assert table.refused("done") == "action-due"
    assert table.play("send p to FIRE").on_turn == "witches"


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("action ACTC. action ACT4. done", "action-due"),
        ("action ACTC. action ACT4. action ACT3. action ACT2", "one-action"),
        ("action ACTC. action ACTC", "space-taken"),
        ("action ACTC. pass BON1. action ACT4", "passed"),
        ("action ACTC. action ACT5. action ACT4", "owed"),
        ("action ACTC. action BON2. action ACT4", "owed"),
    ],
)
def test_double_turns_that_are_refused_r11_11(line: str, code: str) -> None:
    assert scene(CHAOS.format("card BON2")).refused(line) == code


def test_passing_may_be_the_second_or_ends_it_as_the_first_r11_11() -> None:
    assert (
        scene(CHAOS.format("7p")).play("action ACTC. action ACT4. pass BON1").on_turn == "witches"
    )
    assert scene(CHAOS.format("7p")).play("action ACTC. pass BON1").on_turn == "witches"


def test_dwellings_of_both_actions_r11_11() -> None:
    table = scene(CHAOS.format("dig 2; home E6"))
    assert table.change("action ACTC. build E6. dig 3. build E5")["D"] == 2
    table = scene(CHAOS.format("dig 2; home E6"))
    assert table.change("action ACTC. dig 1. build E7. build E6")["D"] == 2


def test_a_plain_dwelling_comes_before_an_action_that_only_transforms_r17_3() -> None:
    """After it, a reader of records would take it for that action's dwelling."""
    table = scene(CHAOS.format("dig 2; home E6"))
    line = "action ACTC. dig 1. transform E7 to green. build E6"
    assert table.refused(line) == "build-where"
    assert "action ACTC. build E6. dig 1. transform E7 to green" in table.hints(line)


def test_owed_tiles_may_wait_until_the_end_of_the_line_r11_11() -> None:
    table = scene(CHAOS.format("TP E5"))
    table.play("action ACTC. upgrade E5 to TE. action ACT4. +FAV9. +FAV10")
    assert table.on_turn == "witches"


def test_dropping_out_with_half_a_double_turn_r14_1() -> None:
    table = scene(CHAOS.format("7p")).play("action ACTC. action ACT4", "chaosmagicians: resign")
    assert table.on_turn == "witches"
    assert table["chaosmagicians"].c == 77, "what was done stays"


# ---- Giants ---------------------------------------------------------------------------------


@pytest.mark.parametrize("terrain", ["yellow", "brown", "black", "blue", "green", "gray"])
def test_always_two_spades_and_only_to_wasteland_r6_1b(terrain: str) -> None:
    table = scene(GIANTS.format("D"), land={"E7": terrain})
    assert table.refused("dig 1. build E7") == "spades-short"
    assert table.refused("dig 3. build E7") == "spades-left"
    assert table.change("dig 2. build E7")["D"] == 1


@pytest.mark.parametrize(
    ("building", "line", "code"),
    [
        ("D", "dig 2. transform E7 to green", "terrain"),
        ("D", "action ACT5. dig 1. build E7", ""),
        ("D", "action BON1. dig 1. build E7", ""),
        ("D", "action ACT6. build E7", ""),
        ("D", "action ACT5. dig 2. build E7", "spades-left"),
        ("D", "action ACT5. build E7", "spades-short"),
        ("D", "action ACT5. -SPADE", ""),
        ("D", "action ACTG. build E7", "not-owned"),
        ("SH", "action ACTG. build E7", ""),
        ("SH", "action ACTG. transform E7 to red. build E7", ""),
        ("SH", "action ACTG. transform E7 to gray", "no-change"),
        ("SH", "action ACTG. transform E7 to blue", "terrain"),
        ("SH", "action ACTG. dig 1. build E7", "not-here"),
        ("SH", "action ACTG. -2SPADE", ""),
    ],
)
def test_spade_actions_r11_12(building: str, line: str, code: str) -> None:
    table = scene(GIANTS.format(building))
    if code:
        assert table.refused(line) == code
    else:
        assert table.play(line).on_turn == "witches"


def test_one_cult_spade_is_wasted_two_are_used_r9_6() -> None:
    table = scene("giants: D D4; cults 0/4/0/0\nwitches: D A10", scoring="SCORE6")
    assert end_phase_two(table).state.round == 2
    table = scene("giants: D D4; cults 0/8/0/0\nwitches: D A10", scoring="SCORE6")
    end_phase_two(table).play("transform E7 to red")
    assert table.state.round == 2


def test_a_single_action_spade_without_workers_is_waived_by_itself_r6_2b() -> None:
    table = scene("giants: D D4; 0w; card BON1\nwitches: D A10")
    assert table.play("action BON1").on_turn == "witches"
    assert [e.facts["what"] for e in table.events if e.kind == "waived"] == ["SPADE"]


def test_a_dwelling_elsewhere_is_the_second_action_r11_11() -> None:
    row = "chaosmagicians: SH D4; home E6\nwitches: D A10"
    table = scene(row).play("action ACTC. dig 2. transform C3 to red. build E6")
    assert table.on_turn == "witches"
    # A dwelling on the hex itself belongs to the first action: then the other one is the second.
    assert scene(row).play("action ACTC. dig 2. build C3. build E6").on_turn == "witches"
    # Behind an action that made no hex home other readers take it for its dwelling (R17.3).
    table = scene(row)
    assert table.refused("action ACTC. dig 1. transform C3 to gray. build E6") == "build-where"
    assert table.hints("action ACTC. dig 1. transform C3 to gray. build E6")[0] == (
        "action ACTC. build E6. dig 1. transform C3 to gray"
    )
