"""Reading is kind, writing is strict (N1 to N3)."""

from __future__ import annotations

import typing

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.api import MoveError, Seat
from engine.log import play_line
from engine.notation import LONGEST_LINE
from engine.terra_mystica import commands as all_commands
from engine.terra_mystica.commands import Command
from engine.terra_mystica.commands.pass_ import Pass
from engine.terra_mystica.factions import FACTION_ACTIONS, FACTIONS
from engine.terra_mystica.help import HELP
from engine.terra_mystica.line import read_line, write_line
from engine.terra_mystica.rules import RULES
from engine.terra_mystica.terms import BUILDINGS, ICE, VOLCANO, WHEEL
from engine.terra_mystica.tiles.actions import POWER_ACTIONS
from engine.terra_mystica.words import words
from tests.engine.terra_mystica.scene import Scene, scene

LAND = st.builds(lambda a, n: f"{a}{n}", st.sampled_from("ABCDEFGHI"), st.integers(1, 13))
RIVER = st.integers(0, 40).map("r{}".format)
COUNT = st.integers(1, 99)
AMOUNT = st.tuples(COUNT, st.sampled_from(["c", "w", "p", "pw", "vp"]))
SLOTS: dict[str, st.SearchStrategy[object]] = {
    "place": st.one_of(LAND, RIVER),
    "a": LAND,
    "b": LAND,
    "third": st.none() | LAND,
    "river": RIVER,
    "building": st.sampled_from(BUILDINGS),
    "colour": st.sampled_from((*WHEEL, ICE, VOLCANO)),
    "unlock": st.sampled_from((*WHEEL, "gain-priest")),
    "cult": st.integers(0, 3),
    "space": st.none() | st.integers(1, 3),
    "action": st.sampled_from((*POWER_ACTIONS, *FACTION_ACTIONS, "BON1", "BON2", "FAV6")),
    "number": COUNT,
    "tokens": st.integers(0, 99),
    "size": COUNT,
    "count": COUNT,
    "give": AMOUNT,
    "take": AMOUNT,
    "resource": st.sampled_from(["c", "w", "p", "pw", "vp"]),
    "thing": st.sampled_from(["C", "PW", "VP", "SPADE", "KEY", "P3"]),
    "source": st.sampled_from(sorted(FACTIONS)),
    "faction": st.sampled_from(sorted(FACTIONS)),
    "card": st.integers(1, 10).map("BON{}".format),
    "favor": st.integers(1, 12).map("FAV{}".format),
    "town": st.integers(1, 8).map("TW{}".format),
    "cluster": st.none() | LAND,
    "waived": st.sampled_from(["SPADE", "CULT", "BRIDGE", "FREE_TF", "GAIN_P3_FOR_VP", "KEY"]),
    "bid": st.integers(0, 40),
    "position": st.integers(1, 5),
    "items": st.lists(st.sampled_from(["SCORE1", "BON10", "connected-distance"]), min_size=1).map(
        lambda items: tuple(item.lower() for item in items)
    ),
}
KINDS: tuple[type, ...] = typing.get_args(all_commands.Command)


@st.composite
def some_command(draw: st.DrawFn) -> Command:
    kind = draw(st.sampled_from(KINDS))
    fields = {name: draw(SLOTS[name]) for name in kind.__struct_fields__}  # type: ignore[attr-defined]
    if fields.get("size") is not None and kind.__name__ == "Decline" and draw(st.booleans()):
        fields = {"size": None, "source": None}
    if kind is Pass and draw(st.booleans()):
        fields = {"card": None}
    if kind.__name__ == "Transform" and draw(st.booleans()):
        fields["colour"] = None
    command: Command = kind(**fields)
    return command


@settings(max_examples=250, deadline=None)
@given(command=some_command())
def test_read_of_write_is_the_same_command(command: Command) -> None:
    assert words.read(words.write(command)) == command


@settings(max_examples=200, deadline=None)
@given(command=some_command(), upper=st.booleans())
def test_case_and_blanks_never_matter_n1_1(command: Command, upper: bool) -> None:
    text = words.write(command)
    text = "  ".join((text.upper() if upper else text.lower()).split(" "))
    assert words.read(f"  {text} ") == command


