"""Towns and town tiles (R8.6 to R8.9, R13.1, R16.7)."""

from __future__ import annotations

import pytest

from tests.engine.terra_mystica.scene import scene

# E6 touches E5, F3, F4, D4 and E7; they do not all touch each other.
NEAR = "halflings: D E6 E5 F3; SH D4; {}\nwitches: D A10"
FOUND = "upgrade E6 to TP"


@pytest.mark.parametrize(
    ("row", "line", "founded"),
    [
        pytest.param("D E6 E5 F3; SH D4", FOUND, True, id="four buildings, power 7"),
        pytest.param("D E6 E5; SH D4", FOUND, False, id="three buildings"),
        pytest.param("D E6 E5 F3; TP D4", FOUND, False, id="power 6"),
        pytest.param("D E6 E5 F3; TP D4; favors FAV5", FOUND, True, id="power 6 with FAV5"),
        pytest.param("D E6; TP E5; SA D4", FOUND, True, id="three with the sanctuary, power 7"),
        pytest.param("D E6 E5; SA D4", FOUND, False, id="three with the sanctuary, power 6"),
        pytest.param("D E6; SA D4; SH E5", FOUND, True, id="sanctuary and stronghold: power 8"),
        pytest.param("D E6; SA D4; favors FAV5", FOUND, False, id="two never do"),
        pytest.param("TP E6 E5; D F3; TP A1", "action ACT4", False, id="nothing was built"),
        pytest.param(
            "TP E5 F3; D D4; home E6; TP F4", "build E6", True, id="a dwelling joins four"
        ),
    ],
)
def test_when_a_cluster_is_a_town_r8_6(row: str, line: str, founded: bool) -> None:
    table = scene(f"cultists: {row}\nwitches: D A10").play(line)
    assert ("town" in table.owed) is founded
    if founded:
        assert table.refused("witches: send p to AIR") == "not-your-turn", "a tile must be taken"


def test_yetis_count_four_for_stronghold_and_sanctuary_r12_3() -> None:
    table = scene("yetis: D E6 E5; TE F3; TP D4\nwitches: D A10").play("upgrade D4 to SH")
    assert "town" in table.owed, "1 + 1 + 2 + 4 = 8"


@pytest.mark.parametrize(
    ("tile", "change"),
    [
        ("TW1", {"vp": 5, "keys": 1, "c": 6}),
        ("TW2", {"vp": 7, "keys": 1, "w": 2}),
        ("TW3", {"vp": 9, "keys": 1, "p": 1}),
        ("TW4", {"vp": 6, "keys": 1, "p1": -8, "p2": 8}),
        ("TW5", {"vp": 8, "keys": 1, "fire": 1, "water": 1, "earth": 1, "air": 1}),
        ("TW6", {"vp": 2, "keys": 2, "fire": 2, "water": 2, "earth": 2, "air": 2}),
        ("TW7", {"vp": 4 + 2, "keys": 1, "shipping": 1}),
        ("TW8", {"vp": 11, "keys": 1}),
    ],
)
def test_town_tiles_r16_7(tile: str, change: dict[str, int]) -> None:
    table = scene(NEAR.format("5p; bowls 12/0/0")).play(FOUND)
    assert table.change(f"+{tile}") == change
    assert table.on_turn == "witches"


def test_score2_pays_with_the_tile_r8_6() -> None:
    table = scene(NEAR.format("5p"), scoring="SCORE2").play(FOUND)
    assert table.change("+TW1")["vp"] == 5 + 5


@pytest.mark.parametrize(
    ("faction", "row", "change"),
    [
        pytest.param("mermaids", "shipping 5", {"vp": 4, "keys": 1}, id="at the end of the track"),
        pytest.param("dwarves", "0p", {"vp": 4, "keys": 1}, id="no track"),
        pytest.param("fakirs", "0p", {"vp": 4, "keys": 1, "range": 1}, id="the carpet flies on"),
        pytest.param("riverwalkers", "0p", {"vp": 4, "keys": 1}, id="a fixed track"),
        pytest.param("mermaids", "shipping 4", {"vp": 9, "keys": 1, "shipping": 1}, id="level 5"),
    ],
)
def test_tw7_r13_1(faction: str, row: str, change: dict[str, int]) -> None:
    table = scene(f"{faction}: D E6 E5 F3; SH D4; {row}\nwitches: D A10").play(FOUND)
    assert table.change("+TW7") == change


