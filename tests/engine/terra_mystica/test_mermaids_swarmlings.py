"""R11.7 Mermaids, R11.8 Swarmlings."""

from __future__ import annotations

import pytest

from tests.engine.terra_mystica.scene import scene

# Around r15: D4, C2, E5, E6.
AROUND = "mermaids: D E6 C2; TP E5; SH E4; {}\nwitches: D A10"


def test_the_stronghold_brings_a_shipping_step_r11_7() -> None:
    table = scene("mermaids: TP E6; shipping 2\nwitches: D A10", scoring="SCORE1")
    change = table.change("upgrade E6 to SH")
    assert (change["shipping"], change["vp"]) == (1, 3)
    at_end = scene("mermaids: TP E6; shipping 5\nwitches: D A10", scoring="SCORE1")
    assert "shipping" not in at_end.change("upgrade E6 to SH")


def test_a_town_around_one_river_hex_r11_7() -> None:
    table = scene(AROUND.format("7p"))
    assert table.change("connect r15. +TW1. action ACT4")["keys"] == 1
    assert set(table["mermaids"].in_town) == {"E6", "E5", "E4", "C2"}
    assert table["mermaids"].spans == ("r15",)


def test_it_is_no_action_and_may_be_declared_before_or_after_one_r11_7() -> None:
    for line in ("connect r15. +TW1. action ACT4", "action ACT4. connect r15. +TW1"):
        assert scene(AROUND.format("7p")).play(line).on_turn == "witches"
    table = scene(AROUND.format("7p"))
    assert "connect r15" in table.lines()
    assert "connect r15" in table.lines(after="action ACT4")


def test_in_the_line_of_the_pass_but_before_it_r11_7() -> None:
    assert scene(AROUND.format("7p")).play("connect r15. +TW1. pass BON1").on_turn == "witches"
    assert scene(AROUND.format("7p")).refused("pass BON1. connect r15. +TW1") == "passed"


def test_the_tile_is_owed_r4_3() -> None:
    table = scene(AROUND.format("7p")).play("connect r15")
    assert table.owed == ["town"]
    assert table.on_turn == "mermaids"


@pytest.mark.parametrize(
    ("row", "line"),
    [
        pytest.param("D E6 C2; TP E5", "connect r15. action ACT4", id="too few buildings"),
        pytest.param("D E6 C2; TP E5; SH E4", "connect r20. action ACT4", id="leaves one out"),
        pytest.param(
            "D E6 C2; TP E5; SH E4; town E4 E5 E6",
            "connect r15. action ACT4",
            id="neighbours already in a town",
        ),
        pytest.param("D E6 C2; TP E5; SH E4", "connect r99. action ACT4", id="no such river hex"),
        pytest.param("D E6; TP C2; SH A6; D A7", "connect r9. action ACT4", id="two river hexes"),
    ],
)
def test_rivers_that_found_nothing_r11_7(row: str, line: str) -> None:
    assert scene(f"mermaids: {row}\nwitches: D A10").refused(line) == "town"


def test_mermaids_only_and_in_turn_only_r11_7() -> None:
    table = scene("cultists: D E6 C2; TP E5; SH E4\nmermaids: D A4")
    assert table.refused("connect r15. action ACT4") == "town"
    table = scene("cultists: D A1\nmermaids: D E6 C2; TP E5; SH E4")
    assert table.refused("mermaids: connect r15") == "not-your-turn"


@pytest.mark.parametrize("words", ["connect C2:E6", "connect E6:C2", "connect C2:E5:E6"])
def test_named_by_land_hexes_and_written_by_the_river_n3(words: str) -> None:
    table = scene(AROUND.format("7p")).play(f"{words}. +TW1. action ACT4")
    assert table.step is not None
    assert table.step.line.startswith("connect r15. ")


def test_the_lowest_numbered_river_hex_that_founds_a_town_r11_7() -> None:
    """C2 and E5 share r14 and r15; both would do."""
    table = scene("mermaids: TP C2; D B2; TP E5; SH E4\nwitches: D A10")
    table.play("connect C2:E5. +TW1. action ACT4")
    assert table["mermaids"].spans == ("r14",)


