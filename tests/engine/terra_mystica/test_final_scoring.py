"""The end of the game (R10)."""

from __future__ import annotations

import pytest

from engine.terra_mystica.maps.reach import areas
from engine.terra_mystica.rules import RULES
from engine.terra_mystica.scoring import (
    AREA_POINTS,
    CULT_POINTS,
    FINAL_METRICS,
    largest_area,
    shared_places,
)
from tests.engine.terra_mystica.scene import Scene, scene


@pytest.mark.parametrize(
    ("values", "points", "shares"),
    [
        pytest.param((9, 9, 7, 3), AREA_POINTS, (15, 15, 6, 0), id="the rulebook's example"),
        pytest.param((9, 9), AREA_POINTS, (15, 15), id="two players equal"),
        pytest.param((3, 0), AREA_POINTS, (18, 0), id="zero gets nothing"),
        pytest.param((5, 4), AREA_POINTS, (18, 12), id="two players: two places"),
        pytest.param((5, 4, 4), AREA_POINTS, (18, 9, 9), id="second place shared"),
        pytest.param((5, 5, 5), AREA_POINTS, (12, 12, 12), id="three equal"),
        pytest.param((5, 5, 5, 5), AREA_POINTS, (9, 9, 9, 9), id="four equal"),
        pytest.param((7, 7, 7), CULT_POINTS, (4, 4, 4), id="cults: 14 by three, rounded down"),
        pytest.param((9, 4, 4, 4), CULT_POINTS, (8, 2, 2, 2), id="6 by three"),
        pytest.param((9, 7, 4, 4, 4), CULT_POINTS, (8, 4, 0, 0, 0), id="2 by three is nothing"),
        pytest.param((0, 0, 0), CULT_POINTS, (0, 0, 0), id="nobody went anywhere"),
    ],
)
def test_places_are_shared_r10_3(
    values: tuple[int, ...], points: tuple[int, ...], shares: tuple[int, ...]
) -> None:
    got = shared_places(dict(enumerate(values)), points)
    assert tuple(got.get(seat, 0) for seat in range(len(values))) == shares


def finish(table: Scene) -> dict[str, int]:
    """Everybody passes in round 6; points by source of the first seat."""
    before = dict(table.state.players[0].points)
    while table.state.phase == "play":
        table.play(f"{table.on_turn}: pass")
    after = table.state.players[0].points
    return {name: vp - before.get(name, 0) for name, vp in after.items() if vp != before.get(name)}


def test_cults_and_area_r10_1_r10_2() -> None:
    table = scene(
        "cultists: D E6 E5; cults 5/0/3/0; 0c 0w 0p; bowls 0/0/0\n"
        "witches: D A10; cults 2/1/3/0; 0c 0w 0p; bowls 0/0/0",
        round=6,
    )
    assert finish(table) == {"final:fire": 8, "final:earth": 6, "final:network": 18}
    assert table["witches"].vp == 20 + 4 + 8 + 6 + 12


@pytest.mark.parametrize(
    ("faction", "row", "size"),
    [
        pytest.param("cultists", "D E6 E5 F3", 3, id="direct adjacency"),
        pytest.param("cultists", "D E6 C2", 1, id="no ships"),
        pytest.param("cultists", "D E6 C2; shipping 1", 2, id="by ship"),
        pytest.param("cultists", "D E6 C2; card BON4", 1, id="BON4 never counts"),
        pytest.param("cultists", "D E6 C2 A3; shipping 3", 3, id="any number of hops"),
        pytest.param("cultists", "D E5 C2; bridge E5:C2", 2, id="by bridge"),
        pytest.param("dwarves", "D E6 G2", 2, id="a tunnel skips one hex"),
        pytest.param("dwarves", "D E6 H4", 1, id="but not two"),
        pytest.param("fakirs", "D E6 G2", 2, id="carpet"),
        pytest.param("fakirs", "SH E6; D H4", 2, id="with the stronghold two hexes"),
        pytest.param("fakirs", "D E6 H4; range 1", 2, id="TW7 too"),
        pytest.param("witches", "SH E6; D A10", 1, id="the ride connects nothing"),
        pytest.param("riverwalkers", "D E6 E7", 2, id="river-bound, still neighbours"),
        pytest.param("mermaids", "D E6 D3; shipping 0", 1, id="no connection"),
    ],
)
def test_areas_r10_2(faction: str, row: str, size: int) -> None:
    table = scene(f"{faction}: {row}\nnomads: D I12", round=6)
    assert largest_area(table.state, table[faction]) == size


