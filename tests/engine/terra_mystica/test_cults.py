"""Priests, cult steps, keys (R8.1 to R8.5)."""

from __future__ import annotations

import pytest

from tests.engine.terra_mystica.scene import scene

TABLE = "halflings: D E6 F7; {}\nwitches: D C3 A10; {}"


def test_order_spaces_three_then_three_times_two_then_one_r8_1() -> None:
    table = scene("halflings: D E6; bowls 0/0/12\nwitches: D A10; passed")
    got = []
    for _ in range(5):
        table.set("halflings", cults=(0, 0, 0, 0), bowls=(0, 0, 12))
        change = table.change("send p to FIRE")
        got.append((change["fire"], change.get("priest_limit", 0)))
    assert got == [(3, -1), (2, -1), (2, -1), (2, -1), (1, 0)]
    assert table.refused("send p to FIRE for 2") == "space-taken"


@pytest.mark.parametrize(
    ("line", "change"),
    [
        ("send p to AIR", {"p": -1, "air": 3, "priest_limit": -1}),
        ("send p to AIR for 3", {"p": -1, "air": 3, "priest_limit": -1}),
        ("send p to AIR for 2", {"p": -1, "air": 2, "priest_limit": -1}),
        ("send p to AIR for 1", {"p": -1, "air": 1}),
    ],
)
def test_any_free_space_may_be_chosen_r8_1(line: str, change: dict[str, int]) -> None:
    table = scene(TABLE.format("bowls 0/0/12", "1p"))
    assert table.change(line) == change


def test_a_taken_space_r8_1() -> None:
    table = scene(TABLE.format("7p", "7p")).play("send p to FIRE for 3")
    assert table.refused("witches: send p to FIRE for 3") == "space-taken"
    assert table.hints("witches: send p to FIRE for 3")[0] == "send p to FIRE"
    assert table.change("witches: send p to FIRE")["fire"] == 2


def test_no_priest_r8_1() -> None:
    table = scene(TABLE.format("0p; bowls 12/0/0", "1p"))
    assert table.refused("send p to FIRE") == "no-priest-or-space"


@pytest.mark.parametrize("start", ["10", "9"])
def test_a_priest_may_be_sent_for_nothing_r8_1(start: str) -> None:
    table = scene(TABLE.format(f"cults {start}/0/0/0", "1p"))
    assert table.change("send p to FIRE") == {"p": -1, "priest_limit": -1}


@pytest.mark.parametrize(
    ("start", "line", "power"),
    [
        (2, "send p to FIRE for 1", 1), (0, "send p to FIRE", 1), (4, "send p to FIRE for 1", 2),
        (4, "send p to FIRE", 4), (6, "send p to FIRE for 1", 2), (3, "send p to FIRE for 1", 0),
        (7, "send p to FIRE for 2", 0),
    ],
)  # fmt: skip
def test_power_for_marks_crossed_r8_2(start: int, line: str, power: int) -> None:
    table = scene(TABLE.format(f"cults {start}/0/0/0; bowls 12/0/0", "1p"))
    assert table.change(line).get("p2", 0) == power


# ---- step 10 --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mine", "theirs", "change"),
    [
        pytest.param("keys 1", "1p", {"fire": 2, "keys": -1, "p2": 3}, id="with a key"),
        pytest.param("keys 0", "1p", {"fire": 1}, id="without a key it stops at 9"),
        pytest.param("keys 1", "cults 10/0/0/0", {"fire": 1}, id="10 is occupied: the key is kept"),
    ],
)
def test_step_ten_r8_3(mine: str, theirs: str, change: dict[str, int]) -> None:
    table = scene(TABLE.format(f"cults 8/0/0/0; bowls 12/0/0; {mine}", theirs))
    got = table.change("send p to FIRE for 2")
    got.pop("p1", None)
    assert got == {"p": -1, "priest_limit": -1, **change}