def test_a_tile_that_is_gone_r8_6() -> None:
    table = scene(NEAR.format("5p"), towns={"TW8": 0}).play(FOUND)
    assert table.refused("+TW8") == "tile-gone"
    assert table.hints("+TW8")


def test_without_tiles_no_town_r8_9() -> None:
    table = scene(NEAR.format("5p"), towns={f"TW{n}": 0 for n in range(1, 9)})
    assert "keys" not in table.change(FOUND)
    assert table.on_turn == "witches"


def test_ten_tiles_fourteen_with_the_mini_expansion_r8_9() -> None:
    assert sum(scene(NEAR.format("5p")).state.towns.values()) == 14
    assert sum(scene(NEAR.format("5p"), tile_options=()).state.towns.values()) == 10


def test_one_tile_per_town_r8_6() -> None:
    table = scene(NEAR.format("5p"))
    assert table.refused(f"{FOUND}. +2TW1") == "town"
    assert table.hints(f"{FOUND}. +2TW1")[0] == f"{FOUND}. +TW1"
    assert table.refused(f"{FOUND}. +TW1. +TW2") == "not-owed"
    assert table.refused("+TW1. action ACT4") == "not-owed"


def test_two_equal_tiles_are_one_command_r17_3() -> None:
    table = scene("auren: TP E6 A1 I12; D E5 F3 A2 A3; TE D4 A4\nnomads: D I1")
    table.play("upgrade I12 to TE. +FAV5. +TW3. +TW3")
    assert table.step is not None
    assert table.step.line == "upgrade I12 to TE. +FAV5. +2TW3"


def test_a_building_beside_a_town_joins_it_r8_7() -> None:
    table = scene("halflings: D E6 E5 F3; SH D4; home F4\nwitches: D A10; passed")
    table.play(f"{FOUND}. +TW1", "build F4")
    assert table["halflings"].towns == ("TW1",)
    assert "F4" in table["halflings"].in_town
    assert table.on_turn == "halflings"
    assert table.owed == []


def test_a_building_that_joins_two_towns_keeps_both_tiles_and_brings_none_r8_7() -> None:
    table = scene(
        "halflings: D E5 E4; TP D3; SH E3; town E5 E4 D3 E3; "
        "TP E7 D5; D C3 E8; town E7 D5 C3 E8; towns TW1 TW2; home E6\nwitches: D A10"
    )
    table.play("build E6")
    assert table.on_turn == "witches"
    assert table["halflings"].towns == ("TW1", "TW2")


def test_linking_a_town_with_a_strong_cluster_founds_nothing_r8_7() -> None:
    table = scene(
        "halflings: D E5 E4; TP D3; SH E3; town E5 E4 D3 E3; towns TW1; "
        "TP E7 D5; SA E8; home E6\nwitches: D A10"
    )
    # E7, D5 and the sanctuary would be a town of their own if they had been checked.
    table.play("build E6")
    assert table.owed == []
    assert set(table["halflings"].in_town) == {"E5", "E4", "D3", "E3", "E6", "E7", "D5", "E8"}


def test_a_bridge_founds_a_town_r8_6() -> None:
    table = scene("darklings: TP E5; D E6; TP C2; TP B3\nwitches: D A10")
    assert table.change("action ACT1. bridge C2:E5. +TW4")["keys"] == 1


def test_a_rivals_bridge_connects_too_r8_6() -> None:
    rows = "darklings: TP E5; D E6; SH B3; home C2\nengineers: D A11"
    assert "town" not in scene(rows).play("build C2").owed
    assert "town" in scene(f"{rows}; bridge C2:E5").play("build C2").owed


def test_other_players_buildings_never_connect_r8_6() -> None:
    table = scene("darklings: TP E5; D E6; SH E8; D D5\nengineers: D E7")
    assert "town" not in table.play("upgrade E6 to TP").owed


def test_shipping_connects_no_town_r8_6() -> None:
    table = scene("darklings: TP E5; D E6; SH C2; D B3; shipping 3\nwitches: D A10")
    assert "town" not in table.play("upgrade E6 to TP").owed


def test_one_event_two_separate_clusters_two_tiles_r8_7() -> None:
    table = scene("auren: TP E6 A1 I12; D E5 F3 A2 A3; TE D4 A4\nnomads: D I1")
    table.play("upgrade I12 to TE. +FAV5")
    assert table["auren"].towns_due == 2


