"""R11.9 Auren, R11.10 Witches."""

from __future__ import annotations

import pytest

from tests.engine.terra_mystica.scene import scene

AUREN = "auren: SH F4; D C3; {}\ndarklings: D A8"
WITCHES = "witches: SH F4; D C3; {}\ndarklings: D A8"


def test_the_stronghold_brings_a_favor_tile_r11_9() -> None:
    table = scene("auren: TP F4\ndarklings: D A8").play("upgrade F4 to SH")
    assert table.owed == ["favor"]
    assert table.change("+FAV9") == {"fire": 1}
    assert table.on_turn == "darklings"


@pytest.mark.parametrize(
    ("row", "line", "outcome"),
    [
        ("1p", "action ACTA. +2FIRE", {"fire": 2}),
        ("1p", "action ACTA. +FIRE. +FIRE", {"fire": 2}),
        ("1p", "action ACTA. +FIRE. -CULT", {"fire": 1}),
        ("1p", "action ACTA. -2CULT", {}),
        ("cults 8/0/0/0", "action ACTA. +2FIRE", {"fire": 1}),
        ("cults 8/0/0/0; keys 1", "action ACTA. +2FIRE", {"fire": 2, "keys": -1}),
        ("1p", "action ACTA. +FIRE. +WATER", "one-track"),
        ("cults 9/0/0/0", "action ACTA. +FIRE. +WATER", "one-track"),
        ("1p", "action ACTA. +3FIRE", "not-owed"),
    ],
)
def test_two_steps_on_one_track_r11_9(row: str, line: str, outcome: object) -> None:
    assert scene(AUREN.format(row)).outcome(line) == outcome


def test_the_two_steps_are_placed_together_in_whatever_line_r11_9() -> None:
    table = scene(AUREN.format("1p")).play("action ACTA")
    assert table.on_turn == "auren"
    assert table.refused("+FIRE") == "one-track"
    assert table.refused("+FIRE. convert 1P to 1C. +FIRE") == "one-track"
    assert {line for line in table.lines() if "FIRE" in line or "CULT" in line} == {
        "+2FIRE",
        "-CULT",
        "-2CULT",
    }
    assert table.play("-CULT").on_turn == "auren"
    assert table.play("+FIRE").on_turn == "darklings"


def test_five_points_a_town_r11_10() -> None:
    table = scene("witches: D E6 E5 F3; SH D4\ndarklings: D A8").play("upgrade E6 to TP")
    assert table.change("+TW1") == {"vp": 5 + 5, "c": 6, "keys": 1}


@pytest.mark.parametrize(
    ("line", "outcome"),
    [
        ("action ACTW. build A10", {"D": 1, "vp": 2}),
        ("action ACTW. -FREE_D", {}),
        ("action ACTW. build A1", "not-here"),
        ("action ACTW. build C3", "occupied"),
        ("action ACTW. dig 1. build E7", "not-here"),
        ("action ACTW. transform E7 to green", "not-here"),
        ("build A10", "not-reachable"),
    ],
)
def test_the_ride_r11_10(line: str, outcome: object) -> None:
    assert scene(WITCHES.format("7p")).outcome(line) == outcome


def test_the_ride_scores_offers_and_founds_as_usual_r11_10() -> None:
    table = scene(
        "witches: SH A4; TP A2; D B2; favors FAV11\nmermaids: D C1; TP B1", scoring="SCORE3"
    )
    table.play("action ACTW. build A3")
    assert table["witches"].vp == 20 + 2 + 2
    assert table.owed == ["town"]
    table = scene("witches: SH F4\nnomads: TP E8; D D6")
    table.play("action ACTW. build C4")
    assert table.power_offers() == [("nomads", 1)]


def test_no_ninth_dwelling_by_the_ride_r17_4() -> None:
    table = scene("witches: SH F4; D C3 C4 D1 E9 F2 G3 I6 I11\ndarklings: D A8")
    assert table.refused("action ACTW. build A10") == "no-piece"
    assert table.play("action ACTW. -FREE_D").on_turn == "darklings"
