"""Odds of promotion and relegation."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leagues.designs import group_schedule
from leagues.outlook import OpenTable, outlook, settled_by_points
from leagues.standings import LEAGUE_POINTS, Finished, points_won

A, B, C, D = range(4)
EQUAL = dict.fromkeys(range(7), 0.0)


def look(finished, still_open, *, players=(A, B, C, D), up=1, down=1, strengths=EQUAL, seed=1):
    return outlook(players, finished, still_open, strengths=strengths, up=up, down=down, seed=seed)


def test_before_anything_is_played_equals_have_equal_odds():
    seen = look([], [OpenTable(dict.fromkeys((A, B, C, D), 20))])
    assert seen.exact
    for odds in seen.odds.values():
        assert odds.promotion == pytest.approx(1 / 4)
        assert odds.relegation == pytest.approx(1 / 4)


def test_when_all_is_played_all_is_certain():
    seen = look([Finished({A: 100, B: 90, C: 80, D: 70})], [])
    assert seen.odds[A].promoted_for_certain
    assert seen.odds[A].relegation_impossible
    assert seen.odds[D].relegated_for_certain
    assert seen.odds[B].promotion_impossible
    assert seen.odds[B].relegation_impossible


def test_a_lead_that_cannot_be_caught_is_clinched_while_tables_are_open():
    """A has 20, the next 12: one table brings ten at the most, and A one at least."""
    finished = [Finished({A: 100, B: 90, C: 80, D: 70})] * 2
    seen = look(finished, [OpenTable(dict.fromkeys((A, B, C, D), 50))])
    assert not seen.odds[A].promoted_for_certain  # B could reach 22, A end with 21
    seen = look([*finished, finished[0]], [OpenTable(dict.fromkeys((A, B, C, D), 50))])
    assert seen.odds[A].promoted_for_certain  # 31 at least against 28
    assert seen.odds[D].promotion_impossible


def test_the_stronger_and_the_leader_of_a_game_nearly_over_are_likelier():
    level = {A: 80, B: 80, C: 80, D: 80}
    strong = look([], [OpenTable(level)], strengths={**EQUAL, A: 15.0}).odds[A].promotion
    ahead = look([], [OpenTable({**level, A: 95}, done=0.2)]).odds[A].promotion
    nearly = look([], [OpenTable({**level, A: 95}, done=0.9)]).odds[A].promotion
    assert strong > 0.25
    assert 0.25 < ahead < nearly
    assert nearly > 0.95


SEASON = group_schedule(7, 4)


def test_a_whole_season_ahead_is_sampled_and_the_seed_repeats():
    tables = [OpenTable(dict.fromkeys(table, 20)) for table in SEASON]
    one, other = (look([], tables, players=range(7), down=2) for _ in range(2))
    assert one == other
    assert not one.exact
    assert sum(odds.promotion for odds in one.odds.values()) == pytest.approx(1)
    assert sum(odds.relegation for odds in one.odds.values()) == pytest.approx(2)


@settings(max_examples=25, deadline=None)
@given(
    played=st.integers(5, 7),
    scores=st.lists(st.permutations((100, 90, 80, 70)), min_size=7, max_size=7),
)
def test_what_is_called_settled_by_points_holds_in_every_ending(played, scores):
    """The cautious rule for many open tables against the exact answer for few."""
    finished = [
        Finished(dict(zip(table, row, strict=True)))
        for table, row in zip(SEASON[:played], scores, strict=False)
    ]
    still_open = [OpenTable(dict.fromkeys(table, 20)) for table in SEASON[played:]]
    exact = look(finished, still_open, players=range(7), down=2)
    won = points_won(range(7), finished, LEAGUE_POINTS)
    cautious = settled_by_points(exact.odds, won, still_open, LEAGUE_POINTS, up=1, down=2)
    for player, claims in cautious.items():
        truth = exact.odds[player]
        assert truth.promoted_for_certain or not claims.promoted_for_certain
        assert truth.relegated_for_certain or not claims.relegated_for_certain
        assert truth.promotion_impossible or not claims.promotion_impossible
        assert truth.relegation_impossible or not claims.relegation_impossible
