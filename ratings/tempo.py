"""How long answers take, in a few classes that can be counted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

HOUR = 60 * 60
CLASSES: Mapping[str, int | None] = {
    "1h": HOUR,
    "4h": 4 * HOUR,
    "12h": 12 * HOUR,
    "1d": 24 * HOUR,
    "2d": 48 * HOUR,
    "more": None,
}
"""Up to how many seconds, quickest first."""


def tempo_of(seconds: int) -> str:
    """The class of one answer."""
    return next(key for key, most in CLASSES.items() if most is None or seconds < most)


def counted(answers: Iterable[int]) -> dict[str, int]:
    """How many answers fall into each class; empty ones are left out."""
    found: dict[str, int] = {}
    for seconds in answers:
        key = tempo_of(seconds)
        found[key] = found.get(key, 0) + 1
    return found


def half_within(counts: Mapping[str, int]) -> str:
    """The class by which half of all answers are given; empty if there were none."""
    total = sum(counts.values())
    reached = 0
    for key in CLASSES:
        reached += counts.get(key, 0)
        if reached and 2 * reached >= total:
            return key
    return ""
