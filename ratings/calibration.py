"""Whether chances told before a game came true: bins, and what a wrong chance cost."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log

from ratings.intervals import Interval, share

BINS = 10
SURE = 1e-6
"""No chance is quite 0 or 1: the logarithm of nothing is infinite."""


@dataclass(frozen=True, slots=True)
class Forecast:
    """The chance that one of two players ends before the other, and what came."""

    chance: float
    outcome: float
    """1 before, 0 behind, one half for a shared place."""


@dataclass(frozen=True, slots=True)
class Bin:
    """Forecasts of about the same chance."""

    count: int
    foretold: float
    came: Interval


def bins_of(forecasts: Iterable[Forecast]) -> list[Bin]:
    """From sure defeat to sure victory; each pair is seen from the side that was favoured."""
    sorted_out: list[list[Forecast]] = [[] for _number in range(BINS)]
    for forecast in forecasts:
        seen = (
            forecast
            if forecast.chance >= 0.5
            else Forecast(1 - forecast.chance, 1 - forecast.outcome)
        )
        number = min(BINS - 1, int((seen.chance - 0.5) * 2 * BINS))
        sorted_out[number].append(seen)
    found = []
    for group in sorted_out:
        came = share(sum(one.outcome for one in group), len(group))
        if came is not None:
            foretold = sum(one.chance for one in group) / len(group)
            found.append(Bin(len(group), foretold, came))
    return found


def log_loss(forecasts: Sequence[Forecast]) -> float | None:
    """Mean cost of a forecast: 0 for perfect ones, 0.693 for "even" said each time."""
    if not forecasts:
        return None
    return sum(_cost(one) for one in forecasts) / len(forecasts)


def _cost(forecast: Forecast) -> float:
    chance = min(max(forecast.chance, SURE), 1 - SURE)
    return -(forecast.outcome * log(chance) + (1 - forecast.outcome) * log(1 - chance))


def hit_rate(forecasts: Sequence[Forecast]) -> float | None:
    """How often the favourite of two ended before the other."""
    told = [one for one in forecasts if one.chance != 0.5]
    if not told:
        return None
    right = sum(one.outcome if one.chance > 0.5 else 1 - one.outcome for one in told)
    return right / len(told)
