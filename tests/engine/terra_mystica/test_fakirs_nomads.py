"""R11.13 Fakirs (carpets: test_reach), R11.14 Nomads."""

from __future__ import annotations

import pytest

from tests.engine.terra_mystica.scene import end_phase_two, scene

NOMADS = "nomads: SH E8; D D3; {}\nwitches: D C4"


def test_the_fakirs_stronghold_pays_a_priest_r11_13() -> None:
    table = scene("fakirs: SH E8; 0p\nwitches: D C4", scoring="SCORE1")
    assert end_phase_two(table)["fakirs"].p == 1


def test_each_flight_of_each_action_costs_a_priest_r5_7() -> None:
    table = scene("fakirs: D E8; dig 1; 2p\nwitches: D C4; passed", scoring="SCORE4")
    assert table.change("dig 1. build E6") == {"w": -3, "c": -2, "p": -1, "D": 1, "vp": 4}
    # E5 is beside E6 now: no carpet any more.
    table = scene("fakirs: D E8 E6; dig 1; 0p\nwitches: D C4", scoring="SCORE4")
    assert table.change("dig 2. build E5") == {"w": -5, "c": -2, "D": 1}


def test_act6_with_one_flight_and_one_neighbour_r5_7() -> None:
    table = scene("fakirs: D E8; 1p\nwitches: D A10", land={"D5": "brown"}, scoring="SCORE4")
    change = table.change("action ACT6. transform E6 to yellow. transform D5 to yellow")
    assert (change["p"], change["vp"]) == (-1, 4)


def test_dwarves_and_fakirs_do_not_fly_to_build_over_a_bridge_r5_7() -> None:
    table = scene("fakirs: D E8; 0p; bridge D6:E8; home D6\nwitches: D A10", scoring="SCORE4")
    assert table.change("build D6") == {"w": -1, "c": -2, "D": 1}


# ---- Nomads ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "outcome"),
    [
        ("action ACTN. build E7", {"w": -1, "c": -2, "D": 1}),
        ("action ACTN. transform E7 to yellow. build E7", {"w": -1, "c": -2, "D": 1}),
        ("action ACTN. transform E7", {}),
        ("action ACTN. -FREE_TF", {}),
        ("action ACTN. transform E7 to brown", "terrain"),
        ("action ACTN. transform E7 to red", "terrain"),
        ("action ACTN. dig 1. transform E7 to yellow", "not-here"),
        ("action ACTN. transform E7 to yellow. build G4", "build-where"),
        ("action ACTN. transform A1 to yellow", "not-here"),
        ("action ACTN. transform D6 to yellow", "not-here"),
        ("action ACTN. transform C4 to yellow", "occupied"),
        ("action ACTN. -FREE_TF. build E7", "wrong-terrain"),
    ],
)
def test_the_sandstorm_turns_neighbours_into_desert_and_nothing_else_r11_14(
    line: str, outcome: object
) -> None:
    """A known gap of other software: any type, and spades added."""
    assert scene(NOMADS.format("shipping 3"), scoring="SCORE1").outcome(line) == outcome


@pytest.mark.parametrize(
    ("terrain", "code"), [("ice", "terrain"), ("volcano", "terrain"), ("yellow", "no-change")]
)
def test_what_no_storm_can_change_r11_14(terrain: str, code: str) -> None:
    table = scene(NOMADS.format("1p"), land={"E7": terrain})
    assert table.refused("action ACTN. transform E7 to yellow") == code


def test_no_storm_over_a_bridge_or_by_ship_r11_14() -> None:
    table = scene(NOMADS.format("bridge C2:D3; shipping 3"))
    assert table.refused("action ACTN. transform C2 to yellow") == "not-here"
    assert table.change("dig 2. build C2")["D"] == 1, "spades reach over the own bridge (R5.3)"


def test_a_storm_is_no_spade_r6_2e() -> None:
    table = scene(NOMADS.format("1p"), scoring="SCORE1")
    assert "vp" not in table.change("action ACTN. transform E7")