def test_fewer_tiles_than_towns_r8_6() -> None:
    none = {f"TW{n}": 0 for n in range(1, 9)}
    table = scene(
        "auren: TP E6 A1 I12; D E5 F3 A2 A3; TE D4 A4\nnomads: D I1", towns={**none, "TW2": 1}
    )
    line = "upgrade I12 to TE. +FAV5. +TW2"
    assert table.refused(line) == "choose-town"
    assert set(table.hints(line)) == {f"{line} A1", f"{line} D4"}
    assert table.change(f"{line} e5")["keys"] == 1
    assert table.step is not None
    assert table.step.line == f"{line} D4", "a cluster goes by its first building"
    assert set(table["auren"].in_town) == {"D4", "E5", "E6", "F3"}
    assert table["auren"].contested == ()
    assert table.on_turn == "nomads"


THREE = "auren: TP E6 A1 I12 E9; D E5 F3 A2 A3 F6 D7; TE D4 A4; TP E10\nnomads: D I1"
"""Clusters at D4, at A1 and at D7: with FAV5 each of them is a town."""


def test_which_of_three_clusters_get_two_tiles_r8_6() -> None:
    tiles = {f"TW{n}": int(n in (2, 4)) for n in range(1, 9)}
    table = scene(THREE, towns=tiles).play("upgrade I12 to TE. +FAV5")
    assert table["auren"].contested_due == table["auren"].towns_due == 2
    assert [line for line in table.lines() if "TW" in line] == [
        f"+{tile} {place}" for tile in ("TW2", "TW4") for place in ("A1", "D4", "D7")
    ]
    assert table.refused("+TW2") == "choose-town"
    assert table.refused("+TW2 I12") == "town", "that building is in no such cluster"
    assert table.refused("+TW2 I1") == "town", "nor is somebody else's"
    assert table.refused("+TW2 D4. +TW4 E6") == "choose-town", "one tile for each cluster"
    table.play("+TW4 D7. +TW2 A4")
    assert sorted(table["auren"].in_town) == ["A1", "A2", "A3", "A4", "D7", "E10", "E9", "F6"]
    assert table["auren"].towns == ("TW4", "TW2")
    assert table.on_turn == "nomads"


def test_two_equal_tiles_for_two_named_clusters_r8_6() -> None:
    table = scene(THREE, towns={f"TW{n}": 2 * (n == 2) for n in range(1, 9)})
    line = "upgrade I12 to TE. +FAV5. +TW2 A1. +TW2 D7"
    table.play(line)
    assert table.step is not None
    assert table.step.line == line, "one command for both would name only one of them"


def test_the_town_a_tile_is_for_is_named_only_where_there_is_a_choice_r8_6() -> None:
    table = scene(NEAR.format("5p")).play(FOUND)
    assert [line for line in table.lines() if "TW8" in line] == ["+TW8"]
    assert table.refused("+TW8 A10") == "town"
    table.play("+TW8 E5")
    assert table.step is not None
    assert table.step.line == "+TW8"


def test_a_record_need_not_say_which_cluster_it_was_r8_6() -> None:
    """No tile is left after the contest, so no later count depends on the answer."""
    tiles = {f"TW{n}": int(n == 2) for n in range(1, 9)}
    table = scene(THREE, towns=tiles, explicit=True)
    assert table.change("upgrade I12 to TE. +FAV5. +TW2")["keys"] == 1


@pytest.mark.parametrize(
    ("tiles", "outcome"),
    [
        ("+TW8. +TW5", (10, 10, 1, 1)),
        ("-WATER. +TW5. +TW8", (10, 9, 1, 1)),
        # The step on FIRE that was lost with FAV5 comes back with the second key (R8.3).
        ("-FIRE. +TW5. +TW8", (10, 10, 1, 1)),
        ("+TW5. +TW8", "choose-track"),
    ],
)
def test_two_towns_at_once_take_their_tiles_in_the_players_order_r6_4a(
    tiles: str, outcome: tuple[int, ...] | str
) -> None:
    """No tile belongs to one of the clusters; when its key comes is what the order decides."""
    table = scene("auren: TP E6 A1 I12; D E5 F3 A2 A3; TE D4 A4; cults 8/9/0/0\nnomads: D I1").play(
        "upgrade I12 to TE. +FAV5"
    )
    assert table["auren"].cults == (9, 9, 0, 0)
    if isinstance(outcome, str):
        assert table.refused(tiles) == outcome
    else:
        assert table.play(tiles)["auren"].cults == outcome
