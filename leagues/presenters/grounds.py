"""What a ruling can go by: bounds and estimate of each seat, and the places they leave open."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def grounds_shown(kept: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """By seat number, each with its `places`: "2", or "1–3" where several are still possible.

    A seat is ahead for certain where its lower bound is above the upper bound of the other one.
    """
    seats: Mapping[str, Mapping[str, int]] = kept.get("seats", {})
    found = {}
    for number, mine in seats.items():
        others = [row for other, row in seats.items() if other != number]
        best = 1 + sum(row["certain"] > mine["most"] for row in others)
        worst = 1 + sum(row["most"] > mine["certain"] for row in others)
        places = str(best) if best == worst else f"{best}–{worst}"
        found[number] = {**mine, "places": places}
    return found
