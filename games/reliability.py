"""How reliable somebody is, in per cent: the formula that its own page explains. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

LOOKED_AT = 300
"""Of the newest deadlines."""
FADES = 0.99
"""Every newer deadline makes an older one count a hundredth less."""
DROPPED, LEFT, REPLACED, MISSED = 20, 10, 10, 1
"""How many missed deadlines it counts as: to be dropped, to leave, to be replaced, one move."""
WEIGHTS = {
    "default": MISSED,
    "caretaker": REPLACED,
    "substitute": REPLACED,
    "dropped": DROPPED,
    "left": LEFT,
}
ENOUGH_GAMES, ENOUGH_DEADLINES = 3, 20
NEWCOMER = 100
"""Nobody is turned away for having played little."""


@dataclass(frozen=True, kw_only=True)
class Reliability:
    """A share of deadlines kept, with what it was made of."""

    percent: int
    deadlines: int
    missed: int
    left: int
    """Games left before their end, one way or another."""
    games: int

    @property
    def is_known(self) -> bool:
        """Whether there is enough to judge by."""
        return self.games >= ENOUGH_GAMES and self.deadlines >= ENOUGH_DEADLINES

    @property
    def counts_as(self) -> int:
        """Where a table has a lower limit."""
        return self.percent if self.is_known else NEWCOMER


def percent_of(outcomes: Iterable[str]) -> int:
    """`outcomes`: newest first; "" is a deadline that was kept, else a key of WEIGHTS."""
    good = bad = 0.0
    weight = 1.0
    for outcome in outcomes:
        if outcome:
            bad += weight * WEIGHTS[outcome]
        else:
            good += weight
        weight *= FADES
    # Rounded down, so that 100 % means that nothing was missed.
    return 100 if bad == 0 else min(99, int(100 * good / (good + bad)))
