"""What a record must contain so that another engine can replay it: the list of R17.3."""

from __future__ import annotations

import re

import pytest

from engine.terra_mystica.export import write_record
from engine.terra_mystica.export_rows import RowWriter
from engine.terra_mystica.line import play_commands, read_line
from engine.terra_mystica.rules import RULES
from tests.engine.terra_mystica.golden import FOLDER, read
from tests.engine.terra_mystica.scene import Scene, scene


def rows(table: Scene, *lines: str) -> list[str]:
    """The rows that these lines are written as; the first seat's need no prefix."""
    writer, state = RowWriter(), table.state
    for line in lines:
        name, colon, text = line.partition(": ")
        seat = table.seat(name) if colon else 0
        draft, done = play_commands(state, seat, read_line(text if colon else line))
        writer.line(state, draft, done)
        state = draft.state
    writer.finish(state)
    return [row.replace("\t", ": ") for row in writer.rows]


# ---- 1. an answer to every offer ------------------------------------------------------------


def test_an_offer_of_no_use_is_declined_in_a_row_r17_3() -> None:
    table = scene("cultists: D E6\nwitches: D F4; bowls 0/0/12")
    assert rows(table, "upgrade E6 to TP") == [
        "cultists: upgrade E6 to TP",
        "witches: decline 1 from cultists",
    ]


def test_acting_is_written_as_declining_r17_3() -> None:
    table = scene("cultists: D E6\nwitches: D F4")
    assert rows(table, "upgrade E6 to TP", "witches: send p to AIR")[1:] == [
        "witches: decline 1 from cultists",
        "witches: send p to AIR",
    ]


def test_a_plain_decline_is_written_offer_by_offer_r17_3() -> None:
    table = scene("cultists: D E6 G4\nwitches: D F4; passed")
    played = rows(table, "upgrade E6 to TP", "upgrade E6 to TE. +FAV7", "witches: decline")
    assert played[2:] == ["witches: decline 1 from cultists"] * 2


def test_bowls_filled_by_one_offer_leave_no_other_unanswered_r7_7() -> None:
    table = scene("cultists: D E6\nwitches: D F4; passed; bowls 0/1/11")
    played = rows(
        table, "upgrade E6 to TP", "upgrade E6 to TE. +FAV7", "witches: leech 1 from cultists"
    )
    assert played[2:] == ["witches: leech 1 from cultists", "witches: decline 1 from cultists"]


def test_the_cluster_a_town_tile_is_for_is_left_out_r8_6() -> None:
    table = scene(
        "auren: TP E6 A1 I12 E9; D E5 F3 A2 A3 F6 D7; TE D4 A4; TP E10\nnomads: D I1",
        towns={f"TW{n}": 2 * (n == 2) for n in range(1, 9)},
    )
    played = rows(table, "upgrade I12 to TE. +FAV5", "+TW2 D7. +TW2 A4")
    assert played == ["auren: upgrade I12 to TE. +FAV5. +2TW2. -GAIN_TW"]


# ---- 2. spades that are not used ------------------------------------------------------------


def test_the_giants_single_cult_spade_is_waived_in_a_row_r17_3() -> None:
    table = scene("giants: D E7; cults 0/0/0/4\nwitches: D A10; passed", scoring="SCORE8")
    assert rows(table, "pass BON1")[:3] == [
        "giants: pass BON1",
        "Round 2 income",
        "giants: -SPADE",
    ]


def test_a_spade_waived_after_somebody_elses_is_a_row_of_its_own_r17_3() -> None:
    table = scene(
        "giants: D E7; cults 0/0/0/4\nhalflings: D E6; cults 0/0/0/4; passed", scoring="SCORE8"
    )
    played = rows(table, "pass BON1", "halflings: transform E5 to brown")
    assert played[2:4] == ["halflings: transform E5 to brown", "giants: -SPADE"]


def test_a_spade_without_use_is_waived_in_the_row_of_its_action_r17_3() -> None:
    table = scene("giants: D E7; 0w; card BON1\nwitches: D A10")
    assert rows(table, "action BON1") == ["giants: action BON1. -SPADE"]


# ---- 3. the Darklings' right ----------------------------------------------------------------


def test_a_right_without_workers_is_waived_in_the_row_r17_3() -> None:
    table = scene("darklings: TP E5; 4w\nwitches: D A10")
    assert rows(table, "upgrade E5 to SH") == ["darklings: upgrade E5 to SH. -3CONVERT_W_TO_P"]


def test_a_right_kept_for_later_is_waived_before_another_conversion_r17_3() -> None:
    table = scene("darklings: TP E5; 9w\nwitches: D A10", strict_conversion=False)
    played = rows(
        table, "upgrade E5 to SH", "witches: send p to AIR", "convert 5W to 5C. action ACT3"
    )
    assert played[2] == "darklings: -3CONVERT_W_TO_P. convert 5W to 5C. action ACT3"


# ---- 4. tokens that are not bought ----------------------------------------------------------


