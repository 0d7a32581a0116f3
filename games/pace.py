"""How fast a table is: the time for a move, and how long a whole game will take."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import timedelta
from statistics import median
from typing import Any

from django.db.models import Case, FloatField, QuerySet, Value, When
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast, Coalesce

from games.clocks import hours_on_average
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


def hours_for_a_move(*, rules_key: str, clock: Mapping[str, Any]) -> float | None:
    """Time per move by either kind of clock; None: as long as one likes."""
    return hours_on_average(clock, turns=TURNS.get(rules_key, ANY_GAME))


def not_slower(games: QuerySet[Game], *, hours: int) -> QuerySet[Game]:
    """Games with so many hours for a move at most: `hours_for_a_move`, said to the database."""
    turns = Case(
        *(When(rules_key=key, then=Value(float(count))) for key, count in TURNS.items()),
        default=Value(float(ANY_GAME)),
        output_field=FloatField(),
    )
    shared_out = _stored("hours") / turns + _stored("increment") + _stored("grace")
    return games.annotate(
        hours_for_a_move=Case(
            When(clock__kind="bank", then=shared_out),
            When(clock__kind="per-move", then=_stored("hours")),
            default=None,
            output_field=FloatField(),
        )
    ).filter(hours_for_a_move__lte=hours)


def _stored(name: str) -> Coalesce:
    """A number in the settings of the clock; settings that are not written are 0."""
    return Coalesce(Cast(KeyTextTransform(name, "clock"), FloatField()), Value(0.0))


class Paces:
    """Expected lengths of games, learnt from those that ended lately with one query."""

    def __init__(self, finished: Iterable[tuple[str, int, Mapping[str, Any], timedelta]]) -> None:
        by_kind: dict[Kind, list[float]] = defaultdict(list)
        for rules_key, seats, clock, length in finished:
            by_kind[_kind(rules_key, seats, clock)].append(length.total_seconds())
        self._known = {
            kind: timedelta(seconds=median(lengths))
            for kind, lengths in by_kind.items()
            if len(lengths) >= ENOUGH
        }

    def expected(self, *, rules_key: str, seats: int, clock: Mapping[str, Any]) -> timedelta | None:
        """How long such a game takes from start to end; None: nobody can tell."""
        known = self._known.get(_kind(rules_key, seats, clock))
        hours = hours_for_a_move(rules_key=rules_key, clock=clock)
        if known is not None or hours is None:
            return known
        return timedelta(hours=TURNS.get(rules_key, ANY_GAME) * seats * hours * SHARE)


def _kind(rules_key: str, seats: int, clock: Mapping[str, Any]) -> Kind:
    hours = hours_for_a_move(rules_key=rules_key, clock=clock)
    return rules_key, seats, None if hours is None else round(hours)


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
