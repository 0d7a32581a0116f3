"""R11.5 Engineers, R11.6 Dwarves (tunnels: test_reach)."""

from __future__ import annotations

import pytest

from tests.engine.terra_mystica.scene import scene

ENGINEERS = "engineers: D C2 E7; {}\ndarklings: D A8"


def test_a_bridge_for_two_workers_as_often_as_wanted_r11_5() -> None:
    table = scene("engineers: D C2 E7\ndarklings: D A8; passed")
    assert table.change("action ACTE. bridge C2:D4") == {"w": -2, "bridges": -1}
    assert table.change("action ACTE. bridge C2:E5") == {"w": -2, "bridges": -1}
    assert table.change("action ACT1. bridge C2:D3") == {"p1": 3, "p3": -3, "bridges": -1}


@pytest.mark.parametrize(
    ("row", "line", "code"),
    [
        ("1w", "action ACTE. bridge C2:D4", "cannot-pay"),
        ("5w", "action ACTE. bridge C2:E7", "bad-site"),
        ("9w", "action ACTE. bridge C2:D4. action ACTE. bridge C2:E5", "one-action"),
        ("9w; bridges 0", "action ACTE. bridge C2:D4", "bad-site"),
    ],
)
def test_bridges_that_are_refused_r11_5(row: str, line: str, code: str) -> None:
    assert scene(ENGINEERS.format(row)).refused(line) == code


def test_the_bridge_is_owed_or_waived_r4_3() -> None:
    table = scene(ENGINEERS.format("9w"))
    assert table.play("action ACTE").owed == ["bridge"]
    assert table.play("-BRIDGE").on_turn == "darklings"


def test_the_old_spelling_n1_7() -> None:
    table = scene(ENGINEERS.format("9w")).play("convert 2W to bridge. bridge c2 : d4")
    assert table.step is not None
    assert table.step.line == "action ACTE. bridge C2:D4"


@pytest.mark.parametrize(
    ("row", "points"),
    [
        ("SH E7; D C2 D4; bridge C2:D4", 3),
        ("SH E7; D C2 D4 E5; bridge C2:D4; bridge C2:E5", 6),
        ("SH E7; D C2; bridge C2:D4", 0),
        ("TP E7; D C2 D4; bridge C2:D4", 0),
    ],
)
def test_three_points_a_bridge_between_own_buildings_on_passing_r11_5(
    row: str, points: int
) -> None:
    table = scene(f"engineers: {row}\ndarklings: D A8")
    assert table.change("pass BON1").get("vp", 0) == points


def test_a_rivals_bridge_counts_nothing_for_them_r11_5() -> None:
    table = scene("engineers: SH E7; D C2 D4\ndarklings: D A8; bridge C2:D4")
    assert table.change("pass BON1").get("vp", 0) == 0


def test_the_second_temple_pays_power_r11_5() -> None:
    table = scene(
        "engineers: TE C2 E7; 0p; bowls 12/0/0\ndarklings: D A8; passed", scoring="SCORE1"
    )
    table.play("pass BON1")
    assert table["engineers"].p == 1
    assert table["engineers"].bowls == (7, 5, 0)


def test_dwarves_tunnel_through_river_and_rivals_r5_7() -> None:
    table = scene("dwarves: D E5; home C3\nengineers: D D4", scoring="SCORE1")
    assert table.refused("build C3") == "not-reachable"
    table = scene("dwarves: D E6; home C3\nengineers: D D4", scoring="SCORE1")
    assert table.change("build C3") == {"w": -3, "c": -2, "D": 1, "vp": 4}


def test_dwarves_income_r11_6() -> None:
    table = scene("dwarves: TP E7; 0c\nwitches: D A10; passed", scoring="SCORE1")
    table.play("pass BON7")
    assert table["dwarves"].c == 3
