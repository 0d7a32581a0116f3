"""Ratings as they stand now, kept for good under a label: for the end of a season."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from ratings.models import FrozenRating, Rating, RatingSnapshot
from ratings.services.settling import results_settle, scale_lock


@transaction.atomic
def ratings_freeze(*, rules_key: str, label: str, now: datetime | None = None) -> RatingSnapshot:
    """Keep the ratings of a game kind. The same label is frozen once and never changes again.

    Games that are over and wait for a worker are settled before.
    """
    now = now or timezone.now()
    while results_settle(now):
        pass
    scale_lock(rules_key=rules_key)
    snapshot, created = RatingSnapshot.objects.get_or_create(
        rules_key=rules_key, label=label, defaults={"taken_at": now}
    )
    if created:
        FrozenRating.objects.bulk_create(
            [
                FrozenRating(
                    snapshot=snapshot,
                    user_id=row.user_id,
                    mu=row.mu,
                    sigma=row.sigma,
                    shown=row.shown,
                    placed=row.placed,
                    games=row.games,
                )
                for row in Rating.objects.filter(rules_key=rules_key).order_by("pk")
            ],
            batch_size=500,
        )
    return snapshot
