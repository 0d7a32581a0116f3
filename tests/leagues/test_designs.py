"""Group schedules: what the season's players may count on."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leagues.designs import (
    BASE_BLOCKS,
    LARGEST_GROUP,
    NoSchedule,
    group_schedule,
    group_sizes,
)

ALL = sorted(BASE_BLOCKS)


def meetings(tables) -> Counter[tuple[int, int]]:
    return Counter(pair for table in tables for pair in combinations(sorted(table), 2))


@pytest.mark.parametrize(("players", "table"), ALL)
def test_every_player_sits_once_in_each_seat(players: int, table: int):
    tables = group_schedule(players, table)
    for seat in range(table):
        assert sorted(row[seat] for row in tables) == list(range(players))


@pytest.mark.parametrize(("players", "table"), ALL)
def test_nobody_sits_twice_at_one_table(players: int, table: int):
    assert all(len(set(row)) == table for row in group_schedule(players, table))


@pytest.mark.parametrize(("players", "table"), ALL)
def test_no_pair_meets_oftener_than_another_by_more_than_one(players: int, table: int):
    met = meetings(group_schedule(players, table))
    counts = [met[pair] for pair in combinations(range(players), 2)]
    assert max(counts) - min(counts) <= 1


def test_in_a_group_of_seven_every_pair_meets_twice_and_everybody_plays_four_games():
    tables = group_schedule(7, 4)
    assert len(tables) == 7
    assert set(meetings(tables).values()) == {2}
    assert set(Counter(player for row in tables for player in row).values()) == {4}


@pytest.mark.parametrize(
    ("players", "sizes"),
    [
        pytest.param(7, (7,), id="one group"),
        pytest.param(350, (7,) * 50, id="the whole league"),
        pytest.param(351, (8,) + (7,) * 49, id="one too many makes one group larger"),
        pytest.param(349, (7,) * 49 + (6,), id="one too few makes one group smaller"),
        pytest.param(8, (8,), id="eight stay together"),
        pytest.param(11, (6, 5), id="eleven are two small groups"),
        pytest.param(4, (4,), id="four are a group of their own"),
        pytest.param(17, (9, 8), id="seventeen are two large groups"),
    ],
)
def test_sizes_that_do_not_divide(players: int, sizes: tuple[int, ...]):
    assert group_sizes(players) == sizes


@given(players=st.integers(3, 2000), wanted=st.integers(4, 10), table=st.integers(3, 5))
def test_any_number_of_players_is_seated(players: int, wanted: int, table: int):
    if players < table:
        with pytest.raises(NoSchedule):
            group_sizes(players, wanted=wanted, table=table)
        return
    sizes = group_sizes(players, wanted=wanted, table=table)
    assert sum(sizes) == players
    assert max(sizes) - min(sizes) <= 1
    assert all(table <= size <= LARGEST_GROUP for size in sizes)
    assert all(group_schedule(size, table) for size in set(sizes))


def test_a_size_nobody_can_seat_is_refused():
    with pytest.raises(NoSchedule):
        group_schedule(13, 4)
