"""R11.1 Alchemists, R11.2 Darklings."""

from __future__ import annotations

import pytest

from tests.engine.terra_mystica.scene import end_phase_two, scene

ALCHEMISTS = "alchemists: TP E5; D G5; {}\nwitches: D C3"
DARKLINGS = "darklings: TP E5; D G5; {}\nwitches: D C3"


@pytest.mark.parametrize(
    ("line", "outcome"),
    [
        ("convert 3VP to 3C", {"vp": -3, "c": 3}),
        ("convert 4C to 2VP", {"vp": 2, "c": -4}),
        ("convert 3C to 1VP", "ratio"),
        ("convert 1C to 1VP", "ratio"),
        ("convert 21VP to 21C", "cannot-pay"),
        ("convert 20VP to 20C. convert 40C to 20VP", {"c": -20}),
    ],
)
def test_points_and_coins_r11_1(line: str, outcome: object) -> None:
    assert scene(ALCHEMISTS.format("70c")).outcome(line) == outcome


def test_twelve_power_with_the_stronghold_r11_1() -> None:
    table = scene(ALCHEMISTS.format("bowls 5/7/0"))
    change = table.change("upgrade E5 to SH")
    assert (change["p1"], change["p2"], change["p3"]) == (-5, -2, 7)


@pytest.mark.parametrize(
    ("line", "power"),
    [("dig 1. build F3", 2), ("action ACT6. -2SPADE", 4), ("action BON1. -SPADE", 2)],
)
def test_two_power_per_spade_from_then_on_r11_1(line: str, power: int) -> None:
    table = scene(
        "alchemists: SH E5; D G5; card BON1; bowls 6/0/6\nwitches: D A10", land={"F3": "brown"}
    )
    paid = [e for e in table.play(line).events if e.source == "alchemists"]
    assert sum(e.facts["pw"] for e in paid) == power


def test_no_power_for_spades_before_the_stronghold_r11_1() -> None:
    table = scene(ALCHEMISTS.format("bowls 6/0/6; card BON1"))
    assert not [e for e in table.play("action BON1. -SPADE").events if e.source == "alchemists"]


def test_cult_spades_bring_power_too_r11_1() -> None:
    table = scene(
        "alchemists: SH E5; bowls 12/0/0; cults 0/8/0/0\nwitches: D A10; passed", scoring="SCORE6"
    )
    table.play("pass BON1")
    assert sum(e.facts["pw"] for e in table.events if e.source == "alchemists") == 4


# ---- Darklings ------------------------------------------------------------------------------


def test_spades_cost_a_priest_and_bring_two_points_r11_2() -> None:
    table = scene("darklings: D E5; 3p\nwitches: D C3", scoring="SCORE4")
    assert table.change("dig 2. transform F3 to brown. transform F3 to black") == {"p": -2, "vp": 4}


def test_free_spades_bring_the_darklings_nothing_r6_2d() -> None:
    table = scene("darklings: D E5; card BON1\nwitches: D C3", scoring="SCORE4")
    assert "vp" not in table.change("action ACT5. -SPADE")
    table = scene("darklings: D E5; card BON1\nwitches: D C3", scoring="SCORE4")
    assert table.change("action ACT5. dig 1. build F3")["vp"] == 2


@pytest.mark.parametrize(
    ("row", "convert", "outcome"),
    [
        ("0p", "convert 3W to 3P", {"w": -7, "p": 3}),
        ("0p", "convert 1W to 1P", {"w": -5, "p": 1}),
        ("6p", "convert 3W to 3P", {"w": -7, "p": 1}),
        ("0p", "-3CONVERT_W_TO_P", {"w": -4}),
        ("0p", "convert 4W to 4P", "no-conversion"),
        ("0p", "convert 2W to 1P", "no-conversion"),
        ("0p", "convert 1W to 1P. convert 2W to 2P", "no-conversion"),
        ("0p", "convert 1PW to 1C. convert 2W to 2P", "no-conversion"),
    ],
)
def test_workers_become_priests_once_r11_2(row: str, convert: str, outcome: object) -> None:
    got = scene(DARKLINGS.format(row)).outcome(f"upgrade E5 to SH. {convert}")
    if isinstance(got, dict):
        got = {name: got[name] for name in ("w", "p") if name in got}
    assert got == outcome


def test_the_right_keeps_the_turn_open_r11_2() -> None:
    table = scene(DARKLINGS.format("0p")).play("upgrade E5 to SH")
    assert table.owed == ["conversion"]
    assert table.refused("convert 1W to 1C") == "no-conversion"
    assert table.play("convert 2W to 2P").on_turn == "witches"
    assert table["darklings"].conversion_due == 0


def test_without_the_strict_option_the_right_stays_for_later_r11_2() -> None:
    table = scene(DARKLINGS.format("0p"), strict_conversion=False).play("upgrade E5 to SH")
    assert table.on_turn == "witches"
    table.play("witches: send p to AIR")
    assert table.change("convert 2W to 2P. action ACT4")["p"] == 2
    assert table["darklings"].conversion_due == 0


def test_kept_for_later_the_right_ends_with_another_conversion_r11_2() -> None:
    table = scene(DARKLINGS.format("0p"), strict_conversion=False).play("upgrade E5 to SH")
    table.play("witches: send p to AIR").play("convert 1W to 1C. action ACT4")
    assert table["darklings"].conversion_due == 0


def test_no_conversion_without_the_stronghold_r11_2() -> None:
    assert scene(DARKLINGS.format("0p")).refused("convert 1W to 1P") == "no-conversion"


def test_the_sanctuary_pays_two_priests_r11_2() -> None:
    table = scene("darklings: SA E5; 0p\nwitches: D C3; passed", scoring="SCORE1")
    end_phase_two(table)
    assert table["darklings"].p == 2