def test_every_command_is_generated() -> None:
    assert len(KINDS) > 30
    assert {name for kind in KINDS for name in kind.__struct_fields__} <= set(SLOTS)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        # Case, blanks, full stops, comments.
        ("BUILD e6", "build E6"),
        ("Build  g1. Convert 1pw to 1c", "build G1. convert 1PW to 1C"),
        ("burn 2.", "burn 2"),
        ("burn 2 . . action act5.build e9", "burn 2. action ACT5. build E9"),
        ("  ..burn 2", "burn 2"),
        ("pass BON3 # see you", "pass BON3"),
        # Numbers joined, separated, left out.
        ("convert 3 pw to w", "convert 3PW to 1W"),
        ("convert pw to coin", "convert 1PW to 1C"),
        ("convert 2 priests to 2 workers", "convert 2P to 2W"),
        ("convert 5power to priest", "convert 5PW to 1P"),
        ("+1FIRE", "+FIRE"),
        ("+ FIRE", "+FIRE"),
        ("- 2 spade", "-2SPADE"),
        ("-2 SPADE", "-2SPADE"),
        ("-4w", "-4W"),
        ("dig", "dig 1"),
        ("burn", "burn 1"),
        ("leech from giants", "leech 1 from giants"),
        ("Leech", "leech 1"),
        ("decline from Giants", "decline 1 from giants"),
        # Long words.
        ("upgrade e5 to trading post", "upgrade E5 to TP"),
        ("upgrade E5 to Dwelling", "upgrade E5 to D"),
        ("upgrade E5 to temple", "upgrade E5 to TE"),
        ("upgrade E5 to stronghold", "upgrade E5 to SH"),
        ("upgrade E5 to sanctuary", "upgrade E5 to SA"),
        ("send priest to fire", "send p to FIRE"),
        ("send p to Water for 2", "send p to WATER for 2"),
        ("pick-colour green", "pick-color green"),
        ("bridge e9 : d6", "bridge E9:D6"),
        ("bridge e9: d6", "bridge E9:D6"),
        ("connect F2:E4", "connect F2:E4"),
        ("connect G2 : H4 : I6", "connect G2:H4:I6"),
        ("connect R20", "connect r20"),
        ("-WATER for volcano", "-WATER"),
        # N1.7, older spellings.
        ("pass. +BON3", "pass BON3"),
        ("+BON3", "pass BON3"),
        ("build E5. transform F3 to brown", "transform F3 to brown. build E5"),
        ("pass BON3. convert 1W to 1C", "convert 1W to 1C. pass BON3"),
        ("dig 1. action ACT5", "action ACT5. dig 1"),
        ("dig 1. dig 1. action ACT6. build F4", "action ACT6. dig 1. dig 1. build F4"),
        ("convert 2W to bridge", "action ACTE"),
        ("convert 2 workers to 1 bridge", "action ACTE"),
        ("advance shipping", "advance ship"),
        ("advance digging", "advance dig"),
        ("transform E5 to grey", "transform E5 to gray"),
        ("leech 2 from dragonmasters", "leech 2 from dragonlords"),
        ("+FIRE. +FIRE", "+2FIRE"),
        ("+TW3. +TW3", "+2TW3"),
        ("+FIRE. +WATER", "+FIRE. +WATER"),
    ],
)
def test_kind_reading(text: str, canonical: str) -> None:
    assert write_line(read_line(text)) == canonical
    assert write_line(read_line(canonical)) == canonical


