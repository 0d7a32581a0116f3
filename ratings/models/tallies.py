"""Counts over finished games, kept up with each of them: pages only add them up."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models import Game

NO_BAND = -1
"""Nobody at the table has a rating."""


class Counted(models.Model):
    """Sums from which shares, means and their intervals follow."""

    games = models.PositiveIntegerField(default=0)
    wins = models.FloatField(default=0)
    """A shared first place counts in part."""
    expected = models.FloatField(default=0)
    """Wins that ratings foretold, over the games in which they did."""
    foretold = models.PositiveIntegerField(default=0)
    """How many games these were."""
    places = models.FloatField(default=0)
    """Sum of the places."""
    points = models.BigIntegerField(default=0)
    squares = models.BigIntegerField(default=0)

    class Meta:
        abstract = True


SUMS = ("games", "wins", "expected", "foretold", "places", "points", "squares")


class Tally(Counted):
    """One subject (a faction, an opening, a tile) in the finest slice that pages filter by."""

    class Kind(models.TextChoices):
        FACTION = "faction", _("faction")
        OPENING = "opening", _("opening")
        FIRST_TILE = "first-tile", _("first bonus card")
        TILE = "tile", _("tile")
        SEAT = "seat", _("place in the turn order")

    rules_key = models.CharField(max_length=40)
    kind = models.CharField(max_length=10, choices=Kind)
    subject = models.CharField(max_length=60)
    board = models.CharField(max_length=40, blank=True)
    seat_count = models.PositiveSmallIntegerField()
    label = models.CharField(max_length=8)
    """"rated", "unrated" or "bots"."""
    event = models.CharField(max_length=80, blank=True)
    tier = models.CharField(max_length=80, blank=True)
    band = models.SmallIntegerField(default=NO_BAND)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=[
                    "rules_key",
                    "kind",
                    "label",
                    "event",
                    "tier",
                    "band",
                    "board",
                    "seat_count",
                    "subject",
                ],
                name="one_tally_per_slice",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.subject}: {self.games}"


class PlayerTally(Counted):
    """One subject (a faction, an opponent, a tempo) of one player."""

    class Kind(models.TextChoices):
        ALL = "all", _("all games")
        FACTION = "faction", _("factions")
        BOARD = "board", _("maps")
        SEATS = "seats", _("number of players")
        PLACE = "place", _("places")
        OPPONENT = "opponent", _("opponents")
        SOURCE = "source", _("sources of points")
        TEMPO = "tempo", _("tempo")
        LEFT = "left", _("dropped out")
        RESCUED = "rescued", _("took a seat over")

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    rules_key = models.CharField(max_length=40)
    kind = models.CharField(max_length=8, choices=Kind)
    subject = models.CharField(max_length=40, blank=True)
    """For opponents the key of the user."""

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["user", "rules_key", "kind", "subject"], name="one_tally_of_a_player"
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["rules_key", "kind", "-games"], name="tally_most_games"),
            models.Index(fields=["rules_key", "kind", "-wins"], name="tally_most_wins"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id}, {self.kind} {self.subject}: {self.games}"


class Feat(models.Model):
    """An entry of the hall of records: the best few of each kind are kept."""

    class Kind(models.TextChoices):
        SCORE = "score", _("Highest score")
        MARGIN = "margin", _("Largest lead over the second")
        BEATEN = "beaten", _("Highest score that did not win")
        LOWEST = "lowest", _("Lowest score that won")
        TOGETHER = "together", _("Most points at one table, for each player")
        TOWNS = "towns", _("Most towns founded")
        RATING = "rating", _("Highest rating")
        SERIES = "series", _("Most wins in a row")

    rules_key = models.CharField(max_length=40)
    kind = models.CharField(max_length=8, choices=Kind)
    worth = models.IntegerField()
    """Larger is better; negative where the smaller number is the record."""
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    game = models.ForeignKey(Game, models.CASCADE, related_name="+")
    faction = models.CharField(max_length=40, blank=True)
    at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["rules_key", "kind", "user", "game"], name="a_feat_is_told_once"
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["rules_key", "kind", "-worth", "at"], name="feat_list")
        ]

    def __str__(self) -> str:
        return f"{self.kind}: {abs(self.worth)}"

    @property
    def value(self) -> int:
        return abs(self.worth)
