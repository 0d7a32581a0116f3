"""The fast auction's assignment: worth most, ties broken as published."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.terra_mystica.sealed_bids import assign, starting_points


@pytest.mark.parametrize(
    ("bids", "gets"),
    [
        pytest.param([[5, 0], [0, 3]], (0, 1), id="everybody gets what he wants"),
        pytest.param([[5, 4], [5, 0]], (1, 0), id="who can live with the other thing yields"),
        pytest.param([[5, 5], [5, 5]], (0, 1), id="all equal: things as listed, in seat order"),
        pytest.param([[3, 1], [4, 2]], (0, 1), id="equal worth: the first seat's wish counts"),
        pytest.param([[0, 7, 2], [1, 7, 0], [0, 7, 0]], (2, 0, 1), id="total, not the single bid"),
    ],
)
def test_assignment(bids, gets):
    assert assign(bids) == gets


squares = st.integers(2, 5).flatmap(
    lambda n: st.lists(st.lists(st.integers(0, 20), min_size=n, max_size=n), min_size=n, max_size=n)
)


@given(squares)
def test_no_assignment_is_worth_more(bids):
    def worth(choice):
        return sum(bids[player][thing] for player, thing in enumerate(choice))

    gets = assign(bids)
    assert sorted(gets) == list(range(len(bids)))
    assert worth(gets) == max(map(worth, permutations(range(len(bids)))))


@given(squares)
def test_bidding_more_on_what_one_gets_changes_nothing(bids):
    gets = assign(bids)
    bids[0][gets[0]] += 1
    assert assign(bids) == gets


def test_everybody_pays_his_own_bids():
    assert starting_points([[5, 0], [0, 3]], (0, 1), [[1, 0], [0, 2]], (0, 1)) == (34, 35)
