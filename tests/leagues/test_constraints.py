"""What players of a season may count on, for a thousand seeds and each size of group."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from leagues.designs import group_schedule, group_sizes
from leagues.placement import Claim, Division, Entrant, divisions, ladder

SEEDS = range(1_000)
TABLE = 4


def season_of(group: int, seed: int) -> tuple[list[Entrant], tuple[Division, ...]]:
    """Players with claims at random, and the divisions they are put in."""
    rng = Random(seed)
    players = group * rng.randint(1, 12) + rng.randint(0, group - 1)
    entrants = [
        Entrant(
            player=number,
            division=rng.randint(1, 4),
            claim=rng.choice(list(Claim)),
            place=rng.randint(1, group),
            strength=rng.gauss(1000, 150),
        )
        for number in rng.sample(range(10_000), players)
    ]
    return entrants, divisions(entrants, group=group, table=TABLE)


@pytest.mark.parametrize("group", [6, 7, 8])
def test_everybody_is_placed_once_and_by_the_ladder(group: int):
    for seed in SEEDS:
        entrants, placed = season_of(group, seed)
        groups = [members for division in placed for members in division.groups]
        seated = [entrant.player for members in groups for entrant in members]
        assert sorted(seated) == sorted(entrant.player for entrant in entrants), seed
        sizes = [len(members) for members in groups]
        even = group_sizes(len(entrants), wanted=group, table=TABLE)
        assert min(sizes) >= min(group - 1, *even), seed
        assert max(sizes) <= max(group + 1, *even), seed
        for division in placed:
            here = [len(members) for members in division.groups]
            assert max(here) - min(here) <= 1, seed
        first = {entrant.player for entrant in groups[0]}
        best = {entrant.player for entrant in ladder(entrants)[: len(groups[0])]}
        assert first == best, seed


@pytest.mark.parametrize("group", [6, 7, 8])
def test_tables_are_fair_for_whoever_got_which_number(group: int):
    """Once in each seat, as many games as seats, all pairs as equally often as can be."""
    tables = group_schedule(group, TABLE)
    pairs = list(combinations(range(group), 2))
    for seed in SEEDS:
        names = list(range(group))
        Random(seed).shuffle(names)
        dealt = [tuple(names[number] for number in table) for table in tables]
        for seat in range(TABLE):
            assert sorted(table[seat] for table in dealt) == list(range(group)), seed
        met = Counter(pair for table in dealt for pair in combinations(sorted(table), 2))
        counts = {met[pair] for pair in pairs}
        assert max(counts) - min(counts) <= 1, seed
        if group == 7:
            assert counts == {2}, seed
