"""Promotion, relegation and the pyramid of divisions."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leagues.designs import NoSchedule
from leagues.placement import Claim, Entrant, divisions, ladder, movements


def entrant(player: int, division: int, claim: Claim, **more: float) -> Entrant:
    return Entrant(player=player, division=division, claim=claim, **more)  # type: ignore[arg-type]


def test_inside_a_division_the_written_order_holds():
    order = ladder(
        [
            entrant(1, 2, Claim.RETURNING),
            entrant(2, 2, Claim.PROMOTED),
            entrant(3, 0, Claim.NEW, strength=30),
            entrant(4, 2, Claim.STAYED, place=3),
            entrant(5, 2, Claim.DEMOTED),
            entrant(6, 2, Claim.STAYED, place=2),
            entrant(7, 1, Claim.RETURNING),
            entrant(8, 0, Claim.NEW, strength=31),
            entrant(9, 5, Claim.STAYED),
        ]
    )
    assert [e.player for e in order] == [7, 5, 6, 4, 2, 1, 9, 8, 3]


def test_who_was_placed_by_an_organiser_stands_among_those_who_stayed():
    order = ladder(
        [
            entrant(1, 2, Claim.PLACED),
            entrant(2, 2, Claim.STAYED, place=1),
            entrant(3, 2, Claim.PLACED, place=2),
            entrant(4, 2, Claim.STAYED, place=3),
            entrant(5, 2, Claim.DEMOTED, place=6),
            entrant(6, 2, Claim.PROMOTED, place=1),
            entrant(7, 1, Claim.RETURNING, place=7),
        ]
    )
    assert [e.player for e in order] == [7, 5, 1, 2, 3, 4, 6]


def test_350_players_make_six_divisions_of_sevens():
    season = divisions([entrant(n, 0, Claim.NEW, strength=n) for n in range(350)])
    assert [len(division.groups) for division in season] == [1, 2, 4, 8, 16, 19]
    assert {len(group) for division in season for group in division.groups} == {7}


def test_a_gap_is_filled_from_below_and_too_many_move_down():
    stayers = [entrant(n, 1, Claim.STAYED, place=n) for n in range(5)]
    below = [entrant(10 + n, 2, Claim.STAYED, place=n) for n in range(16)]
    first, second = divisions(stayers + below)
    assert {e.player for e in first.entrants} == {0, 1, 2, 3, 4, 10, 11}
    assert len(second.entrants) == 14


@pytest.mark.parametrize(
    ("returning", "sizes"),
    [
        pytest.param(0, [7, 7, 7, 7], id="nobody returns"),
        pytest.param(1, [8, 7, 7, 6], id="one group of the division is larger"),
        pytest.param(2, [8, 8, 6, 6], id="both are"),
        pytest.param(3, [8, 8, 6, 6], id="who is beyond that moves down"),
    ],
)
def test_who_returns_finds_his_division_though_it_was_filled(returning: int, sizes: list[int]):
    first = [entrant(n, 1, Claim.STAYED, place=n) for n in range(7)]
    second = [entrant(10 + n, 2, Claim.STAYED, place=n) for n in range(14)]
    back = [entrant(30 + n, 2, Claim.RETURNING, place=n) for n in range(returning)]
    third = [entrant(40 + n, 3, Claim.STAYED, place=n) for n in range(14 - returning)]
    season = divisions(first + second + back + third)
    assert [len(group) for division in season for group in division.groups] == [7, *sizes]
    seated = {e.player for e in season[1].entrants}
    assert {e.player for e in back[:2]} <= seated
    assert {e.player for e in second} <= seated


def test_groups_of_one_division_are_of_like_strength():
    season = divisions([entrant(n, 0, Claim.NEW, strength=n) for n in range(49)])
    means = [sum(e.strength for e in group) / 7 for group in season[2].groups]
    assert max(means) - min(means) <= 2


def test_too_few_for_a_table():
    with pytest.raises(NoSchedule):
        divisions([entrant(1, 1, Claim.STAYED)])


@pytest.mark.parametrize(
    ("division", "last", "goes"),
    [
        pytest.param(1, 3, "===== ↓↓", id="the champion stays, two go down"),
        pytest.param(2, 3, "↑==== ↓↓", id="one up, two down"),
        pytest.param(3, 3, "↑==== ==", id="nobody falls out of the last division"),
        pytest.param(1, 1, "===== ==", id="a single division"),
    ],
)
def test_winners_up_last_two_down(division: int, last: int, goes: str):
    arrows = {Claim.PROMOTED: "↑", Claim.STAYED: "=", Claim.DEMOTED: "↓"}
    moved = movements([(n, n + 1) for n in range(7)], division=division, last_division=last)
    assert "".join(arrows[m.claim] for m in moved) == goes.replace(" ", "")


ENTRANTS = st.lists(
    st.builds(
        Entrant,
        player=st.integers(0, 10_000),
        division=st.integers(1, 8),
        claim=st.sampled_from(Claim),
        place=st.integers(1, 8),
        strength=st.floats(0, 50),
    ),
    min_size=4,
    max_size=400,
    unique_by=lambda e: e.player,
)


@given(ENTRANTS)
def test_everybody_is_placed_once_and_nobody_above_a_better_claim(entrants: list[Entrant]):
    season = divisions(entrants)
    placed = [e for division in season for e in division.entrants]
    assert sorted(e.player for e in placed) == sorted(e.player for e in entrants)
    rank = {e.player: n for n, e in enumerate(ladder(entrants))}
    for higher, lower in pairwise(season):
        assert max(rank[e.player] for e in higher.entrants) < min(
            rank[e.player] for e in lower.entrants
        )
    for division in season[:-1]:
        assert len(division.groups) == 2 ** (division.number - 1)
