"""How long a game will take: from games that were played here, else from experience."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import timedelta
from statistics import median
from typing import Any

from games.clocks import hours_per_move
from games.models import Game

ENOUGH = 5
"""So many finished games of a kind are trusted more than a rule of thumb."""
LATELY = 300
TURNS = {"terra_mystica": 38}
"""Answers of one seat that others wait for, in a whole game."""
ANY_GAME = 30
SHARE = 0.12
"""People use about an eighth of the time they have."""

Kind = tuple[str, int, int | None]


class Paces:
    """Expected lengths of games, learnt from those that ended lately with one query."""

    def __init__(self, finished: Iterable[tuple[str, int, Mapping[str, Any], timedelta]]) -> None:
        by_kind: dict[Kind, list[float]] = defaultdict(list)
        for rules_key, seats, clock, length in finished:
            by_kind[rules_key, seats, hours_per_move(clock)].append(length.total_seconds())
        self._known = {
            kind: timedelta(seconds=median(lengths))
            for kind, lengths in by_kind.items()
            if len(lengths) >= ENOUGH
        }

    def expected(self, *, rules_key: str, seats: int, clock: Mapping[str, Any]) -> timedelta | None:
        """How long such a game takes from start to end; None: nobody can tell."""
        hours = hours_per_move(clock)
        known = self._known.get((rules_key, seats, hours))
        if known is not None or hours is None:
            return known
        return timedelta(hours=TURNS.get(rules_key, ANY_GAME) * seats * hours * SHARE)


def paces_of_the_site() -> Paces:
    """What the last finished games among people tell; bots answer in no time and tell nothing."""
    rows = (
        Game.objects.filter(status=Game.Status.FINISHED, started_at__isnull=False)
        .exclude(seats__bot__gt="")
        .order_by("-ended_at")
        .values_list("rules_key", "seat_count", "clock", "started_at", "ended_at")[:LATELY]
    )
    return Paces(
        (key, seats, clock, end - begun) for key, seats, clock, begun, end in rows if begun and end
    )
