"""Coins, workers, priests, power (R0.4, R3)."""

from __future__ import annotations

import pytest

from engine.terra_mystica.resources import gain_power, remove_tokens, room
from tests.engine.terra_mystica.scene import scene

HALFLINGS = "halflings: D E6 F7; {}\nwitches: D C3 A10"


@pytest.mark.parametrize(
    ("bowls", "power", "after"),
    [
        pytest.param((5, 7, 0), 1, (4, 8, 0), id="a token goes from I to II"),
        pytest.param((2, 3, 0), 2, (0, 5, 0), id="until I is empty"),
        pytest.param((2, 3, 0), 4, (0, 3, 2), id="then from II to III"),
        pytest.param((0, 1, 4), 3, (0, 0, 5), id="what finds no token is lost"),
        pytest.param((0, 0, 12), 9, (0, 0, 12), id="full is full"),
        pytest.param((1, 0, 0), 2, (0, 0, 1), id="one token can go all the way"),
    ],
)
def test_power_gained_moves_tokens_r3_2(
    bowls: tuple[int, int, int], power: int, after: tuple[int, int, int]
) -> None:
    assert gain_power(bowls, power) == after
    moved = (bowls[0] - after[0]) + (after[2] - bowls[2])
    assert moved == min(power, room(bowls))
    assert sum(after) == sum(bowls)


def test_the_most_that_can_be_gained_r3_2() -> None:
    assert room((5, 7, 0)) == 17
    assert room((0, 0, 12)) == 0


def test_tokens_leave_from_the_lowest_bowl_r12_5() -> None:
    assert remove_tokens((1, 2, 3), 4) == (0, 0, 2)


@pytest.mark.parametrize(
    ("row", "line", "outcome"),
    [
        ("bowls 0/12/0", "burn 6", {"p2": -12, "p3": 6}),
        ("bowls 0/12/0", "burn 7", "cannot-pay"),
        ("bowls 0/1/0", "burn 1", "cannot-pay"),
        ("bowls 0/12/0", "burn 2. action ACT2", "cannot-pay"),
        ("bowls 0/12/0; 3p", "burn 3. action ACT2", {"p": 1, "p2": -6, "p1": 3}),
    ],
)
def test_sacrifice_r3_4(row: str, line: str, outcome: object) -> None:
    assert scene(HALFLINGS.format(row)).outcome(line) == outcome


@pytest.mark.parametrize(
    ("line", "outcome"),
    [
        ("convert 5PW to 1P", {"p1": 5, "p3": -5, "p": 1}),
        ("convert 3PW to 1W", {"p1": 3, "p3": -3, "w": 1}),
        ("convert 6PW to 2W", {"p1": 6, "p3": -6, "w": 2}),
        ("convert 1PW to 1C", {"p1": 1, "p3": -1, "c": 1}),
        ("convert 2P to 2W", {"p": -2, "w": 2}),
        ("convert 1P to 1C", {"p": -1, "c": 1}),
        ("convert 4W to 4C", {"w": -4, "c": 4}),
        ("convert 4PW to 1W", "ratio"),
        ("convert 3PW to 2W", "ratio"),
        ("convert 1C to 1W", "no-conversion"),
        ("convert 1W to 1P", "no-conversion"),
        ("convert 3C to 1VP", "no-conversion"),
        ("convert 1VP to 1C", "no-conversion"),
        ("convert 13PW to 13C", "cannot-pay"),
        ("convert 7P to 7W. convert 1P to 1W", "cannot-pay"),
    ],
)
def test_conversions_r3_5(line: str, outcome: object) -> None:
    assert scene(HALFLINGS.format("6p")).outcome(line.replace("7P to 7W", "6P to 6W")) == outcome


@pytest.mark.parametrize(
    ("line", "outcome"),
    [
        ("-2W", {"w": -2}),
        ("-2C. -P", {"c": -2, "p": -1}),
        ("-VP", "not-waivable"),
        ("-PW", "not-waivable"),
        ("-P1", "not-waivable"),
        ("-KEY", "not-waivable"),
        ("-71W", "cannot-pay"),
        ("+3C", "not-owed"),
        ("+KEY", "not-owed"),
        ("+SPADE", "not-owed"),
    ],
)
def test_giving_back_and_never_taking_r3_5(line: str, outcome: object) -> None:
    assert scene(HALFLINGS.format("7p")).outcome(line) == outcome


def test_free_commands_stand_before_between_and_after_the_action_r3_5() -> None:
    table = scene(HALFLINGS.format("70w"))
    table.play("convert 1W to 1C. dig 1. convert 1W to 1C. build E5. convert 1W to 1C")
    assert table.on_turn == "witches"


@pytest.mark.parametrize("line", ["witches: burn 1", "witches: convert 1W to 1C", "witches: -1C"])
def test_nothing_of_it_in_somebody_elses_turn_r3_4(line: str) -> None:
    assert scene(HALFLINGS.format("1w")).refused(line) == "not-your-turn"


@pytest.mark.parametrize("line", ["burn 1", "convert 1W to 1C", "-1C", "action ACT4"])
def test_nothing_of_it_after_passing_r3_5(line: str) -> None:
    table = scene(HALFLINGS.format("bowls 0/12/0")).play("pass BON1", "witches: send p to AIR")
    assert table.refused(line) == "passed"


def test_priests_above_the_limit_are_lost_r3_1() -> None:
    table = scene(HALFLINGS.format("7p"))
    assert table.warnings("action ACT2")["priest-lost"].facts["count"] == 1
    assert table.change("action ACT2") == {"p1": 3, "p3": -3}


def test_priests_on_order_spaces_lower_the_limit_r3_1() -> None:
    table = scene("halflings: D E6 F7; 2p; priest_limit 2\nwitches: D C3 A10; passed")
    assert table.change("action ACT2") == {"p1": 3, "p3": -3}
    assert table.change("send p to FIRE") == {
        "p": -1,
        "priest_limit": -1,
        "fire": 3,
        "p2": 1,
        "p1": -1,
    }
    assert table.change("convert 5PW to 1P. action ACT4")["c"] == 7
    assert table["halflings"].p == table["halflings"].priest_limit == 1


def test_a_priest_back_to_the_supply_leaves_the_limit_alone_r8_1() -> None:
    table = scene(HALFLINGS.format("7p"))
    assert table.change("send p to FIRE for 1") == {"p": -1, "fire": 1}


def test_power_without_room_is_lost_and_said_r3_2() -> None:
    table = scene("alchemists: TP E5; bowls 0/4/8\nwitches: D C3")
    assert table.warnings("upgrade E5 to SH")["power-lost"].facts["count"] == 8
    assert table.change("upgrade E5 to SH") == {
        "c": -6,
        "w": -4,
        "TP": -1,
        "SH": 1,
        "p2": -4,
        "p3": 4,
    }
