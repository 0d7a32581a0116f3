"""Points, ties and how they are broken."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leagues.standings import TIE_BREAKS, Finished, points_of, standings

A, B, C, D, E = range(5)


def table(**scores: int) -> Finished:
    return Finished({"abcde".index(name): score for name, score in scores.items()})


@pytest.mark.parametrize(
    ("scores", "points"),
    [
        pytest.param((120, 110, 100, 90), (10, 6, 3, 1), id="four places"),
        pytest.param((120, 120, 100, 90), (8, 8, 3, 1), id="two winners share first and second"),
        pytest.param((120, 100, 100, 100), (10, "10/3", "10/3", "10/3"), id="three share the rest"),
        pytest.param((7, 7, 7, 7), (5, 5, 5, 5), id="all equal"),
        pytest.param((120, 110, 100, 90, 80), (10, 6, 3, 1, 0), id="a fifth gets nothing"),
    ],
)
def test_points_of_a_table(scores: tuple[int, ...], points: tuple[int | str, ...]):
    given_points = points_of(dict(enumerate(scores)), (10, 6, 3, 1))
    assert tuple(given_points.values()) == tuple(Fraction(p) for p in points)


def order(rows) -> str:
    return "".join("abcde"[row.player] for row in rows)


def test_more_points_stand_higher_and_no_tie_is_told():
    rows = standings([A, B, C, D], [table(a=100, b=90, c=80, d=70)])
    assert order(rows) == "abcd"
    assert [row.place for row in rows] == [1, 2, 3, 4]
    assert all(row.broken is None for row in rows)


def test_wins_decide_between_equal_points_and_it_is_said():
    """A was first and last, B second and third: six points each."""
    tables = [table(a=100, b=90, c=80, d=70), table(a=70, b=80, c=100, d=90)]
    rows = standings([A, B, C, D], tables, scale=(6, 4, 2, 0), tie_breaks=("wins", "total"))
    assert order(rows) == "cabd"
    tie = rows[1].broken
    assert tie is not None
    assert (tie.over, tie.key, tie.mine, tie.theirs) == (B, "wins", 1, 0)
    assert [row.broken for row in rows if row.player != A] == [None, None, None]


def test_head_to_head_counts_only_who_is_tied():
    """A and B have 10 each; where both sat, B was ahead."""
    tables = [
        Finished({A: 80, B: 90, C: 100, D: 70}),  # A 3, B 6, C 10
        Finished({A: 90, C: 70, D: 100}),  # A 6, D 10, C 3
        Finished({B: 80, C: 90, D: 100}),  # B 3, C 6, D 10
    ]
    rows = standings([A, B, C, D], tables, scale=(10, 6, 3, 1), tie_breaks=("head-to-head",))
    assert order(rows) == "dcba"
    tie = next(row for row in rows if row.player == B).broken
    assert tie is not None
    assert (tie.over, tie.key, tie.mine, tie.theirs) == (A, "head-to-head", 10, 6)


def test_what_nothing_breaks_is_shared():
    rows = standings([A, B, C, D], [table(a=90, b=90, c=80, d=70)])
    assert [row.place for row in rows] == [1, 1, 3, 4]
    assert rows[0].tied_with == (B,)
    assert rows[1].tied_with == (A,)


def test_who_has_not_played_stands_last_with_nothing():
    rows = standings([A, B, C, D, E], [table(a=100, b=90, c=80, d=70)])
    assert order(rows)[-1] == "e"
    assert rows[-1].points == rows[-1].played == 0


def test_an_unknown_tie_break_is_refused():
    with pytest.raises(ValueError, match="coin-toss"):
        standings([A], [], tie_breaks=("coin-toss",))


TABLES = st.lists(
    st.tuples(
        st.permutations(range(7)).map(lambda order: order[:4]),
        st.lists(st.integers(0, 6), min_size=4, max_size=4),
    ).map(lambda seated: Finished(dict(zip(*seated, strict=True)))),
    max_size=7,
)


@given(
    tables=TABLES,
    tie_breaks=st.permutations(TIE_BREAKS),
    shuffled=st.permutations(range(7)),
)
def test_the_order_does_not_depend_on_who_is_named_first(tables, tie_breaks, shuffled):
    one = standings(range(7), tables, tie_breaks=tie_breaks)
    other = standings(shuffled, tables, tie_breaks=tie_breaks)
    assert {row.player: row.place for row in one} == {row.player: row.place for row in other}


@given(tables=TABLES, tie_breaks=st.permutations(TIE_BREAKS))
def test_every_broken_tie_is_explained_and_no_point_is_lost(tables, tie_breaks):
    rows = standings(range(7), tables, tie_breaks=tie_breaks)
    assert sum(row.points for row in rows) == 20 * len(tables)
    for row, following in pairwise(rows):
        if row.points == following.points and row.place != following.place:
            assert row.broken is not None
            assert row.broken.over == following.player
            assert row.broken.mine > row.broken.theirs
