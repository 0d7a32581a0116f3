"""How much stronger a faction or a seat is than the average one: learnt from finished games.

Two players of one table are compared at a time. By the model, the chance that one ends before the
other is `1 / (1 + exp(-d / scale))`, where `d` is the difference of their levels: the strength
known before the game, plus the offsets of faction, of faction on this map, and of the place in the
turn order. The offsets are those that make the results most likely, pulled towards zero as if each
had been drawn from a bell curve around it (`WIDTH`): with few games an offset stays small, with
many it becomes what the games say. A map alone has no offset, since everybody at a table plays on
the same one; it speaks through the factions. The pairs of a table are not independent, so they
share a weight of `seats / 2`: one comparison for every two players.

The search is Newton's, all offsets at once with half of each step, until nothing moves.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from ratings.formula import chance_ahead

WIDTH = {"faction": 1.5, "board": 1.0, "seat": 0.75}
"""Standard deviation of the offsets of a kind before anything is known, in units of mu."""
ROUNDS = 60
STILL = 1e-4


@dataclass(frozen=True, slots=True)
class Place:
    """One seat of a finished table."""

    mu: float
    place: int
    factors: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Table:
    seats: tuple[Place, ...]
    scale: float


def factors_of(*, faction: str, board: str, seat_count: int, position: int) -> tuple[str, ...]:
    """Names of the offsets that a seat adds up."""
    seat = f"seat:{seat_count}:{position}"
    if not faction:
        return (seat,)
    return (f"faction:{faction}", f"board:{faction}:{board}", seat)


def offset_of(factors: Iterable[str], offsets: dict[str, float]) -> float:
    return sum(offsets.get(factor, 0.0) for factor in factors)


@dataclass(slots=True)
class _Pair:
    scale: float
    weight: float
    lead: float
    """Difference of the strengths, offsets apart."""
    outcome: float
    plus: tuple[str, ...]
    minus: tuple[str, ...]


def fit(tables: Sequence[Table]) -> dict[str, float]:
    """Offsets by factor, in units of mu."""
    pairs = [pair for table in tables for pair in _pairs(table)]
    offsets = {factor: 0.0 for pair in pairs for factor in (*pair.plus, *pair.minus)}
    pull = {factor: 1 / WIDTH[factor.partition(":")[0]] ** 2 for factor in offsets}
    for _round in range(ROUNDS):
        slope = {factor: -pull[factor] * value for factor, value in offsets.items()}
        bend = dict(pull)
        for pair in pairs:
            lead = pair.lead + offset_of(pair.plus, offsets) - offset_of(pair.minus, offsets)
            chance = chance_ahead(lead, 0.0, pair.scale)
            push = pair.weight * (pair.outcome - chance) / pair.scale
            stiff = pair.weight * chance * (1 - chance) / pair.scale**2
            for factor in pair.plus:
                slope[factor] += push
                bend[factor] += stiff
            for factor in pair.minus:
                slope[factor] -= push
                bend[factor] += stiff
        moved = 0.0
        for factor in offsets:
            step = 0.5 * slope[factor] / bend[factor]
            offsets[factor] += step
            moved = max(moved, abs(step))
        if moved < STILL:
            break
    return offsets


def _pairs(table: Table) -> Iterable[_Pair]:
    for one, other in combinations(table.seats, 2):
        shared = set(one.factors) & set(other.factors)
        yield _Pair(
            scale=table.scale,
            weight=1 / (len(table.seats) - 1),
            lead=one.mu - other.mu,
            outcome=0.5 if one.place == other.place else float(one.place < other.place),
            plus=tuple(factor for factor in one.factors if factor not in shared),
            minus=tuple(factor for factor in other.factors if factor not in shared),
        )
