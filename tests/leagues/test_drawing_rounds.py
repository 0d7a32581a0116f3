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
    totals,
)
from leagues.pairing import TooFew
from leagues.standings import LEAGUE_POINTS


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
    assert going_on(won(scores), 2, {}) == (1, 3)
    assert going_on(won({1: 100, 2: 100, 3: 90}), 1, {1: 1300.0, 2: 1100.0}) == (2,)
    assert going_on(won({1: 100, 2: 90}), 2, {}) == (1,)  # somebody has to be out


def won(*games: dict[int, int]) -> dict[int, tuple[Fraction, int]]:
    return totals(games, LEAGUE_POINTS)


def test_several_games_of_a_group_are_added_up():
    two = won({1: 120, 2: 100, 3: 90}, {1: 80, 2: 100, 3: 101})
    assert two == {1: (Fraction(13), 200), 2: (Fraction(12), 200), 3: (Fraction(13), 191)}
    assert going_on(two, 1, {}) == (1,)  # level on points: the scores decide
    assert going_on(two, 2, {}) == (1, 3)


@pytest.mark.parametrize("games", range(1, 6))
def test_a_group_of_one_table_changes_seats(games: int):
    drawn = groups(Wish(players=range(8), seed=3), {}, games=games)
    assert drawn.groups == (0,) * games + (1,) * games
    for number in range(2):
        tables = [drawn.tables[at] for at in range(2 * games) if drawn.group_of(at) == number]
        assert len({frozenset(table) for table in tables}) == 1
        for player in tables[0]:
            sat = [table.index(player) for table in tables]
            assert len(set(sat)) == min(games, 4)


@pytest.mark.parametrize(("players", "size"), [(14, 7), (12, 6), (16, 8), (15, 7), (21, 7)])
def test_larger_groups_play_their_schedule(players: int, size: int):
    drawn = groups(Wish(players=range(players), seed=players), {}, size=size)
    assert seated(Drawn(tables=drawn.tables)) == sorted(list(range(players)) * 4)
    for player in range(players):
        assert sorted(t.index(player) for t in drawn.tables if player in t) == [0, 1, 2, 3]
    for number in set(drawn.groups):
        there = [t for at, t in enumerate(drawn.tables) if drawn.group_of(at) == number]
        everybody = {player for table in there for player in table}
        pairs = combinations(everybody, 2)
        met = [sum({one, other} <= set(table) for table in there) for one, other in pairs]
        assert max(met) - min(met) <= 1


def test_later_rounds_may_play_several_games():
    final = knockout_round(Wish(players=range(4), seed=1), games=3)
    assert final.groups == (0, 0, 0)
    assert len(set(final.tables)) == 3
    duel = knockout_round(Wish(players=range(2), seed=1), games=3)
    assert [table[0] for table in duel.tables].count(duel.tables[0][0]) == 2


def test_a_group_needs_enough_players():
    with pytest.raises(TooFew):
        groups(Wish(players=range(3), seed=1), {}, size=7)


def test_a_round_robin_is_over_when_all_have_met():
    past: list[Past] = []
    players = range(9)
    while pairs_left(players, past):
        assert len(past) < 12
        past.append(Past(swiss_round(Wish(players=players, past=past, wanted=3, seed=7)).tables))
    assert len(past) >= 4  # 36 pairs, nine of them a round
