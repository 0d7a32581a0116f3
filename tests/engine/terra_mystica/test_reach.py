"""Adjacency, shipping, bridges, tunnels and carpets (R5)."""

from __future__ import annotations

import pytest

from engine.terra_mystica.maps import land_of
from tests.engine.terra_mystica.scene import end_phase_two, scene

LAND = land_of("original")


def test_names_run_from_the_left_without_the_river_r5_1() -> None:
    assert LAND.terrain["E6"] == "brown"
    assert LAND.terrain["A1"] == "brown"
    assert LAND.terrain["I12"] == "red"
    assert LAND.places["r0"] == (1, 1)


@pytest.mark.parametrize(
    ("a", "b", "distance"), [("E6", "E6", 0), ("E6", "E7", 1), ("E6", "G2", 2), ("A1", "I12", 16)]
)
def test_distance_as_the_crow_flies_r5_2(a: str, b: str, distance: int) -> None:
    assert LAND.distance(a, b) == LAND.distance(b, a) == distance


def test_neighbours_share_an_edge_r5_2() -> None:
    assert set(LAND.neighbours["E6"]) == {"E5", "E7", "D4", "F3", "F4"}
    assert set(LAND.waters["E6"]) == {"r15"}


@pytest.mark.parametrize(
    ("row", "place", "outcome"),
    [
        pytest.param("card BON5", "E6", True, id="next to an own building"),
        pytest.param("card BON5", "C2", False, id="across the river without ships"),
        pytest.param("shipping 1", "C2", True, id="one river hex, shipping 1"),
        pytest.param("shipping 1", "D3", True, id="one river hex over r14"),
        pytest.param("shipping 1", "C3", False, id="two river hexes, shipping 1"),
        pytest.param("shipping 2", "C3", True, id="two river hexes, shipping 2"),
        pytest.param("card BON4", "C2", True, id="BON4 adds one"),
        pytest.param("card BON4; shipping 1", "C3", True, id="BON4 on top of the track"),
        pytest.param("shipping 3", "G7", False, id="land on the way does not count"),
        pytest.param("bridge E5:C2", "C2", True, id="over the own bridge"),
    ],
)
def test_reach_r5_4_r5_6(row: str, place: str, outcome: bool) -> None:
    table = scene(f"darklings: D E5; {row}; home {place}\nwitches: D A10")
    if outcome:
        assert table.change(f"build {place}")["D"] == 1
    else:
        assert table.refused(f"build {place}") == "not-reachable"


def test_bon4_never_helps_in_phase_three_r5_4() -> None:
    """A known gap of other software: cult spades reach by the track level alone."""
    table = scene(
        "darklings: D E5; card BON4; shipping 0; cults 0/4/0/0\nwitches: D A10; card BON5",
        scoring="SCORE6",
    )
    table.play("witches: wait", "pass BON1", "witches: pass BON2")
    assert table.state.phase == "spades"
    assert table.refused("transform C2 to black") == "not-reachable"
    other = scene(
        "darklings: D E5; card BON5; shipping 0; cults 0/4/0/0\nwitches: D A10; card BON8",
        scoring="SCORE6",
    )
    # Taking BON4 on passing helps no more than giving it back.
    other.play("pass BON4", "witches: pass BON2")
    assert other.refused("transform C2 to black") == "not-reachable"
    assert other.play("transform E4 to black").state.terrain["E4"] == "black"


def test_bon4_never_helps_who_has_no_ships_r5_4() -> None:
    table = scene("dwarves: D E5; card BON4; home C1\nwitches: D A10")
    assert LAND.by_ship["E5"]["C1"] == 2
    assert table.refused("build C1") == "not-reachable"


def test_shipping_does_not_count_in_the_trading_post_discount_or_offers_r5_3() -> None:
    table = scene("darklings: D E5; shipping 3\nengineers: D C2")
    assert table.change("upgrade E5 to TP")["c"] == -6
    assert table.power_offers() == []


# ---- bridges --------------------------------------------------------------------------------


def test_a_bridge_makes_neighbours_for_everybody_r5_3() -> None:
    table = scene("darklings: D E5\nengineers: D C2; bridge C2:E5")
    assert table.change("upgrade E5 to TP")["c"] == -3, "discount over the rival's bridge"
    assert table.power_offers() == [("engineers", 1)]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("action ACT1. bridge E5:C2", ""),
        ("action ACT1. bridge C2:E5", ""),
        ("action ACT1. bridge E5:E6", "bad-site"),
        ("action ACT1. bridge E5:D4", "bad-site"),
        ("action ACT1. bridge B1:C1", "bad-site"),
        ("action ACT1. bridge E5:Z9", "bad-site"),
        ("bridge E5:C2", "not-owed"),
    ],
)
def test_bridge_sites_r5_5(line: str, code: str) -> None:
    table = scene("darklings: D E5\nwitches: D A10")
    if code:
        assert table.refused(line) == code
    else:
        assert table.change(line)["bridges"] == -1
        assert table.power_offers() == []


