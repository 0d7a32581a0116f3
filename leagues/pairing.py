"""Swiss pairing at tables of three to five: a pure function of what happened and a seed.

Who sits together is decided by a sum of two costs over every two at one table:

- repeat meetings, which weigh most: how often the two have met before;
- score groups: how many points lie between them.

It is minimised by simulated annealing, because even 32 players can be seated in more ways than can
be looked at. Which seat everybody then takes is solved exactly for each table: nobody sits where
he has sat before if that can be avoided. The same input and seed always give the same tables.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations, permutations
from math import exp
from random import Random

SMALLEST_TABLE, LARGEST_TABLE = 3, 5
REPEAT = 1_000.0
POINTS = 1.0
STEPS_PER_PLAYER = 1_000


@dataclass(frozen=True)
class Contestant:
    """One player before the next round."""

    player: int
    points: Fraction = Fraction(0)
    met: Mapping[int, int] = field(default_factory=dict)
    """How often he has sat with whom."""
    seats: tuple[int, ...] = (0,) * LARGEST_TABLE
    """How often he has sat in which seat."""
    byes: int = 0


@dataclass(frozen=True)
class Round:
    """A round as it will be played."""

    tables: tuple[tuple[int, ...], ...]
    """Players in seat order, the table of the leaders first."""
    byes: tuple[int, ...]
    cost: float


class TooFew(ValueError):
    """Not enough players for a single table."""


def table_sizes(players: int, *, wanted: int, exact: bool = False) -> tuple[tuple[int, ...], int]:
    """Sizes of the tables, largest first, and how many sit out.

    With `exact` all tables have the wanted size and the rest has a bye. Otherwise everybody plays,
    at tables of three to five that are as near to the wanted size as can be.
    """
    if players < SMALLEST_TABLE or (exact and players < wanted):
        raise TooFew(f"{players} players, tables of {wanted}")
    if exact:
        return (wanted,) * (players // wanted), players % wanted
    fits = []
    for fives in range(players // 5 + 1):
        for fours in range((players - 5 * fives) // 4 + 1):
            threes, rest = divmod(players - 5 * fives - 4 * fours, 3)
            if not rest:
                sizes = (5,) * fives + (4,) * fours + (3,) * threes
                off = [abs(size - wanted) for size in sizes]
                fits.append((max(off), sum(off), sizes))
    return min(fits)[2], 0


def pair(
    contestants: Sequence[Contestant], *, wanted: int = 4, seed: int, exact: bool = False
) -> Round:
    """The next round. Raises TooFew."""
    sizes, resting = table_sizes(len(contestants), wanted=wanted, exact=exact)
    order = sorted(contestants, key=lambda c: (-c.points, c.player))
    byes = _sit_out(order, resting)
    seated = [c for c in order if c.player not in byes]
    search = _Search(seated, sizes, Random(seed))
    tables, cost = search.best()
    return Round(tables=tables, byes=byes, cost=cost)


def _sit_out(order: Sequence[Contestant], count: int) -> tuple[int, ...]:
    """Byes go to those with the fewest so far, from the bottom of the standings."""
    from_below = list(reversed(order))
    from_below.sort(key=lambda c: c.byes)
    return tuple(c.player for c in from_below[:count])


def pair_cost(one: Contestant, other: Contestant) -> float:
    """What it costs to seat two at one table."""
    return REPEAT * one.met.get(other.player, 0) + POINTS * float(abs(one.points - other.points))


def seating(table: Sequence[Contestant]) -> tuple[int, ...]:
    """The players of a table in the order of seats in which they have sat least."""
    best = min(
        (sum(c.seats[seat] for seat, c in enumerate(order)), tuple(c.player for c in order))
        for order in permutations(table)
    )
    return best[1]


class _Search:
    """Annealing over who sits at which table."""

    def __init__(self, seated: Sequence[Contestant], sizes: Sequence[int], rng: Random) -> None:
        self.seated = seated
        self.rng = rng
        self.costs = [[pair_cost(one, other) for other in seated] for one in seated]
        self.tables: list[list[int]] = []
        left = list(range(len(seated)))
        for size in sizes:
            self.tables.append(left[:size])
            left = left[size:]

    def best(self) -> tuple[tuple[tuple[int, ...], ...], float]:
        if len(self.tables) > 1:
            self._anneal()
        final = sorted((sorted(table) for table in self.tables), key=min)
        cost = sum(self.costs[a][b] for table in final for a, b in combinations(table, 2))
        return tuple(seating([self.seated[n] for n in table]) for table in final), cost

    def _anneal(self) -> None:
        now = least = 0.0
        kept = [list(table) for table in self.tables]
        steps = STEPS_PER_PLAYER * len(self.seated)
        for step in range(steps):
            heat = max(REPEAT * (1 - step / steps) ** 4, 1e-3)
            one, other = self.rng.sample(self.tables, 2)
            i, j = self.rng.randrange(len(one)), self.rng.randrange(len(other))
            worse = self._change(one, i, other, j)
            if worse > 0 and self.rng.random() >= exp(-worse / heat):
                continue
            one[i], other[j] = other[j], one[i]
            now += worse
            if now < least - 1e-9:
                least, kept = now, [list(table) for table in self.tables]
        self.tables = kept

    def _change(self, one: Sequence[int], i: int, other: Sequence[int], j: int) -> float:
        """What exchanging two players of two tables would add to the cost."""
        leaves, comes = self.costs[one[i]], self.costs[other[j]]
        here = sum(comes[n] - leaves[n] for n in one if n != one[i])
        there = sum(leaves[n] - comes[n] for n in other if n != other[j])
        return here + there
