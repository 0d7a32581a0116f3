"""The log is the truth: states are folds over it, and a row that no longer fits is noticed."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.api import CHANCE, Draw, Event, MoveError, Seat, Step
from engine.log import (
    BrokenLog,
    LogRow,
    drawn_line,
    events_for,
    may_read,
    owing,
    play_line,
    replay,
    row_of,
    rows_to_keep,
    steps,
)
from engine.notation import LONGEST_LINE
from tests.engine.toy import Toy, ToyRules

RULES = ToyRules()
OPENING = ["deal 1 2 3 4 5 6 7 8 9 10 11 12", "roll 5"]
A, B = Seat(0), Seat(1)


def played(*lines: tuple[Seat, str], options: dict[str, int] | None = None) -> list[LogRow]:
    """The log of a game of two in which these lines follow the opening."""
    state, rows = RULES.setup(options or {}, 2), []
    for seat, line in [*((CHANCE, line) for line in OPENING), *lines]:
        step = play_line(RULES, state, seat, line)
        rows.append(row_of(seat, step))
        state = step.state
    return rows


def after(rows: list[LogRow]) -> Toy:
    return replay(RULES, {}, 2, rows)


def test_a_row_keeps_the_canonical_line_and_who_may_read_it() -> None:
    *_, row = played((A, "  BID 02. "))
    assert row == LogRow(seat=A, line="bid 2", audience=(A,))


def test_replay_folds_the_rows_into_the_state_that_was_played() -> None:
    rng, state, rows = Random(7), RULES.setup({"rounds": 3}, 2), []
    while owed := [left for left in RULES.pending(state) if not left.answered]:
        decision = owed[0]
        if decision.draw is not None:
            items = [item for item in decision.draw.items if item != str(state.prize)]
            line = drawn_line(decision.draw, rng.sample(items, decision.draw.count))
        else:
            line = rng.choice(list(RULES.legal(state, decision.seat))).line
        step = play_line(RULES, state, decision.seat, line)
        rows.append(row_of(decision.seat, step))
        state = step.state
    assert replay(RULES, {"rounds": 3}, 2, rows) == state
    halfway = [step.state for step in steps(RULES, {"rounds": 3}, 2, rows)]
    assert halfway[-1] == state
    assert halfway[9] == replay(RULES, {"rounds": 3}, 2, rows[:10])


def test_a_log_without_rows_is_the_set_up() -> None:
    assert after([]) == RULES.setup({}, 2)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        pytest.param({"line": "bid 9"}, "refused: not-offered", id="an illegal line"),
        pytest.param({"line": "bid two"}, "refused: not-a-number", id="an unreadable line"),
        pytest.param({"line": "BID 2"}, "is written 'bid 2' now", id="not canonical"),
        pytest.param({"seat": Seat(7)}, "refused: not-offered", id="another seat"),
        pytest.param({"audience": None}, "may be read by", id="a secret made public"),
    ],
)
def test_a_row_that_was_tampered_with_is_named(change: dict[str, object], why: str) -> None:
    *rows, last = played((A, "bid 2"))
    with pytest.raises(BrokenLog, match=why) as caught:
        after([*rows, replace(last, **change)])
    assert caught.value.number == 3


@pytest.mark.parametrize(
    ("line", "code"),
    [
        pytest.param("", "empty-line", id="nothing"),
        pytest.param("  \t ", "empty-line", id="blanks"),
        pytest.param("bid 1\nbid 2", "not-one-line-of-text", id="two lines"),
        pytest.param("bid\x001", "not-one-line-of-text", id="a control sign"),
        pytest.param("bid 1. " * 20_000, "line-too-long", id="a whole novel"),
        pytest.param("x" * LONGEST_LINE, "unknown-verb", id="the longest line is read"),
    ],
)
def test_what_is_no_line_is_refused_at_the_door(line: str, code: str) -> None:
    with pytest.raises(MoveError) as caught:
        play_line(RULES, after(played()), A, line)
    assert caught.value.code == code


@settings(max_examples=200, deadline=None)
@given(line=st.text())
def test_any_text_is_played_or_cleanly_refused(line: str) -> None:
    state = after(played())
    try:
        outcome = play_line(RULES, state, A, line).line
    except MoveError as refusal:
        outcome = refusal.code
    assert outcome


def test_nothing_is_played_after_the_end() -> None:
    ended = after(played((A, "resign")))
    assert RULES.result(ended) is not None
    with pytest.raises(MoveError) as caught:
        play_line(RULES, ended, B, "hush")
    assert caught.value.code == "game-over"


@pytest.mark.parametrize(
    ("lines", "readers"),
    [
        pytest.param([(A, "bid 2")], [A], id="before the reveal: its owner alone"),
        pytest.param([(A, "bid 2"), (B, "bid 1")], [A, B, None], id="afterwards: everybody"),
    ],
)
def test_who_may_read_a_sealed_line(
    lines: list[tuple[Seat, str]], readers: list[Seat | None]
) -> None:
    rows = played(*lines)
    disclosed = RULES.disclosed(after(rows))
    assert [who for who in (A, B, None) if may_read(rows[2], 3, who, disclosed)] == readers


def test_the_order_of_a_deck_stays_secret_for_good() -> None:
    rows = played((A, "resign"))
    disclosed = RULES.disclosed(after(rows))
    assert not any(may_read(rows[0], 1, who, disclosed) for who in (A, B, None))


def test_events_go_to_those_who_may_see_them() -> None:
    public = Event(kind="dealt", source="deal")
    mine = Event(kind="hand", source="deal", audience=(A,))
    assert events_for((public, mine), A) == (public, mine)
    assert events_for((public, mine), B) == (public,)
    assert events_for((public, mine), None) == (public,)


@pytest.mark.parametrize(
    ("reveals", "kept"),
    [([], 0), ([False, False], 0), ([True, False, False], 1), ([True, False, True], 3)],
)
def test_taking_back_stops_at_what_was_shown(reveals: list[bool], kept: int) -> None:
    state = RULES.setup({}, 2)
    shown = [Step(state=state, line="x", events=(), reveals=reveal) for reveal in reveals]
    assert rows_to_keep(shown) == kept


def test_the_table_waits_for_those_who_have_not_answered() -> None:
    assert owing(RULES.pending(RULES.setup({}, 2))) == set()
    assert owing(RULES.pending(after(played()))) == {A, B}
    assert owing(RULES.pending(after(played((A, "bid 2"))))) == {B}


@pytest.mark.parametrize(
    ("drawn", "outcome"),
    [
        pytest.param(["b", "a"], "deal b a", id="two of three"),
        pytest.param(["a"], "2 to draw, 1 drawn", id="too few"),
        pytest.param(["a", "x"], "not among the things to draw: ['x']", id="a stranger"),
        pytest.param(["a", "a"], "drawn more often than there are", id="twice the same"),
    ],
)
def test_a_draw_becomes_a_line(drawn: list[str], outcome: str) -> None:
    draw = Draw(verb="deal", items=("a", "b", "c"), count=2)
    if outcome.startswith("deal"):
        assert drawn_line(draw, drawn) == outcome
        return
    with pytest.raises(ValueError, match=outcome.replace("[", r"\[").replace("]", r"\]")):
        drawn_line(draw, drawn)


def test_dice_may_show_the_same_twice() -> None:
    dice = Draw(verb="roll", items=("1", "6"), count=2, repeated=True)
    assert drawn_line(dice, ["6", "6"]) == "roll 6 6"


def test_a_forbidden_draw_is_drawn_again() -> None:
    state = replace(RULES.setup({}, 2), stage="roll", prize=5)
    with pytest.raises(MoveError) as caught:
        play_line(RULES, state, CHANCE, "roll 5")
    assert caught.value.code == "redraw"
