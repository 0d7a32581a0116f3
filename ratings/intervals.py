"""How far a share or a mean may lie from what was counted: intervals of 95 percent."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

Z = 1.959964


@dataclass(frozen=True, slots=True)
class Interval:
    value: float
    low: float
    high: float


def share(hits: float, count: int) -> Interval | None:
    """Wilson's interval of a share; `hits` may be fractions where a place was shared."""
    if count < 1:
        return None
    value = hits / count
    weight = Z**2 / count
    middle = (value + weight / 2) / (1 + weight)
    half = Z / (1 + weight) * sqrt(value * (1 - value) / count + weight / (4 * count))
    low = 0.0 if hits <= 0 else max(0.0, middle - half)
    high = 1.0 if hits >= count else min(1.0, middle + half)
    return Interval(value, low, high)


def mean(total: float, squares: float, count: int) -> Interval | None:
    """Student's interval of a mean, from the sums; none from a single value."""
    if count < 1:
        return None
    value = total / count
    if count < 2:
        return Interval(value, value, value)
    variance = max(0.0, (squares - total * value) / (count - 1))
    half = _student(count - 1) * sqrt(variance / count)
    return Interval(value, value - half, value + half)


def _student(freedom: int) -> float:
    """The quantile of Student's t: exact for the smallest, else by Cornish and Fisher."""
    exact = {1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571}
    if freedom in exact:
        return exact[freedom]
    terms = (
        (Z**3 + Z) / 4,
        (5 * Z**5 + 16 * Z**3 + 3 * Z) / 96,
        (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / 384,
    )
    return Z + sum(term / float(freedom) ** power for power, term in enumerate(terms, start=1))
