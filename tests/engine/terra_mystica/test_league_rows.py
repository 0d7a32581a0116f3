"""Rows as players of leagues write them: read as they stand, nothing done by itself (N1, L3 to L7).

Each case is a position, rows in the order of the record, and numbers of a faction afterwards.
"""

from __future__ import annotations

import pytest

from engine.terra_mystica.record import RecordError, replay_record
from engine.terra_mystica.view import numbers_of
from tests.engine.terra_mystica.golden import FOLDER, read
from tests.engine.terra_mystica.scene import Scene, end_phase_two, scene

HALFLINGS = "halflings: D E6; TP F7; bowls 2/6/4\nwitches: D F4 A10\ngiants: D E7"
CULTISTS = "cultists: D E6 G4\nwitches: D F4; bowls 5/7/0\ngiants: D E7; bowls 5/7/0"


def record(text: str, **options: object) -> Scene:
    return scene(text, explicit=True, **options)  # type: ignore[arg-type]


def numbers(table: Scene, faction: str, names: dict[str, int]) -> dict[str, int]:
    return {name: numbers_of(table[faction])[name] for name in names}


@pytest.mark.parametrize(
    ("text", "rows", "faction", "after", "on_turn"),
    [
        pytest.param(
            HALFLINGS,
            ["Burn 2.  Convert 3 pw to w. Convert pw to c.Send priest to Fire"],
            "halflings",
            {"p1": 5, "p2": 3, "p3": 2, "w": 71, "c": 71, "p": 6, "fire": 3},
            "witches",
            id="spacing, missing numbers, a chain of exchanges before a priest",
        ),
        pytest.param(
            HALFLINGS,
            ["convert 1p to 1w. convert 1w to 1c. convert 1pw to c. convert pw to c. pass bon1"],
            "halflings",
            {"p": 6, "w": 70, "c": 73, "p1": 4, "p3": 2},
            "witches",
            id="everything into coins before passing",
        ),
        pytest.param(
            HALFLINGS,
            ["upgrade e6 to trading post", "giants: wait", "witches: wait", "giants: Leech 1"],
            "giants",
            {"p1": 4, "p2": 8, "vp": 20},
            "witches",
            id="waiting, and an answer that does not say to whom",
        ),
        pytest.param(
            HALFLINGS,
            [
                "upgrade E6 to TP",
                "witches: Leech 1 from halflings. send p to air",
                "giants: decline. burn 3. action act2",
            ],
            "giants",
            {"p1": 8, "p2": 1, "p": 7},
            "halflings",
            id="an answer in the row of the action, a plain decline",
        ),
        pytest.param(
            "halflings: D E6 D5; TP F7\nwitches: TE F4; D A10\ngiants: SH E7",
            [
                "upgrade E6 to TP",
                "giants: leech 3 from halflings",
                "witches: leech 2 from halflings",
                "witches: wait",
            ],
            "giants",
            {"vp": 18, "p1": 2, "p2": 10},
            "witches",
            id="two answers to one building, in any order",
        ),
        pytest.param(
            CULTISTS,
            [
                "upgrade E6 to TP",
                "witches: decline 1 from cultists",
                "giants: Decline 1 from cultists",
            ],
            "cultists",
            {"p3": 12, "fire": 0},
            "witches",
            id="all decline",
        ),
        pytest.param(
            CULTISTS,
            [
                "upgrade E6 to TP",
                "witches: leech 1 from cultists. send p to water",
                "giants: send p to water",
                "+earth. +FAV7",
            ],
            "cultists",
            None,
            "cultists",
            id="a tile that nobody owes",
        ),
        pytest.param(
            CULTISTS,
            [
                "upgrade E6 to TP",
                "witches: leech 1 from cultists. send p to water",
                "giants: send p to water",
                "burn 0. +earth. upgrade E6 to TE. +fav11",
            ],
            "cultists",
            {"earth": 2},
            "witches",
            id="a step in front of the next action, a sacrifice of nothing",
        ),
        pytest.param(
            "darklings: TP E5; 9w\nwitches: D A10",
            ["upgrade E5 to SH. convert 2w to 2p"],
            "darklings",
            {"w": 3, "p": 7},
            "witches",
            id="priests above the limit are paid for nothing",
        ),
        pytest.param(
            "halflings: TP E6; bowls 3/9/0\nwitches: D A10",
            [
                "upgrade E6 to SH. transform F3 to brown",
                "transform d4 to yellow",
                "-spade",
            ],
            "halflings",
            {"vp": 23},
            "witches",
            id="one spade of a stronghold given up",
        ),
        pytest.param(
            "halflings: TP E6; bowls 3/9/0\nwitches: D A10",
            ["upgrade E6 to SH", "wait", "transform F3 to brown", "transform d4. build f3"],
            "halflings",
            {"vp": 25, "D": 1, "c": 60, "w": 65},
            "witches",
            id="the spades of a stronghold in several rows, colour left out",
        ),
        pytest.param(
            "mermaids: D E6 C2; TP E5; SH E4\nwitches: D A10",
            ["Connect C2:E6. +tw1. pass bon1"],
            "mermaids",
            {"vp": 25, "keys": 1},
            "witches",
            id="a town across the river in the row of the pass",
        ),
        pytest.param(
            "fakirs: D E8\nwitches: D A10; passed",
            ["dig 1. transform E6. done", "build E6"],
            "fakirs",
            {"D": 2, "p": 7 - 2, "vp": 20 + 8 + 2},
            "fakirs",
            id="the last player flies twice to one hex",
        ),
        pytest.param(
            "nomads: SH E8; D D3\nwitches: D A10",
            ["action ACTN. transform E7", "witches: pass BON1", "build e7"],
            "nomads",
            {"D": 2},
            "nomads",
            id="a sandstorm, and a dwelling in the next turn",
        ),
        pytest.param(
            "chaosmagicians: SH E7; TP D6\nwitches: D A10; passed",
            ["action actc. upgrade D6 to TE. +fav11. +fav9. pass bon1"],
            "chaosmagicians",
            {"TE": 1, "earth": 1, "fire": 1},
            "witches",
            id="the second of two actions is the last pass of the round",
        ),
        pytest.param(
            "auren: TE E6; TP E5 D4; cults 9/8/0/0\nnomads: D A5",
            ["Upgrade e6 to sanctuary. +fav12. -1water. +1tw5"],
            "auren",
            None,
            "auren",
            id="a step down from 8 that leaves nothing to choose",
        ),
        pytest.param(
            "auren: TE E6; TP E5 D4; cults 9/9/0/0\nnomads: D A5",
            ["Upgrade e6 to sanctuary. +fav12. -1water. +1tw5"],
            "auren",
            {"fire": 10, "water": 9, "earth": 1, "air": 2, "keys": 0},
            "nomads",
            id="a step down before the tile chooses the track",
        ),
        pytest.param(
            "auren: TE E6; TP E5 D4; cults 8/8/0/0\nnomads: D A5",
            ["upgrade E6 to SA. +FAV12", "+TW6"],
            "auren",
            {"fire": 10, "water": 10, "air": 3, "keys": 0, "vp": 22},
            "nomads",
            id="a town tile in a row of its own, two keys used up",
        ),
        pytest.param(
            "mermaids: D E6; shipping 3; card BON10\nwitches: D A10",
            ["pass BON4. convert 1w to 1c"],
            "mermaids",
            {"vp": 29, "w": 69, "c": 71},
            "witches",
            id="points for shipping, the exchange written after the pass",
        ),
        pytest.param(
            "engineers: D E7 C2; 4w\nwitches: D A10",
            ["convert 2w to bridge. bridge c2 : d4"],
            "engineers",
            {"w": 2, "bridges": 2},
            "witches",
            id="the bridge of the Engineers as it was written once",
        ),
        pytest.param(
            "dwarves: D E9; 9w\nwitches: D A10",
            ["Dig 1. Build d7. Convert 1pw to 1c"],
            "dwarves",
            {"c": 69, "w": 9 - 3 - 1, "D": 2},
            "witches",
            id="a dwelling, and an exchange behind it",
        ),
        pytest.param(
            "alchemists: D E5; 7c\ngiants: D A6",
            ["convert 6c to 3vp. pass bon1", "giants: pass bon2. done"],
            "alchemists",
            {"vp": 23},
            "alchemists",
            id="coins into points, done behind a pass",
        ),
        pytest.param(
            "witches: D F4\ngiants: D A6; card BON9",
            ["giants: resign", "action act4", "pass bon9"],
            "witches",
            {"c": 79},
            "witches",
            id="somebody leaves, and his card may be taken",
        ),
    ],
)
def test_rows(
    text: str, rows: list[str], faction: str, after: dict[str, int] | None, on_turn: str
) -> None:
    table = record(text)
    if after is None:
        *before, last = rows
        table.play(*before)
        table.refused(last)
    else:
        table.play(*rows)
        assert numbers(table, faction, after) == after
    assert table.state.turn is None or on_turn == table.on_turn


