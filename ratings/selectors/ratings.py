"""Questions about ratings."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import F, QuerySet, Window
from django.db.models.functions import Rank

from accounts.models import User
from games.player_facts import STARTING_RATING
from ratings.formula import NEWCOMER, Strength
from ratings.models import (
    BackTest,
    FrozenRating,
    OffsetTable,
    Rating,
    RatingChange,
    RatingSnapshot,
    Recalculation,
)


def shown_ratings(users: Collection[User], rules_key: str) -> dict[int, int]:
    """For limits and draws: a newcomer has the rating that everybody starts with."""
    rows = Rating.objects.filter(rules_key=rules_key, user__in=users)
    known = dict(rows.values_list("user_id", "shown"))
    return {user.pk: known.get(user.pk, STARTING_RATING) for user in users}


def strengths_of(*, users: list[int], rules_key: str) -> dict[int, Strength]:
    """Of many players at once; newcomers included."""
    known = {
        row.user_id: row.strength
        for row in Rating.objects.filter(rules_key=rules_key, user_id__in=users)
    }
    return {user: known.get(user, NEWCOMER) for user in users}


def frozen_strengths(*, snapshot: RatingSnapshot) -> dict[int, Strength]:
    """Everybody's strength when the snapshot was taken."""
    return {row.user_id: row.strength for row in snapshot.ratings.all()}


def rating_list(*, rules_key: str, placed: bool = True) -> QuerySet[Rating]:
    """Best first, each with its `rank`; those not certain enough for one stand in another list."""
    rows = Rating.objects.filter(rules_key=rules_key, placed=placed, user__is_active=True)
    return (
        rows.annotate(rank=Window(Rank(), order_by=F("shown").desc()))
        .select_related("user")
        .order_by("-shown", "user__username")
    )


def frozen_list(*, snapshot: RatingSnapshot, placed: bool = True) -> QuerySet[FrozenRating]:
    rows = snapshot.ratings.filter(placed=placed)
    return (
        rows.annotate(rank=Window(Rank(), order_by=F("shown").desc()))
        .select_related("user")
        .order_by("-shown", "user__username")
    )


def snapshots_of(*, rules_key: str) -> list[RatingSnapshot]:
    return list(RatingSnapshot.objects.filter(rules_key=rules_key))


@dataclass(frozen=True, kw_only=True)
class Standing:
    """A player's rating as a page or a profile shows it."""

    rating: Rating
    rank: int | None
    """None: not certain enough for a place."""
    players: int
    """How many have a place."""


def standing_of(*, user: User, rules_key: str) -> Standing | None:
    rating = Rating.objects.filter(user=user, rules_key=rules_key).first()
    if rating is None:
        return None
    placed = Rating.objects.filter(rules_key=rules_key, placed=True, user__is_active=True)
    return Standing(
        rating=rating,
        rank=1 + placed.filter(shown__gt=rating.shown).count() if rating.placed else None,
        players=placed.count(),
    )


def history_of(*, user: User, rules_key: str) -> QuerySet[RatingChange]:
    """All changes of a player's rating, the latest first."""
    rows = RatingChange.objects.filter(user=user, rules_key=rules_key)
    return rows.select_related("game", "recalculation").order_by("-number")


def newest_offsets(*, rules_key: str) -> OffsetTable | None:
    return OffsetTable.objects.filter(rules_key=rules_key).order_by("-version").first()


def newest_back_test(*, rules_key: str) -> BackTest | None:
    return BackTest.objects.filter(rules_key=rules_key).order_by("-ran_at", "-pk").first()


def recalculations_of(*, rules_key: str) -> list[Recalculation]:
    rows = Recalculation.objects.filter(rules_key=rules_key)
    return list(rows.select_related("by")[:20])