def test_a_step_lost_for_lack_of_a_key_is_made_up_for_by_a_town_in_time_r8_3() -> None:
    table = scene("auren: TE E6; TP E5 D4; cults 9/0/0/0; bowls 12/0/0\nnomads: D A5")
    change = table.change("upgrade E6 to SA. +FAV9. +TW1")
    assert (change["fire"], change.get("keys", 0)) == (1, 0)
    assert change["p2"] == 3
    other = scene("auren: TE E6; TP E5 D4; cults 9/0/0/0\nnomads: D A5")
    # Being at 9 is not enough: a step must have been tried and lost.
    assert other.change("upgrade E6 to SA. +FAV10. +TW1")["keys"] == 1


def test_a_step_lost_before_the_last_turn_began_stays_lost_r8_3() -> None:
    table = scene("auren: D E6 E5 F3; SH D4; cults 9/0/0/0\nnomads: D A5")
    table.play("send p to FIRE for 1", "nomads: send p to AIR for 1")
    change = table.change("upgrade E6 to TP. +TW1")
    assert change["keys"] == 1
    assert "fire" not in change


def two_lost(keys: str) -> str:
    return f"chaosmagicians: TE E6; TP E5 D4; cults 9/9/0/0; {keys}\nnomads: D A5"


def test_too_few_keys_for_two_lost_steps_the_player_chooses_r8_3() -> None:
    table = scene(two_lost("keys 0")).play("upgrade E6 to SA. +FAV9. +FAV10. +TW1")
    assert table.owed == ["claim"]
    assert table.refused("+EARTH") == "not-owed"
    assert {"+FIRE", "+WATER"} <= set(table.lines())
    assert table.change("+WATER") == {"water": 1, "keys": -1}
    assert table.on_turn == "nomads"


def test_two_towns_bring_both_keys_and_nothing_is_left_to_choose_r8_3() -> None:
    """A choice that a second town settles must not stay open for ever."""
    table = scene(
        "chaosmagicians: TE E6; TP E5 D4; cults 9/9/0/0; TE A1 A4; TP A2; D A3\nnomads: D I1"
    )
    table.set("chaosmagicians", towns_due=1)
    table.play("upgrade E6 to SA. +FAV9. +FAV10. +TW1")
    assert table.owed == ["town", "claim"]
    table.play("+TW2")
    assert table["chaosmagicians"].cults[:2] == (10, 10)
    assert table.on_turn == "nomads"


# ---- the choice of the track with TW5 and TW6 -------------------------------------------------


def at_nine(cults: str, keys: int = 0) -> str:
    return f"halflings: D E6 E5 F3; SH D4; cults {cults}; keys {keys}\nwitches: D A10; bowls 5/7/0"


FOUND = "upgrade E6 to TP"


def test_two_nines_and_one_key_the_engine_offers_the_choice_r8_4() -> None:
    """A known gap of other software, where the player must step down by hand or luck decides."""
    table = scene(at_nine("9/9/0/0"))
    assert table.refused(f"{FOUND}. +TW5") == "choose-track"
    assert set(table.hints(f"{FOUND}. +TW5")) >= {
        f"{FOUND}. -FIRE. +TW5",
        f"{FOUND}. -WATER. +TW5",
    }
    offered = table.lines(after=FOUND)
    assert "+TW5" not in offered
    assert {"-FIRE. +TW5", "-WATER. +TW5", "-FIRE. -WATER. +TW5"} <= set(offered)


