"""Working all ratings of a kind out anew: announced with a reason, never by itself."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from ratings.formula import NEWCOMER, Strength, rated
from ratings.models import Played, Rating, RatingChange, Recalculation
from ratings.offsets import offset_of
from ratings.selectors.ratings import newest_offsets
from ratings.services.rating import (
    before_and_after,
    entrant_of,
    factors_in,
    last_numbers,
    rating_set,
    ratings_save,
)
from ratings.services.settling import scale_lock
from ratings.services.tallying import tallies_rebuild


@dataclass(frozen=True, slots=True)
class Outcome:
    """What working out anew would say of a player."""

    strength: Strength
    games: int
    last_game_at: datetime | None


def ratings_worked_out(*, rules_key: str, without: Collection[int] = ()) -> dict[int, Outcome]:
    """Everybody's rating by the formula and offsets of now, over all rated games in order.

    `without` names games that shall no longer count.
    """
    table = newest_offsets(rules_key=rules_key)
    offsets = table.offsets if table is not None else {}
    games = (
        Played.objects.filter(rules_key=rules_key, settled_at__isnull=False)
        .filter(unrated=Played.Unrated.NO)
        .exclude(pk__in=list(without))
        .order_by("ended_at", "pk")
        .prefetch_related("seats")
    )
    known: dict[int, Outcome] = {}
    nobody = Outcome(NEWCOMER, 0, None)
    for played in games.iterator(500):
        entrants = []
        for part in played.seats.all():
            one = entrant_of(part)
            if one is None:
                continue
            strength = known.get(one.player, nobody).strength
            offset = offset_of(factors_in(played, part), offsets)
            entrants.append(replace(one, strength=strength, offset=offset))
        for player, strength in rated(entrants).items():
            before = known.get(player, nobody)
            known[player] = Outcome(strength, before.games + 1, played.ended_at)
    return known


@transaction.atomic
def ratings_recalculate(
    *,
    rules_key: str,
    reason: str,
    by: User | None = None,
    without: Collection[int] = (),
    now: datetime | None = None,
) -> Recalculation:
    """Put new ratings in the place of the old ones, with a row of history for each that changes.

    Games in `without` are unrated from now on. The counts are made anew as well.
    """
    reason = reason.strip()
    if not reason:
        raise ValueError("working ratings out anew needs a reason that players can read")
    now = now or timezone.now()
    scale_lock(rules_key=rules_key)
    Played.objects.filter(rules_key=rules_key, pk__in=list(without)).update(
        unrated=Played.Unrated.AGREED
    )
    outcomes = ratings_worked_out(rules_key=rules_key)
    rows = {row.user_id: row for row in Rating.objects.filter(rules_key=rules_key)}
    nobody = Outcome(NEWCOMER, 0, None)
    numbers = last_numbers(rules_key, list(rows))
    changes = []
    for user, row in sorted(rows.items()):
        before, outcome = row.strength, outcomes.get(user, nobody)
        row.games, row.last_game_at = outcome.games, outcome.last_game_at
        if before == outcome.strength:
            continue
        changes.append(
            RatingChange(
                user_id=user,
                rules_key=rules_key,
                number=numbers.get(user, 0) + 1,
                cause=RatingChange.Cause.RECALCULATION,
                at=now,
                **before_and_after(before, outcome.strength),
            )
        )
        rating_set(row, outcome.strength)
    event = Recalculation.objects.create(
        rules_key=rules_key,
        at=now,
        by=by,
        reason=reason,
        games=Played.objects.filter(
            rules_key=rules_key, unrated=Played.Unrated.NO, settled_at__isnull=False
        ).count(),
        changed=len(changes),
        largest=max((abs(change.difference) for change in changes), default=0),
    )
    for change in changes:
        change.recalculation = event
    RatingChange.objects.bulk_create(changes, batch_size=500)
    ratings_save(rows.values())
    tallies_rebuild(rules_key=rules_key)
    return event