def test_a_token_is_bought_or_refused_and_somebody_waits_while_more_are_due_r17_3() -> None:
    table = scene("shapeshifters: D E6\nwitches: D F4; passed")
    played = rows(
        table,
        "upgrade E6 to TP",
        "upgrade E6 to TE. +FAV7",
        "pass BON1",
        "witches: leech 1 from shapeshifters",
        "witches: leech 1 from shapeshifters",
        "gain P3 for VP",
        "-GAIN_P3_FOR_VP",
    )
    assert played[5:8] == [
        "shapeshifters: gain P3 for VP",
        "witches: wait",
        "shapeshifters: -GAIN_P3_FOR_VP",
    ]


def test_somebody_waits_while_the_cultists_have_another_step_r17_3() -> None:
    table = scene("cultists: D E6\nwitches: D F4; passed")
    played = rows(
        table,
        "upgrade E6 to TP",
        "upgrade E6 to TE. +FAV7",
        "pass BON1",
        "witches: leech 1 from cultists",
        "witches: leech 1 from cultists",
        "+FIRE",
        "+AIR",
    )
    assert played[5:8] == ["cultists: +FIRE", "witches: wait", "cultists: +AIR"]


# ---- 5. priests of the Riverwalkers ---------------------------------------------------------


def test_a_priest_is_taken_in_words_even_after_six_unlockings_r12_8b() -> None:
    table = scene("riverwalkers: D E6; unlocked red black blue green gray yellow\nwitches: D A10")
    assert rows(table, "action ACT2") == ["riverwalkers: action ACT2. unlock-terrain gain-priest"]


# ---- 6. tracks and rivers -------------------------------------------------------------------


def test_the_track_is_chosen_by_stepping_down_r8_4() -> None:
    table = scene("auren: TE E6; TP E5 D4; cults 9/9/0/0\nnomads: D A5")
    assert rows(table, "upgrade E6 to SA. +FAV12. +TW5. +FIRE") == [
        "auren: upgrade E6 to SA. +FAV12. -WATER. +TW5"
    ]


def test_a_river_goes_by_its_name_r11_7() -> None:
    table = scene("mermaids: D E6 C2; TP E5; SH E4\nwitches: D A10")
    assert rows(table, "connect C2:E6. +TW1. action ACT4") == [
        "mermaids: connect r15. +TW1. action ACT4"
    ]


# ---- 7. the sole remaining player -----------------------------------------------------------


def test_the_last_player_says_where_an_action_without_a_dwelling_ends_r17_3() -> None:
    table = scene("dwarves: D E9\nwitches: D A10; passed")
    assert rows(table, "dig 1. transform D7 to yellow")[-1].endswith(". done")
    assert rows(table, "dig 1. build D7")[-1] == "dwarves: dig 1. build D7"


def test_it_is_said_once_at_the_end_of_a_turn_of_several_lines_r17_3() -> None:
    table = scene("halflings: D E6\nwitches: D A10; passed")
    played = rows(table, "action ACT6", "transform E5 to brown", "-SPADE", "pass BON1")
    assert played[0] == "halflings: action ACT6. transform E5 to brown. -SPADE. done"


def test_nobody_else_says_it_r17_3() -> None:
    table = scene("halflings: D E6\nwitches: D A10")
    assert rows(table, "action ACT5. transform E5 to brown. done") == [
        "halflings: action ACT5. transform E5 to brown"
    ]


# ---- 8. payments and ends of lines ----------------------------------------------------------


def test_a_volcano_is_paid_before_a_tile_and_nothing_follows_the_end_of_a_turn_r17_3() -> None:
    table = scene("acolytes: D E6 F7 E5; SH D4; cults 3/3/3/3\nwitches: D A10")
    assert table.refused("dig 1. build F3. +TW1. -3FIRE") == "owed"
    shifter = scene("shapeshifters: SH E6\nwitches: D A10")
    assert shifter.refused("action ACTH5. pick-color red. convert 1W to 1C") == "not-your-turn"
    assert shifter.refused("pass BON1. burn 1") == "passed"


# ---- 9. answers first -----------------------------------------------------------------------


def test_answers_have_rows_of_their_own_in_the_order_in_which_they_count_r17_3() -> None:
    table = scene("cultists: D E6\nwitches: D F4; bowls 0/6/6")
    played = rows(table, "upgrade E6 to TP", "witches: burn 3. leech 1 from cultists. action ACT4")
    assert played[1:] == [
        "witches: burn 3",
        "witches: leech 1 from cultists",
        "witches: action ACT4",
    ]


# ---- 10. equal things together, options in force --------------------------------------------


def test_equal_steps_and_tiles_are_one_command_r17_3() -> None:
    auren = scene("auren: SH E6\nwitches: D A10")
    assert rows(auren, "action ACTA", "+FIRE. +FIRE") == ["auren: action ACTA. +2FIRE"]
    assert rows(auren, "action ACTA", "+FIRE. -CULT") == ["auren: action ACTA. -CULT. +FIRE"]
    cultists = scene("cultists: D E6 G4\nwitches: D F4; passed")
    cultists.play("upgrade E6 to TP", "upgrade E6 to TE. +FAV7")
    cultists.play(*["witches: leech 1 from cultists"] * 2)
    assert rows(cultists, "+FIRE", "+FIRE", "pass BON1")[0] == "cultists: +2FIRE. pass BON1"
    towns = scene("auren: TP E6 A1 I12; D E5 F3 A2 A3; TE D4 A4\nnomads: D I1")
    assert rows(towns, "upgrade I12 to TE. +FAV5", "+TW1", "+TW1") == [
        "auren: upgrade I12 to TE. +FAV5. +2TW1"
    ]


