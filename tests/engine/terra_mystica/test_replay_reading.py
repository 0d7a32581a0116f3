"""Records as others write them: spellings, seats that stayed empty, rows that say little."""

from __future__ import annotations

import pytest

from engine.terra_mystica.line import read_line, write_line
from engine.terra_mystica.record import RecordError, replay_record
from tests.engine.terra_mystica.golden import FOLDER, read


@pytest.mark.parametrize(
    ("recorded", "meant"),
    [
        ("Convert 3 pw to w", "convert 3PW to 1W"),
        ("convert 1PW to C", "convert 1PW to 1C"),
        ("CONVERT PW TO C", "convert 1PW to 1C"),
        ("convert 2 priests to 2 workers", "convert 2P to 2W"),
        ("convert 3 power to 1 worker", "convert 3PW to 1W"),
        ("convert 2coins to 1vp", "convert 2C to 1VP"),
        ("Send priest to Water for 2", "send p to WATER for 2"),
        ("send  p  to  fire", "send p to FIRE"),
        ("Upgrade d1 to Trading Post", "upgrade D1 to TP"),
        ("upgrade D1 to sanctuary", "upgrade D1 to SA"),
        ("Bridge e9 : d6", "bridge E9:D6"),
        ("connect F2: e4", "connect F2:E4"),
        ("connect g2:h4:i6", "connect G2:H4:I6"),
        ("Connect R12", "connect r12"),
        ("advance shipping", "advance ship"),
        ("Advance Digging", "advance dig"),
        ("transform e5 to grey", "transform E5 to gray"),
        ("dig", "dig 1"),
        ("burn", "burn 1"),
        ("burn 03", "burn 3"),
        ("pass. +BON3", "pass BON3"),
        ("+bon3", "pass BON3"),
        ("pass", "pass"),
        ("+1fire", "+FIRE"),
        ("+ 2 WATER", "+2WATER"),
        ("+fire. +FIRE", "+2FIRE"),
        ("+1TW5", "+TW5"),
        ("+TW3. +TW3", "+2TW3"),
        ("- spade", "-SPADE"),
        ("-1SPADE", "-SPADE"),
        ("-2 bridge", "-2BRIDGE"),
        ("-3convert_w_to_p", "-3CONVERT_W_TO_P"),
        ("-gain_p3_for_vp", "-GAIN_P3_FOR_VP"),
        ("Gain p3 for vp", "gain P3 for VP"),
        ("+3VP for FIRE", "+3VP"),
        ("-4w", "-4W"),
        ("pick-color Grey", "pick-color gray"),
        ("pick-colour red", "pick-color red"),
        ("unlock-terrain Gain-Priest", "unlock-terrain gain-priest"),
        ("leech 2 from dragonmasters", "leech 2 from dragonlords"),
        ("Leech from cultists", "leech 1 from cultists"),
        ("Decline", "decline"),
        ("decline from cultists", "decline 1 from cultists"),
        ("convert 2w to bridge. bridge e9:d6", "action ACTE. bridge E9:D6"),
        ("convert 2W to 1BRIDGE", "action ACTE"),
        ("build e5. transform f3 to brown", "transform F3 to brown. build E5"),
        ("dig 1. action ACT5", "action ACT5. dig 1"),
        ("pass bon3. convert 1w to 1c", "convert 1W to 1C. pass BON3"),
        ("Build E5.", "build E5"),
        ("build E5 # at last", "build E5"),
        ("WAIT", "wait"),
        ("Done.", "done"),
        ("resign", "resign"),
    ],
)
def test_spellings_of_other_records_n1_7_n2(recorded: str, meant: str) -> None:
    assert write_line(read_line(recorded)) == meant


GOLDEN = read(FOLDER / "01_2p_original.txt").record
LAST_SEAT = "Player 2: seat2\n"


@pytest.mark.parametrize("named", ["", "nofaction1 dropped from the game\n"])
def test_who_left_before_choosing_need_not_be_named_l5(named: str) -> None:
    one_more = GOLDEN.replace(LAST_SEAT, f"{LAST_SEAT}Player 3: gone\n{named}")
    assert list(replay_record(one_more)) == list(replay_record(GOLDEN))


def test_a_record_without_rows_is_not_a_game_everybody_left() -> None:
    head = "".join(f"{line}\n" for line in GOLDEN.splitlines() if "\t" not in line)
    with pytest.raises(RecordError, match="row 1: the record ends before the game does"):
        list(replay_record(head))
