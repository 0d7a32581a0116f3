"""Ratings with their history, and what is counted of finished games."""

from ratings.models.history import (
    AddedOnly,
    FrozenRating,
    Rating,
    RatingChange,
    RatingSnapshot,
    Recalculation,
    Scale,
)
from ratings.models.learnt import BackTest, OffsetTable
from ratings.models.played import Played, PlayedSeat
from ratings.models.tallies import Feat, PlayerTally, Tally

__all__ = [
    "AddedOnly",
    "BackTest",
    "Feat",
    "FrozenRating",
    "OffsetTable",
    "Played",
    "PlayedSeat",
    "PlayerTally",
    "Rating",
    "RatingChange",
    "RatingSnapshot",
    "Recalculation",
    "Scale",
    "Tally",
]