def test_exchanges_at_one_rate_are_one_command() -> None:
    table = scene("halflings: D E6; bowls 0/6/6\nwitches: D A10")
    assert rows(table, "burn 1", "convert 1PW to 1C. burn 1. burn 1", "convert 1PW to 1C") == [
        "halflings: burn 1. convert 1PW to 1C. burn 2. convert 1PW to 1C"
    ]
    rich = scene("alchemists: D E5; 99vp\nwitches: D A10")
    assert rows(rich, *["convert 40VP to 40C"] * 2, "convert 1W to 1C", "convert 1W to 1C") == [
        "alchemists: convert 80VP to 80C. convert 2W to 2C"
    ]


def test_a_turn_of_several_lines_is_one_row_whoever_answers_meanwhile_r17_3() -> None:
    table = scene("halflings: D E6\nauren: SH F4; bowls 0/0/12\ngiants: D E7")
    played = rows(
        table,
        "upgrade E6 to TP",
        "auren: action ACTA",
        "auren: -CULT",
        "giants: decline 1 from halflings",
        "auren: +FIRE",
    )
    assert played[1:] == [
        "auren: decline 3 from halflings",
        "giants: decline 1 from halflings",
        "auren: action ACTA. -CULT. +FIRE",
    ]


def test_who_answers_what_a_turn_in_progress_offered_comes_after_it_r17_3() -> None:
    table = scene("cultists: TP E6\nwitches: D F4")
    played = rows(table, "upgrade E6 to TE", "witches: leech 1 from cultists", "+FAV7. +AIR")
    assert played == [
        "cultists: upgrade E6 to TE",
        "witches: leech 1 from cultists",
        "cultists: +FAV7. +AIR",
    ]


@pytest.mark.parametrize(
    ("options", "lines"),
    [
        ({}, {"strict-leech", "errata-cultist-power", "variable-turn-order", "mini-expansion-1"}),
        ({"strict-leech": False}, {"strict-darkling-sh", "shipping-bonus", "temple-scoring-tile"}),
        ({"fire-and-ice-factions/ice": True}, {"fire-and-ice-factions/ice"}),
        (
            {"fire-and-ice-factions/volcano": True, "fire-and-ice-factions/variable_v5": True},
            {"fire-and-ice-factions/volcano", "fire-and-ice-factions/variable_v5"},
        ),
    ],
)
def test_options_in_force_are_named_r17_3(options: dict[str, bool], lines: set[str]) -> None:
    record = write_record(RULES.setup(options, 2), [])
    named = set(re.findall(r"^option (\S+)$", record, re.MULTILINE))
    assert lines <= named
    assert {name for name, on in options.items() if not on}.isdisjoint(named)


def test_the_head_has_the_form_of_other_records() -> None:
    record = read(FOLDER / "06_4p_fjords.txt").record
    head = [line for line in record.splitlines() if "\t" not in line]
    assert "map 2afadc63f4d81e850b7c16fb21a1dcd29658c392" in head
    assert "Added final scoring tile: connected-sa-sh-distance" in head
    assert [line for line in head if line.startswith("Player")] == [
        f"Player {number}: seat{number}" for number in (1, 2, 3, 4)
    ]
    scoring = [line for line in head if " scoring: " in line]
    assert len(scoring) == 6
    assert all(re.fullmatch(r"Round \d scoring: SCORE\d, [A-Z/]+ >> \d", line) for line in scoring)
    assert len([line for line in head if line.startswith("Removing tile BON")]) == 3


# ---- 11. the double turn --------------------------------------------------------------------


def test_in_a_double_turn_a_plain_dwelling_comes_before_spades_that_make_no_home_r17_3() -> None:
    text = "chaosmagicians: SH E7; home D4 D5\nwitches: D A10"
    table = scene(text)
    assert rows(table, "action ACTC", "build D5", "action ACT5. -SPADE") == [
        "chaosmagicians: action ACTC. build D5. action ACT5. -SPADE"
    ]
    assert scene(text).refused("action ACTC. action ACT5. -SPADE. build D5") == "build-where"


def test_no_spade_is_bought_once_the_free_one_is_given_up_r6_2b() -> None:
    text = "chaosmagicians: SH E7; card BON1\nwitches: D A10"
    assert scene(text).refused("action BON1. -SPADE. dig 1. build D5") == "not-here"
    double = "action ACTC. action BON1. -SPADE. "
    assert scene(text).refused(f"{double}dig 1. transform E6 to yellow") == "not-here"
    assert not any(line.startswith("dig") for line in scene(text).lines(after=double))
    scene(text).play("action ACTC. dig 1. transform E6 to yellow. action BON1. -SPADE")