def test_a_second_bridge_on_a_site_is_refused_r5_5() -> None:
    table = scene("engineers: D C2; bridge C2:D4\nnomads: D D3; bridge D3:C2; bowls 0/0/12")
    assert table.refused("action ACTE. bridge C2:D4") == "bad-site"
    assert table.refused("action ACTE. bridge C2:D3") == "bad-site"
    assert "bridge C2:E5" in table.lines(after="action ACTE")


def test_three_bridges_each_r5_5() -> None:
    table = scene("engineers: D C2; D E4\nwitches: D A10; passed")
    for site in ("C2:D4", "C2:E5", "C2:D3"):
        table.play(f"action ACTE. bridge {site}")
    assert table["engineers"].bridges == 0
    assert table.refused("action ACTE. bridge E4:G1") == "bad-site"
    assert table.refused("action ACT1. bridge E4:G1") == "bad-site"


def test_the_map_has_29_bridge_sites_r5_5() -> None:
    assert len(LAND.bridge_sites) == 29


# ---- tunnels and carpets --------------------------------------------------------------------


def test_a_tunnel_costs_two_workers_and_brings_four_points_r5_7() -> None:
    table = scene("dwarves: D E7; home G2\nwitches: D A10", scoring="SCORE1")
    assert LAND.distance("E7", "G2") == 2
    assert table.change("build G2") == {"w": -3, "c": -2, "D": 1, "vp": 4}


def test_with_the_stronghold_one_worker_r11_6() -> None:
    table = scene("dwarves: SH E7; home G2\nwitches: D A10", scoring="SCORE1")
    assert table.change("build G2") == {"w": -2, "c": -2, "D": 1, "vp": 4}


def test_no_tunnel_where_the_hex_is_adjacent_r5_7() -> None:
    table = scene("dwarves: D E7; home E6\nwitches: D A10", scoring="SCORE1")
    assert table.change("build E6") == {"w": -1, "c": -2, "D": 1}


def test_no_tunnel_over_an_own_bridge_r5_7() -> None:
    table = scene("dwarves: D E5; bridge E5:C2\nwitches: D A10", scoring="SCORE1")
    assert table.change("build C2") == {"w": -1, "c": -2, "D": 1}


def test_one_flight_for_transforming_and_building_r5_7() -> None:
    table = scene("dwarves: D E7; dig 2\nwitches: D A10", scoring="SCORE4")
    assert table.change("dig 1. transform G2 to gray. build G2") == {
        "w": -1 - 2 - 1,
        "c": -2,
        "D": 1,
        "vp": 4,
    }


def test_a_second_hex_needs_another_way_r5_7() -> None:
    table = scene("dwarves: D E7\nwitches: D A10", land={"G2": "red", "E9": "red"})
    assert table.refused("action ACT6. transform G2 to gray. transform E5 to blue") == "one-flight"
    assert table.change("action ACT6. transform G2 to gray. transform D4 to gray")["vp"] == 4


def test_building_in_a_later_action_flies_again_r5_7() -> None:
    table = scene("dwarves: D E7; dig 2\nwitches: D A10; passed", scoring="SCORE4")
    assert table.change("dig 1. transform G2 to gray. done") == {"w": -3, "vp": 4}
    assert table.change("build G2") == {"w": -3, "c": -2, "D": 1, "vp": 4}


def test_a_flight_that_cannot_be_paid_r5_7() -> None:
    table = scene("fakirs: D E8; 0p; bowls 12/0/0; home E6\nwitches: D A10")
    assert table.refused("build E6") == "cannot-pay"


def test_no_flight_in_phase_three_r5_7() -> None:
    table = scene("dwarves: D E7; cults 0/4/0/0\nwitches: D A10", scoring="SCORE6")
    end_phase_two(table)
    assert table.state.phase == "spades"
    assert table.refused("transform G2 to gray") == "not-here"
    assert table.play("transform D4 to gray").state.terrain["D4"] == "gray"


@pytest.mark.parametrize(
    ("row", "reach"),
    [
        ("D E8", 2),
        ("SH E8", 3),
        ("D E8; range 1", 3),
        ("SH E8; range 1", 4),
        ("SH E8; range 2", 5),
        ("SH E8; range 3", 5),
    ],
)
def test_the_carpets_range_r5_7(row: str, reach: int) -> None:
    for place in LAND.terrain:
        distance = LAND.distance("E8", place)
        if distance < 2 or distance > 6 or place in ("A10",):
            continue
        table = scene(f"fakirs: {row}; home {place}\nwitches: D A10", scoring="SCORE1")
        if distance <= reach:
            assert table.change(f"build {place}") == {
                "p": -1,
                "w": -1,
                "c": -2,
                "D": 1,
                "vp": 4,
            }, place
        else:
            assert table.refused(f"build {place}") == "not-reachable", place


def test_bridges_do_not_lengthen_a_flight_r5_7() -> None:
    table = scene("dwarves: D E5; bridge E5:C2; home B2\nwitches: D A10")
    assert LAND.distance("E5", "B2") == 3
    assert table.refused("build B2") == "not-reachable"