GRAMMAR = """
build F5 | upgrade F5 to D | upgrade F5 to TP | upgrade F5 to TE | upgrade F5 to SH
upgrade F5 to SA | send p to FIRE | send p to WATER for 3 | send p to EARTH for 2
send p to AIR for 1
action ACT1 | action ACT2 | action ACT3 | action ACT4 | action ACT5 | action ACT6
action ACTA | action ACTC | action ACTE | action ACTG | action ACTN | action ACTS | action ACTW
action ACTH1 | action ACTH2 | action ACTH3 | action ACTH4 | action ACTH5 | action ACTH6
action BON1 | action BON2 | action FAV6 | dig 2 | transform F5 | transform F5 to black
bridge E9:D6 | connect r20 | connect F2:E4 | connect G2:H4:I6 | advance ship | advance dig
pass BON10 | pass | leech 2 | leech 2 from giants | decline 2 from giants | decline
burn 3 | convert 3PW to 1W | convert 5PW to 1P | convert 1P to 1C | convert 3W to 3P
convert 1VP to 1C | convert 2C to 1VP | gain P3 for VP | +FAV7 | +TW3 | +2TW3 | +FIRE | +2FIRE
-3FIRE | -WATER | -2WATER | -SPADE | -2SPADE | -FREE_TF | -FREE_TP | -FREE_D | -BRIDGE | -2BRIDGE
-CULT | -2CULT | -3CONVERT_W_TO_P | -GAIN_P3_FOR_VP | -GAIN_FAVOR | -GAIN_TW | -KEY
-P1 | -P2 | -P3 | -4W | -2C | -P | -VP | -3PW | +3C | +2W | +P | +4PW | +VP | +SPADE | +CULT
+BRIDGE | +KEY | +P1
+FREE_TF | +FREE_TP | +FREE_D | +GAIN_FAVOR | +GAIN_TW | +CONVERT_W_TO_P | +GAIN_P3_FOR_VP
pick-color yellow | pick-color brown | pick-color black | pick-color blue | pick-color green
pick-color gray | pick-color red | pick-color ice | pick-color volcano
unlock-terrain red | unlock-terrain gain-priest | wait | done | resign | setup witches
"""
EXAMPLES = """
burn 4. action ACT5. build E9
burn 3. action ACT6. transform C1 to blue. build D1
upgrade F5 to TE. +FAV7
convert 4PW to 4C. upgrade D8 to TE. +FAV5. +TW8
action ACTN. build C4
upgrade C3 to SH. connect r10. +TW8
action ACTC. dig 1. build E8. dig 1. build I7
convert 2PW to 2C. upgrade H3 to SH. convert 3W to 3P
action ACTA. +2FIRE
dig 1. build F3. -3WATER
action ACT2. unlock-terrain gray
convert 1PW to 1C. pass BON10
leech 2 from darklings. action ACTW. build A3
action BON2. +FIRE
action ACTS. upgrade D2 to TP
action ACTW. build H4
action ACTN. transform C4
action ACT1. bridge E9:D6
-WATER. +TW5
-2WATER. +TW6
"""


def test_every_form_of_the_grammar_is_read_and_written_n2() -> None:
    """The right side of every rule of N2, and every pseudo-item of N5."""
    forms = [form.strip() for line in GRAMMAR.strip().splitlines() for form in line.split("|")]
    assert len(forms) > 110
    assert {form: write_line(read_line(form)) for form in forms} == {form: form for form in forms}


def test_the_examples_of_the_notation_are_read_and_written_n7() -> None:
    lines = EXAMPLES.strip().splitlines()
    assert [write_line(read_line(line)) for line in lines] == lines


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "empty-line"),
        (" . . ", "empty-line"),
        ("# nothing to say", "empty-line"),
        ("fly E6", "unknown-command"),
        ("build", "unreadable"),
        ("build somewhere", "unreadable"),
        ("upgrade E6", "unreadable"),
        ("dig 0", "number"),
        ("dig -1", "unreadable"),
        ("leech 0 from giants", "number"),
        ("send p to EARTH for 4", "unreadable"),
        ("convert ٣pw to w", "unreadable"),
        ("build E٦", "unreadable"),
        ("pass BON", "unreadable"),
        ("transform E5 to purple", "unreadable"),
        ("burn 1\nburn 1", "not-one-line-of-text"),
        ("burn 1. " * 61, "too-many-commands"),
        ("build E6" * 12_500, "line-too-long"),
    ],
)
def test_what_cannot_be_read(text: str, code: str) -> None:
    with pytest.raises(MoveError) as refused:
        read_line(text)
    assert refused.value.code == code


