"""Mails while workers die: none is lost and none comes twice, counted by what they tell.

Speed is measured by `python -m benchmarks.mail`; here nothing depends on how fast the machine is.
"""

from __future__ import annotations

import pytest

from benchmarks.mail import Outcome, run_load

pytestmark = [pytest.mark.servers, pytest.mark.django_db(transaction=True)]


def check(outcome: Outcome, *, moves: int, kills: int) -> None:
    assert outcome.moves == moves
    assert outcome.kills == kills
    assert outcome.told > 0
    assert outcome.lost == []
    assert outcome.doubled == []


def test_a_worker_that_is_killed_loses_and_doubles_nothing():
    outcome = run_load(rate=10, seconds=3, workers=2, kills=1, games=6)
    check(outcome, moves=30, kills=1)


@pytest.mark.nightly
def test_a_minute_of_fifty_moves_a_second_with_workers_killed_at_random():
    outcome = run_load(rate=50, seconds=60, workers=2, kills=6, games=300)
    check(outcome, moves=3000, kills=6)
