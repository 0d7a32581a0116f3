"""Swiss rounds: who sits with whom."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leagues.pairing import Contestant, TooFew, pair, pair_cost, table_sizes


@pytest.mark.parametrize(
    ("players", "wanted", "sizes"),
    [
        pytest.param(16, 4, (4,) * 4, id="it divides"),
        pytest.param(17, 4, (5, 4, 4, 4), id="one more sits at a larger table"),
        pytest.param(15, 4, (4, 4, 4, 3), id="one less leaves a seat empty"),
        pytest.param(7, 4, (4, 3), id="seven"),
        pytest.param(6, 4, (3, 3), id="six at two small tables"),
        pytest.param(5, 4, (5,), id="five at one"),
        pytest.param(7, 3, (4, 3), id="tables of three"),
        pytest.param(11, 5, (4, 4, 3), id="tables of five, as far as it goes"),
    ],
)
def test_table_sizes(players: int, wanted: int, sizes: tuple[int, ...]):
    assert table_sizes(players, wanted=wanted) == (sizes, 0)


def test_equal_tables_leave_a_rest():
    assert table_sizes(18, wanted=4, exact=True) == ((4, 4, 4, 4), 2)


@pytest.mark.parametrize(("players", "exact"), [(2, False), (3, True)])
def test_too_few(players: int, exact: bool):
    with pytest.raises(TooFew):
        table_sizes(players, wanted=4, exact=exact)


def partitions(members: tuple[int, ...], size: int):
    """Every way to split into tables of one size."""
    if not members:
        yield ()
        return
    first, rest = members[0], members[1:]
    for others in combinations(rest, size - 1):
        left = tuple(m for m in rest if m not in others)
        for following in partitions(left, size):
            yield ((first, *others), *following)


@pytest.mark.parametrize(("players", "size"), [(8, 4), (9, 3), (10, 5)])
@pytest.mark.parametrize("seed", range(6))
def test_nothing_better_exists(players: int, size: int, seed: int):
    """Against all ways to seat a small field with a history of its own."""
    rng = Random(seed)
    contestants = [
        Contestant(
            player=n,
            points=Fraction(rng.randrange(20)),
            met={m: rng.randrange(3) for m in range(players)},
            seats=tuple(rng.randrange(3) for _ in range(5)),
        )
        for n in range(players)
    ]
    # Meetings are mutual.
    for one, other in combinations(contestants, 2):
        other.met[one.player] = one.met[other.player]  # type: ignore[index]
    best = min(
        sum(
            pair_cost(contestants[a], contestants[b])
            for table in way
            for a, b in combinations(table, 2)
        )
        for way in partitions(tuple(range(players)), size)
    )
    assert pair(contestants, wanted=size, seed=seed).cost == pytest.approx(best)


def test_five_rounds_of_thirty_two_without_meeting_twice():
    met: Counter[tuple[int, int]] = Counter()
    seats = {n: [0] * 5 for n in range(32)}
    for number in range(5):
        field = [
            Contestant(
                player=n,
                met={m: met[min(n, m), max(n, m)] for m in range(32) if m != n},
                seats=tuple(seats[n]),
            )
            for n in range(32)
        ]
        for table in pair(field, seed=number).tables:
            for seat, player in enumerate(table):
                seats[player][seat] += 1
            met.update(tuple(sorted(two)) for two in combinations(table, 2))
    assert set(met.values()) == {1}


def test_nobody_sits_where_he_has_sat_if_that_can_be_avoided():
    sat = [(1, 0, 1, 1, 0), (0, 1, 1, 1, 0), (1, 1, 0, 1, 0), (1, 1, 1, 0, 0)]
    field = [Contestant(player=n, seats=seats) for n, seats in enumerate(sat)]
    assert pair(field, seed=1).tables == ((1, 0, 2, 3),)


def test_leaders_sit_together_and_a_rest_goes_to_the_last():
    field = [Contestant(player=n, points=Fraction(100 - 10 * n)) for n in range(9)]
    made = pair(field, seed=1, exact=True)
    assert sorted(made.tables[0]) == [0, 1, 2, 3]
    assert made.byes == (8,)


def test_nobody_rests_twice_before_everybody_did():
    field = [Contestant(player=n, byes=int(n > 4)) for n in range(9)]
    assert pair(field, seed=1, exact=True).byes == (4,)


@settings(max_examples=15, deadline=None)
@given(players=st.integers(3, 24), wanted=st.integers(3, 5), seed=st.integers(0, 99))
def test_everybody_sits_once_or_rests_and_a_seed_repeats(players: int, wanted: int, seed: int):
    field = [Contestant(player=n, points=Fraction(n % 5)) for n in range(players)]
    made = pair(field, wanted=wanted, seed=seed)
    everybody = [player for table in made.tables for player in table] + list(made.byes)
    assert sorted(everybody) == list(range(players))
    assert made == pair(field, wanted=wanted, seed=seed)


def ways(members: tuple[int, ...], sizes: tuple[int, ...]):
    """Every way to seat all at tables of these sizes."""
    if not sizes:
        yield ()
        return
    for table in combinations(members, sizes[0]):
        left = tuple(m for m in members if m not in table)
        for following in ways(left, sizes[1:]):
            yield (table, *following)


@pytest.mark.parametrize(("players", "wanted"), [(7, 4), (7, 3), (9, 5), (10, 4), (11, 5)])
def test_nothing_better_exists_at_tables_of_different_sizes(players: int, wanted: int):
    rng = Random(players * wanted)
    met = {two: rng.randrange(3) for two in combinations(range(players), 2)}
    field = [
        Contestant(
            player=n,
            points=Fraction(rng.randrange(20)),
            met={m: met[min(n, m), max(n, m)] for m in range(players) if m != n},
        )
        for n in range(players)
    ]
    costs = {(a, b): pair_cost(field[a], field[b]) for a, b in met}
    sizes, _resting = table_sizes(players, wanted=wanted)
    best = min(
        sum(costs[two] for table in way for two in combinations(table, 2))
        for way in ways(tuple(range(players)), sizes)
    )
    assert pair(field, wanted=wanted, seed=3).cost == pytest.approx(best)