def test_the_command_at_fault_is_named() -> None:
    with pytest.raises(MoveError) as refused:
        read_line("burn 1. fly E6. pass BON1")
    assert (refused.value.command, refused.value.position) == ("fly E6", 1)


def test_a_novel_of_100_kb_is_refused_before_it_is_looked_at() -> None:
    table = scene("halflings: D E6\nwitches: D A10")
    for text in ("burn 1. " * 12_500, "x" * 100_000, "#" * 100_000):
        assert len(text) > LONGEST_LINE
        written = RULES.compose(table.state, Seat(0), text)
        assert written.refusal is not None
        assert written.refusal.message.code == "line-too-long"
        with pytest.raises(MoveError):
            play_line(RULES, table.state, Seat(0), text)


POSITIONS = (
    "halflings: TP E6; D F7; card BON1\nwitches: SH F4; D A10",
    "chaosmagicians: SH D4; TP E5; card BON2\nmermaids: D E4 C2; TP E6",
    "acolytes: TP E6; cults 9/9/3/3; keys 1\nshapeshifters (red): SH D4; D A6",
    "riverwalkers (brown): TP E6; D E5\nfakirs: D E8",
    "dragonlords: D E6; bowls 1/0/0\ncultists: D E5",
)
TABLES = [scene(text) for text in POSITIONS]
LINES = [table.lines() for table in TABLES]
VOCABULARY = (
    "build", "dig", "upgrade", "E6", "E5", "F4", "r15", "to", "TP", "TE", "SH", "1", "2", "0", "99",
    "action", "ACT5", "ACT6", "ACTC", "BON1", "convert", "3PW", "1W", "pass", "+FAV5", "+TW5",
    "-WATER", "+2FIRE", "-SPADE", "send", "p", "FIRE", "for", "leech", "from", "witches", "decline",
    "bridge", "E5:C2", "connect", "advance", "ship", "pick-color", "red", "unlock-terrain",
    "gain-priest", "transform", "brown", ".", ".", ".", "done", "wait", "burn", ":", "#", "+", "-",
)  # fmt: skip


SEATS = st.sampled_from([Seat(0), Seat(1)])


def refuses_cleanly(table: Scene, seat: Seat, text: str) -> None:
    """Played or refused, alike by play and compose, and never anything else."""
    written = RULES.compose(table.state, seat, text)
    if written.refusal is not None or not text.strip(" ."):
        with pytest.raises(MoveError) as refused:
            RULES.play(table.state, seat, text)
        assert written.refusal is None or written.refusal.message.code == refused.value.code
    else:
        step = RULES.play(table.state, seat, text)
        assert RULES.play(table.state, seat, step.line).line == step.line


@settings(max_examples=60, deadline=None)
@given(table=st.sampled_from(TABLES), seat=SEATS, text=st.text(max_size=60))
def test_any_text_is_refused_cleanly(table: Scene, seat: Seat, text: str) -> None:
    refuses_cleanly(table, seat, text)


@settings(max_examples=100, deadline=None)
@given(
    table=st.sampled_from(TABLES),
    seat=SEATS,
    parts=st.lists(st.sampled_from(VOCABULARY), min_size=1, max_size=12),
)
def test_any_heap_of_words_is_refused_cleanly(table: Scene, seat: Seat, parts: list[str]) -> None:
    refuses_cleanly(table, seat, " ".join(parts))


@settings(max_examples=60, deadline=None)
@given(data=st.data(), which=st.integers(0, len(POSITIONS) - 1))
def test_a_legal_line_with_a_slip_is_refused_cleanly(data: st.DataObject, which: int) -> None:
    line = data.draw(st.sampled_from(LINES[which]))
    at = data.draw(st.integers(0, len(line)))
    slip = data.draw(st.sampled_from(["", "0", "9", ".", ":", " ", "-", "é", "٣", "\t", "x"]))
    cut = data.draw(st.integers(0, 2))
    refuses_cleanly(TABLES[which], Seat(0), line[:at] + slip + line[at + cut :])


@pytest.mark.parametrize("entry", HELP, ids=lambda entry: entry.pattern)
def test_every_example_of_the_help_can_be_read(entry: object) -> None:
    assert read_line(entry.example)  # type: ignore[attr-defined]