@pytest.mark.parametrize(
    ("cults", "keys", "line", "after"),
    [
        pytest.param("9/9/0/0", 0, "-WATER. +TW5", ((10, 9, 1, 1), 0), id="fire gets the key"),
        pytest.param("9/9/0/0", 0, "-FIRE. +TW5", ((9, 10, 1, 1), 0), id="water gets the key"),
        pytest.param("9/9/0/0", 1, "+TW5", ((10, 10, 1, 1), 0), id="keys enough"),
        pytest.param("9/0/0/0", 0, "+TW5", ((10, 1, 1, 1), 0), id="the tile's own key counts"),
        pytest.param("9/0/0/0", 0, "-FIRE. +TW5", ((9, 1, 1, 1), 1), id="the key may be kept"),
        pytest.param("9/9/0/0", 0, "+TW5. +FIRE", ((10, 9, 1, 1), 0), id="named afterwards"),
        pytest.param("8/8/8/0", 0, "-EARTH. +TW6", ((10, 10, 9, 2), 0), id="TW6 from 8"),
        pytest.param("9/8/9/0", 0, "-2EARTH. +TW6", ((10, 10, 9, 2), 0), id="TW6 from 9"),
        pytest.param("9/9/9/0", 0, "-2FIRE. -2WATER. +TW6", ((9, 9, 10, 2), 1), id="two left"),
        pytest.param("9/9/9/0", 0, "-WATER. +TW5", "choose-track", id="still one too many"),
        pytest.param("7/0/0/0", 0, "-FIRE. +TW5", "not-owed", id="not a track that reaches 10"),
        pytest.param("10/9/0/0", 0, "-FIRE. +TW5", "not-owed", id="never from 10"),
        pytest.param("9/0/0/0", 0, "-FIRE. +TW1", "not-owed", id="only before TW5 and TW6"),
        pytest.param("9/0/0/0", 0, "-2FIRE. +TW5", "not-owed", id="not further than to 9"),
    ],
)
def test_choosing_the_track_r8_4(cults: str, keys: int, line: str, after: object) -> None:
    table = scene(at_nine(cults, keys))
    if isinstance(after, str):
        assert table.refused(f"{FOUND}. {line}") == after
        return
    table.play(f"{FOUND}. {line}")
    me = table["halflings"]
    assert (me.cults, me.keys) == after


def test_no_step_down_where_somebody_stands_on_ten_n3() -> None:
    table = scene(at_nine("9/9/0/0").replace("witches: D A10", "witches: D A10; cults 10/0/0/0"))
    assert table.refused(f"{FOUND}. -FIRE. +TW5") == "not-owed"
    table.play(f"{FOUND}. +TW5")
    assert table["halflings"].cults == (9, 10, 1, 1)


@pytest.mark.parametrize("line", ["-WATER. action ACT4", "-WATER", "action ACT4. -WATER"])
def test_stepping_down_is_no_move_by_itself_n3(line: str) -> None:
    table = scene("halflings: D E6; cults 0/9/0/0\nwitches: D A10")
    assert table.refused(line) == "not-owed"


# ---- waiting for those who come first -------------------------------------------------------

RACE = "cultists: D E6; cults 9/0/0/0; keys {}\nwitches: D F4; cults 8/0/0/0; keys 1"


def test_open_offers_of_the_cultists_come_first_r8_3c() -> None:
    table = scene(RACE.format(1)).play("upgrade E6 to TP")
    witches = "witches: leech 1 from cultists. send p to FIRE for 2"
    assert table.refused(witches) == "wait-for-step"
    table.play("witches: leech 1 from cultists", "cultists: +FIRE")
    assert table.change("witches: send p to FIRE for 2")["fire"] == 1


def test_declining_by_acting_settles_the_offer_first_r8_3c() -> None:
    table = scene(RACE.format(1)).play("upgrade E6 to TP")
    # The only offer is declined by the very action: no step can come of it.
    assert table.change("witches: send p to FIRE for 2")["fire"] == 2


def test_cultists_without_a_key_block_nobody_r8_3c() -> None:
    table = scene(RACE.format(0)).play("upgrade E6 to TP", "witches: leech 1 from cultists")
    assert table.change("witches: send p to FIRE for 2")["fire"] == 2


def test_dropped_cultists_block_nobody_r8_3c() -> None:
    table = scene(RACE.format(1) + "\nnomads: D F3").play("upgrade E6 to TP", "cultists: resign")
    assert table.change("witches: send p to FIRE for 2")["fire"] == 2


def test_a_move_short_of_ten_need_not_wait_r8_3c() -> None:
    table = scene(RACE.format(1) + "\nnomads: D F3").play("upgrade E6 to TP")
    assert table.change("witches: send p to FIRE for 1")["fire"] == 1
