"""What finished games teach: the strength of factions and seats, and how good the forecasts are.

Both are worked out by a task, outside of any transaction, and stored. A new version of the offsets
counts for games that are settled afterwards; nothing that was rated before changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import combinations
from typing import Any

from django.db import transaction
from django.db.models import Q

from operations.due import due_work
from operations.hints import worker_hint
from ratings.calibration import Forecast, bins_of, hit_rate, log_loss
from ratings.formula import NEWCOMER, Entrant, Strength, chance_ahead, rated, spread_of
from ratings.models import BackTest, OffsetTable, Played, PlayedSeat, Scale
from ratings.offsets import Place, Table, fit, offset_of
from ratings.selectors.ratings import newest_offsets
from ratings.services.rating import entrant_of, factors_in
from ratings.services.settling import scale_lock

NOT_OFTENER = timedelta(hours=1)
AT_LEAST = timedelta(days=1)
"""How long a few new games may wait."""
ENOUGH = 10
"""New games that are worth the work at once."""
TRAINED_ON = 0.6
"""Share of the games that the back-test learns from; it is judged on the rest."""


@dataclass(frozen=True, slots=True)
class Past:
    """A rated game: who sat there, what was known then, and the offsets' names of the seats."""

    entrants: tuple[Entrant, ...]
    factors: tuple[tuple[str, ...], ...]


def past_games(*, rules_key: str) -> list[Past]:
    """All rated games in the order in which they were settled into ratings."""
    games = (
        Played.objects.filter(rules_key=rules_key, settled_at__isnull=False)
        .filter(unrated=Played.Unrated.NO)
        .order_by("ended_at", "pk")
        .prefetch_related("seats")
    )
    return [_past(played, list(played.seats.all())) for played in games.iterator(500)]


def _past(played: Played, parts: Sequence[PlayedSeat]) -> Past:
    known = [(part, one) for part in parts if (one := entrant_of(part)) is not None]
    return Past(
        entrants=tuple(one for _part, one in known),
        factors=tuple(factors_in(played, part) for part, _one in known),
    )


def tables_of(games: Iterable[Past]) -> list[Table]:
    """The games as the offsets are learnt from them: only seats played from first to last."""
    tables = []
    for game in games:
        seats = [
            (one, factors)
            for one, factors in zip(game.entrants, game.factors, strict=True)
            if one.part == one.part.PLAYED
        ]
        if len(seats) > 1:
            tables.append(
                Table(
                    seats=tuple(Place(one.strength.mu, one.place, names) for one, names in seats),
                    scale=spread_of([one.strength for one, _names in seats]),
                )
            )
    return tables


def learn(*, rules_key: str, now: datetime) -> BackTest | None:
    """A new version of the offsets and a new back-test; None if there is nothing to learn from."""
    games = past_games(rules_key=rules_key)
    if not games:
        return None
    offsets = {name: round(value, 4) for name, value in fit(tables_of(games)).items()}
    report = back_test(games)
    with transaction.atomic():
        scale = scale_lock(rules_key=rules_key)
        scale.learnt_at, scale.learnt_games = now, len(games)
        scale.save()
        newest = newest_offsets(rules_key=rules_key)
        if newest is None or newest.offsets != offsets:
            OffsetTable.objects.create(
                rules_key=rules_key,
                version=1 if newest is None else newest.version + 1,
                fitted_at=now,
                games=len(games),
                offsets=offsets,
            )
        return BackTest.objects.create(
            rules_key=rules_key, ran_at=now, games=len(games), report=report
        )


def back_test(games: Sequence[Past]) -> dict[str, Any]:
    """How good forecasts were: as they were told, and what each part of the formula is worth.

    The variants are played through from the beginning and judged on the last part of the games,
    with offsets learnt on the first part alone.
    """
    told = [forecast for game in games for forecast in forecasts_of(game.entrants)]
    cut = int(len(games) * TRAINED_ON)
    plain = _replayed(games, {})
    offsets = fit(tables_of(plain[:cut]))
    adjusted = _replayed(games, offsets)
    judged = [f for game in plain[cut:] for f in forecasts_of(game.entrants)]
    return {
        "bins": [
            {
                "count": group.count,
                "foretold": group.foretold,
                "came": group.came.value,
                "low": group.came.low,
                "high": group.came.high,
            }
            for group in bins_of(told)
        ],
        "pairs": len(told),
        "judged": len(judged),
        "variants": {
            "even": _quality([replace(forecast, chance=0.5) for forecast in judged]),
            "plain": _quality(judged),
            "adjusted": _quality(
                [f for game in adjusted[cut:] for f in forecasts_of(game.entrants)]
            ),
            "told": _quality([f for game in games[cut:] for f in forecasts_of(game.entrants)]),
        },
    }


def _quality(forecasts: Sequence[Forecast]) -> dict[str, float | None]:
    return {"loss": log_loss(forecasts), "hits": hit_rate(forecasts)}


def forecasts_of(entrants: Sequence[Entrant]) -> list[Forecast]:
    """What the model says of every two who played from first to last."""
    played = [one for one in entrants if one.part == one.part.PLAYED]
    if len(played) < 2:
        return []
    scale = spread_of([one.strength for one in played])
    return [
        Forecast(
            chance_ahead(one.level, other.level, scale),
            0.5 if one.place == other.place else float(one.place < other.place),
        )
        for one, other in combinations(played, 2)
    ]


def _replayed(games: Sequence[Past], offsets: dict[str, float]) -> list[Past]:
    """The games with the strengths everybody would have had, had these offsets counted."""
    known: dict[int, Strength] = {}
    replayed = []
    for game in games:
        entrants = tuple(
            replace(
                one,
                strength=known.get(one.player, NEWCOMER),
                offset=offset_of(factors, offsets),
            )
            for one, factors in zip(game.entrants, game.factors, strict=True)
        )
        replayed.append(Past(entrants, game.factors))
        known |= rated(entrants)
    return replayed


@due_work("ratings.learning")
def learning_due(now: datetime) -> int:
    """Kinds with new games: the work is claimed here and done by a task of its own.

    A claim whose task was lost is repeated after an hour, because `learnt_games` did not grow.
    """
    from ratings.tasks import learn_from_games

    waiting = Q(learnt_at=None) | Q(learnt_at__lt=now - NOT_OFTENER)
    begun = 0
    for scale in Scale.objects.filter(waiting):
        rated_games = Played.objects.filter(
            rules_key=scale.pk, unrated=Played.Unrated.NO, settled_at__isnull=False
        ).count()
        new = rated_games - scale.learnt_games
        overdue = scale.learnt_at is None or scale.learnt_at < now - AT_LEAST
        if not new or (abs(new) < ENOUGH and not overdue):
            continue
        claimed = Scale.objects.filter(pk=scale.pk, learnt_at=scale.learnt_at).update(learnt_at=now)
        if claimed:
            worker_hint(learn_from_games, scale.pk)
            begun += 1
    return begun
