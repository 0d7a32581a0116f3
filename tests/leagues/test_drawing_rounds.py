"""Rounds of tournaments: nobody is lost, meetings are avoided, pots are even."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, permutations

import pytest

from leagues.drawing_rounds import (
    Drawn,
    Past,
    Wish,
    going_on,
    groups,
    knockout_round,
    pairs_left,
    swiss_round,
)
from leagues.pairing import TooFew


def seated(drawn: Drawn) -> list[int]:
    return sorted([player for table in drawn.tables for player in table] + list(drawn.byes))


def meetings(tables: tuple[tuple[int, ...], ...], past: list[Past]) -> int:
    met = [set(table) for one in past for table in one.tables]
    return sum(
        {one, other} <= before
        for table in tables
        for one, other in combinations(table, 2)
        for before in met
    )


@pytest.mark.parametrize("players", [3, 4, 5, 7, 9, 11, 16, 22])
@pytest.mark.parametrize("exact", [False, True])
def test_everybody_sits_once_or_rests(players: int, exact: bool):
    if exact and players < 4:
        pytest.skip("no table of four")
    wish = Wish(players=range(players), exact=exact, seed=players)
    drawn = swiss_round(wish)
    assert seated(drawn) == list(range(players))
    assert drawn == swiss_round(wish)
    assert exact or not drawn.byes


def best_of_all(players: list[int], past: list[Past], points: dict[int, Fraction]) -> float:
    """The least cost over every way to make two tables of three."""

    def cost(table: tuple[int, ...]) -> float:
        met = [set(t) for one in past for t in one.tables]
        return sum(
            1000 * sum({a, b} <= before for before in met) + float(abs(points[a] - points[b]))
            for a, b in combinations(table, 2)
        )

    return min(
        cost(table) + cost(tuple(set(players) - set(table))) for table in combinations(players, 3)
    )


@pytest.mark.parametrize("seed", range(12))
def test_a_swiss_round_is_as_good_as_brute_force(seed: int):
    players = list(range(6))
    order = list(permutations(players))[seed * 50]
    past = [Past(tables=(order[:3], order[3:]))]
    points = {player: Fraction((player * 7 + seed) % 5) for player in players}
    drawn = swiss_round(Wish(players=players, past=past, points=points, wanted=3, seed=seed))
    found = 1000 * meetings(drawn.tables, past) + sum(
        float(abs(points[a] - points[b]))
        for table in drawn.tables
        for a, b in combinations(table, 2)
    )
    assert found == pytest.approx(best_of_all(players, past, points))


def test_sixteen_players_meet_nobody_twice_for_three_rounds():
    past: list[Past] = []
    for number in range(3):
        drawn = swiss_round(Wish(players=range(16), past=past, seed=number))
        assert meetings(drawn.tables, past) == 0
        past.append(Past(drawn.tables))


def test_seats_change():
    past: list[Past] = []
    for number in range(4):
        drawn = swiss_round(Wish(players=range(4), past=past, seed=number))
        past.append(Past(drawn.tables))
    for player in range(4):
        assert sorted(one.tables[0].index(player) for one in past) == [0, 1, 2, 3]


def test_a_bye_comes_once_before_it_comes_twice():
    past: list[Past] = []
    for number in range(5):
        drawn = swiss_round(Wish(players=range(5), past=past, exact=True, seed=number))
        past.append(Past(drawn.tables, drawn.byes))
    assert sorted(player for one in past for player in one.byes) == list(range(5))


def test_pots_spread_the_strong_over_the_groups():
    strengths = {player: float(2000 - player) for player in range(16)}
    drawn = groups(Wish(players=range(16), seed=4), strengths)
    for table in drawn.tables:
        assert sorted(player // 4 for player in table) == [0, 1, 2, 3]
    assert len({sum(table) for table in drawn.tables}) == 1  # there and back


@pytest.mark.parametrize(("players", "sizes"), [(2, [2]), (3, [3]), (4, [4]), (8, [4, 4])])
def test_a_knock_out_ends_at_one_table(players: int, sizes: list[int]):
    drawn = knockout_round(Wish(players=range(players), seed=1))
    assert sorted(map(len, drawn.tables)) == sizes
    assert seated(drawn) == list(range(players))


def test_one_player_is_no_round():
    with pytest.raises(TooFew):
        knockout_round(Wish(players=[1]))
    with pytest.raises(TooFew):
        swiss_round(Wish(players=[1, 2]))


def test_who_goes_on():
    scores = {1: 120, 2: 100, 3: 110, 4: 100}
    assert going_on(scores, 2, {}) == (1, 3)
    assert going_on({1: 100, 2: 100, 3: 90}, 1, {1: 1300.0, 2: 1100.0}) == (2,)
    assert going_on({1: 100, 2: 90}, 2, {}) == (1,)  # somebody has to be out


def test_a_round_robin_is_over_when_all_have_met():
    past: list[Past] = []
    players = range(9)
    while pairs_left(players, past):
        assert len(past) < 12
        past.append(Past(swiss_round(Wish(players=players, past=past, wanted=3, seed=7)).tables))
    assert len(past) >= 4  # 36 pairs, nine of them a round