def test_the_marked_hex_keeps_connecting_r8_8() -> None:
    table = scene(AROUND.format("home D4"))
    table.play("connect r15. +TW1. action ACT4", "witches: pass BON1", "build D4")
    assert "D4" in table["mermaids"].in_town
    assert table.owed == []


def test_the_marked_hex_gives_no_power_and_no_discount_r8_8() -> None:
    table = scene("mermaids: D C2\nwitches: D E5").set("mermaids", spans=("r15",))
    assert table.change("upgrade C2 to TP")["c"] == -6
    assert table.power_offers() == []


def test_a_further_town_uses_its_own_river_hex_r11_7() -> None:
    table = scene(
        "mermaids: D E6 C2; TP E5; SH E4; D A10 B5; TP A11; SA C5\nwitches: D I12; passed"
    )
    # B5 and C5 touch r4 and r11; A10 and A11 are joined to B5 by land.
    table.play("connect r15. +TW1. action ACT4")
    table.play("connect r4. +TW2. action ACT3")
    assert table["mermaids"].spans == ("r15", "r4")
    assert table["mermaids"].towns == ("TW1", "TW2")


def test_bridge_and_river_hex_work_together_r11_7() -> None:
    table = scene("mermaids: TP E5; D C2; D B3; SH D4; bridge C2:D4\nwitches: D A10")
    assert table.change("connect r15. +TW1. action ACT4")["keys"] == 1


def test_ordinary_towns_stay_compulsory_r11_7() -> None:
    table = scene("mermaids: D E6 E5 F3; SH D4\nwitches: D A10").play("upgrade E6 to TP")
    assert table.owed == ["town"]


# ---- Swarmlings -----------------------------------------------------------------------------

SWARMLINGS = "swarmlings: SH D5; D E4; {}\nwitches: D A10"


def test_three_workers_a_town_r11_8() -> None:
    table = scene("swarmlings: D E6 E5 F3; SH D4\nwitches: D A10").play("upgrade E6 to TP")
    assert table.change("+TW2") == {"vp": 7, "w": 2 + 3, "keys": 1}


def test_a_free_trading_post_r11_8() -> None:
    table = scene(SWARMLINGS.format("favors FAV10"), scoring="SCORE6")
    assert table.change("action ACTS. upgrade E4 to TP") == {"D": -1, "TP": 1, "vp": 6}


def test_offers_and_towns_as_usual_r11_8() -> None:
    table = scene("swarmlings: SH D5; D D4; D E8 E7\nwitches: D C3")
    table.play("action ACTS. upgrade D4 to TP")
    assert table.power_offers() == [("witches", 1)]
    assert table.owed == ["town"]


@pytest.mark.parametrize(
    ("row", "line", "code"),
    [
        ("TP E3", "action ACTS. upgrade E3 to TE. +FAV9", "wrong-building"),
        ("TP E3", "action ACTS. upgrade E3 to TP", "wrong-building"),
        ("TP A4 A11 D2 E11", "action ACTS. upgrade E4 to TP", "no-piece"),
    ],
)
def test_only_from_dwelling_to_trading_post_r11_8(row: str, line: str, code: str) -> None:
    assert scene(SWARMLINGS.format(row)).refused(line) == code


def test_the_free_upgrade_may_be_waived_r4_3b() -> None:
    assert scene(SWARMLINGS.format("1w")).play("action ACTS. -FREE_TP").on_turn == "witches"


def test_once_a_round_and_with_the_stronghold_only_r4_7() -> None:
    table = scene("swarmlings: SH D5; D E4 D2\nwitches: D A10; passed")
    table.play("action ACTS. upgrade E4 to TP")
    assert table.refused("action ACTS. upgrade D2 to TP") == "space-taken"
    assert scene("swarmlings: D D5\nwitches: D A10").refused("action ACTS") == "not-owned"
