"""How turns become rows of a record where order matters to other readers (R17.3)."""

from __future__ import annotations

import pytest

from tests.engine.terra_mystica.scene import scene
from tests.engine.terra_mystica.test_record_duties import rows


def test_what_was_accepted_is_told_before_what_the_action_refused_r7_7() -> None:
    # The Cultists must not hear "all declined": the Witches had no room left when they acted.
    for strict in (True, False):
        table = scene(
            "halflings: D E6\ncultists: D E7\nwitches: D F4; bowls 0/1/11", strict_leech=strict
        )
        played = rows(
            table,
            "upgrade E6 to TP",
            "cultists: upgrade E7 to TP",
            "witches: leech 1 from halflings. action ACT4",
        )
        assert played[-3:] == [
            "witches: leech 1 from halflings",
            "witches: decline 1 from cultists",
            "witches: action ACT4",
        ]


def test_bought_spades_go_in_one_go_whatever_is_converted_meanwhile_r6_2a() -> None:
    table = scene("halflings: D E6\nwitches: D A10")
    assert rows(
        table, "dig 2. transform D4 to yellow. convert 1W to 1C. transform D4 to brown"
    ) == [
        "halflings: dig 2. transform D4 to brown. convert 1W to 1C",
    ]


def test_an_answer_that_gives_something_to_who_is_on_turn_comes_between_r17_3() -> None:
    table = scene("cultists: D E6; TP G4; bowls 0/4/2\nwitches: D F4; passed\ngiants: D A1; passed")
    table.play("upgrade E6 to TP")
    turn = ["upgrade G4 to TE", "witches: decline 1 from cultists", "burn 1. +FAV7"]
    assert rows(table, *turn) == [
        "cultists: upgrade G4 to TE",
        "witches: decline 1 from cultists",
        "cultists: burn 1. +FAV7",
    ]


def test_several_steps_after_the_last_pass_are_rows_with_somebody_waiting_between_r17_3() -> None:
    table = scene("cultists: D E6\nwitches: D F4; passed")
    table.play("upgrade E6 to TP", "upgrade E6 to TE. +FAV7", "pass BON1")
    table.play(*["witches: leech 1 from cultists"] * 2)
    assert rows(table, "+FIRE. +AIR")[:3] == ["cultists: +FIRE", "witches: wait", "cultists: +AIR"]


def test_a_tile_that_nobody_can_take_is_given_up_in_words_r6_4a() -> None:
    none = {f"FAV{n}": 0 for n in range(1, 13)}
    table = scene("chaosmagicians: TP D4\nwitches: D A10", favors={**none, "FAV9": 1})
    assert rows(table, "upgrade D4 to TE. +FAV9") == [
        "chaosmagicians: upgrade D4 to TE. +FAV9. -GAIN_FAVOR"
    ]
    record = scene(
        "chaosmagicians: TP D4\nwitches: D A10", favors={**none, "FAV9": 1}, explicit=True
    )
    assert record.refused("-GAIN_FAVOR") == "not-waivable"
    record.play("upgrade D4 to TE. +FAV9. -GAIN_FAVOR")
    assert record.on_turn == "witches"


def test_done_may_stand_behind_the_end_of_a_turn_l4_3() -> None:
    table = scene("dwarves: D E9\nwitches: D A10; passed", explicit=True)
    table.play("dig 1. transform D7 to yellow", "done", "witches: done")
    assert table.on_turn == "dwarves"
    both = scene("dwarves: D E9\nwitches: D A10", explicit=True)
    assert both.refused("done") == "action-due"


@pytest.mark.parametrize(
    ("line", "row"),
    [
        ("dig 2. burn 2. transform D4 to yellow. build D4", "dig 2. burn 2. build D4"),
        (
            "dig 1. convert 1W to 1C. transform E5 to brown. build E5",
            "dig 1. convert 1W to 1C. transform E5 to brown. build E5",
        ),
        (
            "action ACT6. transform D4 to yellow. burn 1. build D4",
            "action ACT6. transform D4 to yellow. burn 1. build D4",
        ),
        ("action ACT5. dig 1. transform D4 to yellow. build D4", "action ACT5. dig 1. build D4"),
    ],
)
def test_a_dwelling_uses_up_bought_spades_without_a_stop_r6_2b(line: str, row: str) -> None:
    table = scene("halflings: D E6; bowls 0/6/6\nwitches: D A10")
    assert rows(table, line) == [f"halflings: {row}"]


def test_who_answers_half_a_turn_is_told_after_the_whole_of_it_r17_3() -> None:
    table = scene("acolytes: D E6; cults 3/3/3/3\nwitches: D E4\ngiants: D F3; bowls 0/0/12")
    played = rows(
        table,
        "dig 1. build E5",
        "witches: leech 1 from acolytes",
        "-3WATER",
        "witches: send p to AIR",
    )
    assert played == [
        "acolytes: dig 1. build E5. -3WATER",
        "giants: decline 1 from acolytes",
        "witches: leech 1 from acolytes",
        "witches: send p to AIR",
    ]


def test_a_new_home_is_told_in_the_row_of_its_action_whatever_comes_between_r12_7() -> None:
    table = scene("shapeshifters: D E5; SH E6; bowls 3/0/5\nwitches: D F3; passed")
    table.play("upgrade E5 to TP")
    assert rows(
        table, "action ACTH5", "witches: decline 1 from shapeshifters", "pick-color red"
    ) == [
        "shapeshifters: action ACTH5. pick-color red",
        "witches: decline 1 from shapeshifters",
    ]
