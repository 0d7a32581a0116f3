"""Ratings, and every change of one with its cause."""

from __future__ import annotations

from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models import Game
from ratings.formula import MEAN, SIGMA, Strength
from ratings.models.played import PARTS


class Scale(models.Model):
    """One kind of game. Whoever changes its ratings or counts locks this row first."""

    rules_key = models.CharField(max_length=40, primary_key=True)
    learnt_games = models.PositiveIntegerField(default=0)
    """How many rated games there were when offsets and forecasts were last looked at."""
    learnt_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return self.rules_key


class Rating(models.Model):
    """What is known of a player now: always what the last row of the history says."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="ratings")
    rules_key = models.CharField(max_length=40)
    mu = models.FloatField(default=MEAN)
    sigma = models.FloatField(default=SIGMA)
    shown = models.IntegerField()
    placed = models.BooleanField(default=False)
    """Certain enough to have a place in the list."""
    games = models.PositiveIntegerField(default=0)
    last_game_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "rules_key"], name="one_rating_per_kind"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["rules_key", "-placed", "-shown"], name="rating_list"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id}, {self.rules_key}: {self.shown}"

    @property
    def strength(self) -> Strength:
        return Strength(self.mu, self.sigma)


class Recalculation(models.Model):
    """All ratings of a kind were worked out anew: a public event with a reason."""

    rules_key = models.CharField(max_length=40)
    at = models.DateTimeField(default=timezone.now)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    reason = models.TextField()
    games = models.PositiveIntegerField()
    changed = models.PositiveIntegerField()
    """How many players have another rating since."""
    largest = models.PositiveIntegerField()
    """The largest change, in points."""

    class Meta:
        ordering = ("-at", "-pk")

    def __str__(self) -> str:
        return f"{self.rules_key} on {self.at:%Y-%m-%d}: {self.reason}"


class AddedOnly(Exception):
    """Somebody tried to edit or remove a row of the history."""


class HistoryRows(models.QuerySet["RatingChange"]):
    """Rows are added and never touched again."""

    def update(self, **values: Any) -> int:
        raise AddedOnly("rows of the rating history are never edited")

    def delete(self) -> tuple[int, dict[str, int]]:
        raise AddedOnly("rows of the rating history are never removed")


class RatingChange(models.Model):
    """One row of the history: what changed, by what, from what to what."""

    class Cause(models.TextChoices):
        GAME = "game", _("a game")
        RECALCULATION = "recalculation", _("worked out anew")

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    rules_key = models.CharField(max_length=40)
    number = models.PositiveIntegerField()
    """Counts the rows of a player, from 1."""
    cause = models.CharField(max_length=13, choices=Cause)
    game = models.ForeignKey(Game, models.PROTECT, null=True, blank=True, related_name="+")
    recalculation = models.ForeignKey(
        Recalculation, models.PROTECT, null=True, blank=True, related_name="changes"
    )
    part = models.CharField(max_length=8, choices=PARTS, blank=True)
    place = models.PositiveSmallIntegerField(null=True, blank=True)
    offsets_version = models.PositiveIntegerField(null=True, blank=True)
    mu_before = models.FloatField()
    sigma_before = models.FloatField()
    mu_after = models.FloatField()
    sigma_after = models.FloatField()
    shown_before = models.IntegerField()
    shown_after = models.IntegerField()
    at = models.DateTimeField()
    """When the game ended, or the ratings were worked out anew."""

    objects = HistoryRows.as_manager()

    class Meta:
        ordering = ("user_id", "rules_key", "number")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["user", "rules_key", "number"], name="history_in_sequence"
            ),
            models.UniqueConstraint(
                fields=["user", "game"], name="a_game_counts_once", condition=models.Q(cause="game")
            ),
            models.CheckConstraint(
                condition=models.Q(cause="game", game__isnull=False)
                | models.Q(cause="recalculation", recalculation__isnull=False),
                name="a_change_has_its_cause",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id}, {self.rules_key}: {self.shown_before} to {self.shown_after}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if self.pk is not None:
            raise AddedOnly("rows of the rating history are never edited")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        raise AddedOnly("rows of the rating history are never removed")

    @property
    def difference(self) -> int:
        return self.shown_after - self.shown_before


class RatingSnapshot(models.Model):
    """Ratings as they stood at a moment that counts: the end of a season."""

    rules_key = models.CharField(max_length=40)
    label = models.CharField(max_length=80)
    taken_at = models.DateTimeField()

    class Meta:
        ordering = ("-taken_at", "-pk")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["rules_key", "label"], name="frozen_once"),
        ]

    def __str__(self) -> str:
        return self.label


class FrozenRating(models.Model):
    """A player's rating in a snapshot."""

    snapshot = models.ForeignKey(RatingSnapshot, models.CASCADE, related_name="ratings")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    mu = models.FloatField()
    sigma = models.FloatField()
    shown = models.IntegerField()
    placed = models.BooleanField()
    games = models.PositiveIntegerField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["snapshot", "user"], name="one_frozen_rating"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["snapshot", "-placed", "-shown"], name="frozen_list"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.shown}"

    @property
    def strength(self) -> Strength:
        return Strength(self.mu, self.sigma)
