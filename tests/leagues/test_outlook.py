"""Odds of promotion and relegation."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random

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


def test_a_shared_place_can_undo_what_every_plain_order_would_settle():
    """A has two points. Whoever wins between B and C gets three; if they are level, one and a half
    each, and A is the first after all."""
    seen = outlook(
        (A, B, C),
        [],
        [OpenTable({B: 50, C: 50})],
        strengths=EQUAL,
        up=1,
        down=0,
        seed=1,
        scale=(3, 0),
        awarded={A: Fraction(2)},
    )
    assert seen.odds[A].promotion == 0
    assert not seen.odds[A].promotion_impossible


def by_brute_force(finished, still_open, players, gone, *, up, down):
    """Whether each player can be above or below each line, by all scores that could come."""
    found = {player: {"rise": set(), "fall": set()} for player in players}
    for scores in product(range(4), repeat=len(still_open)):
        table = Finished(dict(zip(still_open, scores, strict=True)))
        points = points_won([*players, *gone], [*finished, table], LEAGUE_POINTS)
        for player in players:
            others = [points[other] for other in players if other != player]
            better = sum(other > points[player] for other in others)
            level = sum(other == points[player] for other in others)
            worse = len(others) - better - level
            lines = {
                "rise": (better + level < up, better < up),
                "fall": (worse + level < down, worse < down),
            }
            for line, (surely, maybe) in lines.items():
                found[player][line] |= {surely, maybe}
    return found


@settings(max_examples=40, deadline=None)
@given(
    seed=st.integers(0, 10_000),
    up=st.integers(0, 2),
    down=st.integers(0, 3),
    leavers=st.integers(0, 2),
)
def test_marks_are_those_of_brute_force(seed: int, up: int, down: int, leavers: int):
    """Shared places and leavers included: what is settled, and nothing else, is said to be."""
    rng = Random(seed)
    everybody = list(range(7))
    rng.shuffle(everybody)
    gone, players = everybody[:leavers], sorted(everybody[leavers:])
    finished = [
        Finished({player: rng.randrange(90, 96) for player in table}) for table in SEASON[:6]
    ]
    last = SEASON[6]
    seen = outlook(
        players,
        finished,
        [OpenTable(dict.fromkeys(last, 50))],
        strengths=EQUAL,
        up=up,
        down=down,
        seed=1,
        gone=gone,
    )
    truth = by_brute_force(finished, last, players, gone, up=up, down=max(down - len(gone), 0))
    for player, odds in seen.odds.items():
        assert odds.promoted_for_certain == (truth[player]["rise"] == {True})
        assert odds.promotion_impossible == (truth[player]["rise"] == {False})
        assert odds.relegated_for_certain == (truth[player]["fall"] == {True})
        assert odds.relegation_impossible == (truth[player]["fall"] == {False})


def test_who_left_is_no_rival_and_has_taken_a_place_below_the_line():
    finished = [Finished({A: 100, B: 90, C: 80, D: 70})] * 3
    left = outlook((B, C, D), finished, [], strengths=EQUAL, up=1, down=2, seed=1, gone=(A,))
    assert left.odds[B].promoted_for_certain
    assert left.odds[C].relegation_impossible
    assert left.odds[D].relegated_for_certain