def test_scoring_by_priests_on_order_spaces_r13_3() -> None:
    table = record("witches: D F4; TP C3\ngiants: D A6", scoring="SCORE9")
    table.play("send p to fire for 2", "giants: send p to fire for 3")
    table.play("send p to water for 1", "giants: send p to fire for 1")
    assert table.change("upgrade C3 to temple. +fav12")["vp"] == 4
    coins = table["witches"].c, table["giants"].c
    end_phase_two(table)
    income = 0, 0
    assert (table["witches"].c - coins[0], table["giants"].c - coins[1]) >= income
    assert table.state.round == 2


def test_a_card_named_in_the_last_round_is_ignored_r9_1() -> None:
    table = record("witches: D F4\ngiants: D A6; passed", round=6)
    table.play("pass bon3")
    assert table.state.phase == "over"


def test_conversions_of_the_stronghold_may_come_in_a_later_turn_without_the_strict_option() -> None:
    table = record("darklings: TP E5; 9w; 2p\nwitches: D A10", strict_conversion=False)
    table.play("upgrade E5 to SH", "witches: send p to air", "convert 3w to 3p. pass bon1")
    assert numbers(table, "darklings", {"w": 0, "p": 0}) == {"w": 2, "p": 5}


def test_offers_in_any_order_without_the_strict_option_r7_6() -> None:
    table = record(
        "halflings: D E6 F7; TP D5\nwitches: TP F4; D G5; bowls 5/7/0", strict_leech=False
    )
    table.play("upgrade E6 to TP", "witches: wait")
    assert table.power_offers()[0] == ("witches", 2)
    table.play("witches: convert 1w to 1c. leech 2 from halflings. send p to fire")
    assert numbers(table, "witches", {"vp": 0, "w": 0}) == {"vp": 19, "w": 69}


GOLDEN = read(FOLDER / "06_4p_fjords.txt").record


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("\n", "\r\n"),
        ("\t", "\t  "),
        (". ", ".   "),
        (
            "option strict-leech\n",
            "Default game options\n\noption strict-leech\noption email-notify\n",
        ),
        ("Player 1: seat1", "Player 1: Some One & 2 Others"),
        ("Round 1, turn 1\n", "Round 1, turn 1\n\nan old friend joins the talk\n"),
        ("option variable-turn-order", "option  Variable-Turn-Order"),
    ],
)
def test_files_of_others_differ_in_small_things(old: str, new: str) -> None:
    assert old in GOLDEN
    assert list(replay_record(GOLDEN.replace(old, new))) == list(replay_record(GOLDEN))


def test_where_a_record_breaks_off_the_rows_before_are_told() -> None:
    rows = [line for line in GOLDEN.splitlines() if "\t" in line]
    head = GOLDEN.partition("\n" + rows[0])[0]
    told = []
    with pytest.raises(RecordError, match="row 41: the record ends before the game does"):
        told.extend(replay_record("\n".join([head, *rows[:40]])))
    half = replay_record("\n".join([head, *rows[:40]]))
    assert len([next(half) for _ in range(40)]) == 40
