"""The part of ratings and statistics in the file with everything the site knows of one user."""

from __future__ import annotations

from accounts.models import User
from ratings.models import PlayedSeat, PlayerTally, Rating, RatingChange


def ratings_section(user: User) -> object:
    """The ratings, their history, and what is counted of finished games."""
    return {
        "ratings": list(
            Rating.objects.filter(user=user).values("rules_key", "shown", "mu", "sigma", "games")
        ),
        "history": list(
            RatingChange.objects.filter(user=user)
            .order_by("rules_key", "number")
            .values("rules_key", "number", "cause", "game_id", "shown_before", "shown_after", "at")
        ),
        "games": list(
            PlayedSeat.objects.filter(user=user)
            .order_by("played__ended_at", "pk")
            .values("played_id", "number", "part", "faction", "score", "place", "answers")
        ),
        "counts": list(
            PlayerTally.objects.filter(user=user)
            .exclude(kind=PlayerTally.Kind.OPPONENT)
            .order_by("rules_key", "kind", "subject")
            .values("rules_key", "kind", "subject", "games", "wins", "points")
        ),
    }