def test_a_spanned_river_hex_connects_the_area_r10_2() -> None:
    table = scene("mermaids: D C2 E6; shipping 0\nnomads: D I12", round=6)
    table.set("mermaids", spans=("r15",))
    assert largest_area(table.state, table["mermaids"]) == 2


@pytest.mark.parametrize(
    ("tile", "row", "value"),
    [
        ("connected-distance", "D E6 E5 E4", 2),
        ("connected-distance", "D E6", 0),
        ("connected-distance", "D E6 E5; D A1", 1),
        ("connected-sa-sh-distance", "SH E6; D E5; SA E4", 2),
        ("connected-sa-sh-distance", "SH E6; SA E4", 0),
        ("connected-sa-sh-distance", "SH E6", 0),
        ("building-on-edge", "D A1 A2 A3 E6", 3),
        ("building-on-edge", "D A1 I12", 1),
        ("building-on-edge", "D D1 E1 F1", 3),
        ("building-on-edge", "D E6", 0),
        ("connected-clusters", "D E6", 1),
        ("connected-clusters", "D E6 C2; shipping 1", 2),
        ("connected-clusters", "D E6 E5 C2; shipping 1", 2),
        ("connected-clusters", "D E6 I12", 1),
    ],
)
def test_extra_final_tiles_r10_4(tile: str, row: str, value: int) -> None:
    table = scene(f"cultists: {row}\nnomads: D H8", round=6, final=(tile,))
    assert FINAL_METRICS[tile](table.state, table["cultists"]) == value


def test_buildings_of_a_river_town_are_one_cluster_r10_4() -> None:
    table = scene("mermaids: D C2 E6\nnomads: D H8", round=6)
    assert FINAL_METRICS["connected-clusters"](table.state, table["mermaids"]) == 2
    table.set("mermaids", spans=("r15",))
    assert FINAL_METRICS["connected-clusters"](table.state, table["mermaids"]) == 1


def test_the_area_may_be_another_for_each_tile_r10_4() -> None:
    """The largest area is inland, the longest one is not."""
    table = scene("cultists: D E6 E5 F3 F4; D A1 A2 A3\nnomads: D H8", round=6)
    assert FINAL_METRICS["building-on-edge"](table.state, table["cultists"]) == 3
    assert len(areas(table.state, table["cultists"])) == 2


def test_several_extra_tiles_are_scored_each_for_itself_r10_4() -> None:
    table = scene(
        "cultists: D E6 E5; 0c 0w 0p; bowls 0/0/0\nnomads: D H8",
        round=6,
        final=("connected-distance", "connected-clusters"),
    )
    points = finish(table)
    assert points["final:connected-distance"] == 18
    assert points["final:connected-clusters"] == 15


@pytest.mark.parametrize(
    ("faction", "row", "points"),
    [
        pytest.param("cultists", "8c 0w 0p; bowls 0/0/0", 2, id="3 coins a point"),
        pytest.param("alchemists", "9c 0w 0p; bowls 0/0/0", 4, id="Alchemists: 2 coins"),
        pytest.param("cultists", "0c 2w 1p; bowls 0/0/0", 1, id="workers and priests are coins"),
        pytest.param("cultists", "0c 0w 0p; bowls 3/0/3", 1, id="power in III"),
        pytest.param("cultists", "0c 0w 0p; bowls 3/6/0", 1, id="half of bowl II"),
        pytest.param("cultists", "1c 0w 0p; bowls 0/5/0", 1, id="rounded down each"),
        pytest.param("cultists", "2c 0w 0p; bowls 9/1/0", 0, id="one token in II is nothing"),
    ],
)
def test_what_is_left_turns_into_points_r10_5(faction: str, row: str, points: int) -> None:
    table = scene(f"{faction}: D E6; {row}\nnomads: D H8", round=6)
    assert finish(table).get("final:resources", 0) == points


def test_the_winner_and_shared_wins_r10_6() -> None:
    table = scene(
        "cultists: D E6; 0c 0w 0p; bowls 0/0/0\nnomads: D H8; 0c 0w 0p; bowls 0/0/0", round=6
    )
    finish(table)
    standing = RULES.result(table.state)
    assert standing is not None
    assert [(entry.place, entry.score) for entry in standing] == [(1, 35), (1, 35)]
    for entry in standing:
        assert sum(entry.details.values()) == entry.score
