"""Finished games as ratings and statistics see them."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models import Game
from ratings.formula import Part

PARTS = [
    (Part.PLAYED.value, _("played")),
    (Part.LEFT.value, _("dropped out")),
    (Part.RESCUED.value, _("took the seat over")),
]


class Played(models.Model):
    """A finished game: written with its last row, settled once by a worker."""

    class Unrated(models.TextChoices):
        NO = "", _("rated")
        AGREED = "agreed", _("unrated by agreement")
        BOTS = "bots", _("a bot sat there from the beginning")
        ALONE = "alone", _("fewer than two people")

    game = models.OneToOneField(Game, models.CASCADE, primary_key=True, related_name="played")
    rules_key = models.CharField(max_length=40)
    ended_at = models.DateTimeField()
    unrated = models.CharField(max_length=6, choices=Unrated, default=Unrated.AGREED, blank=True)
    board = models.CharField(max_length=40, blank=True)
    seat_count = models.PositiveSmallIntegerField()
    event = models.CharField(max_length=80, blank=True)
    """Which season or tournament it belonged to, see `ratings.labels`."""
    tier = models.CharField(max_length=80, blank=True)
    """Which division of it."""
    band = models.SmallIntegerField(null=True, blank=True)
    """Lower end of the band in which the mean rating of the table lay; None: no people."""
    tiles = models.JSONField(default=list)
    offsets = models.ForeignKey(
        "ratings.OffsetTable", models.PROTECT, null=True, blank=True, related_name="+"
    )
    settled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes: ClassVar = [
            models.Index(
                fields=["ended_at"], name="played_waiting", condition=models.Q(settled_at=None)
            ),
            models.Index(fields=["rules_key", "ended_at"], name="played_in_order"),
        ]

    def __str__(self) -> str:
        return f"game {self.game_id}, {self.rules_key}"

    @property
    def is_rated(self) -> bool:
        return self.unrated == self.Unrated.NO


class PlayedSeat(models.Model):
    """Somebody's part in a finished game; who came late or left has a row of his own."""

    played = models.ForeignKey(Played, models.CASCADE, related_name="seats")
    number = models.SmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="played_seats",
    )
    bot = models.CharField(max_length=20, blank=True)
    part = models.CharField(max_length=8, choices=PARTS, default=Part.PLAYED.value)
    position = models.SmallIntegerField()
    faction = models.CharField(max_length=40, blank=True)
    score = models.SmallIntegerField()
    place = models.PositiveSmallIntegerField()
    sharing = models.PositiveSmallIntegerField(default=1)
    """How many have this place."""
    opening = models.CharField(max_length=60, blank=True)
    first_tile = models.CharField(max_length=20, blank=True)
    tiles = models.JSONField(default=dict)
    sources = models.JSONField(default=dict)
    answers = models.JSONField(default=dict)
    """How many answers took how long, see `ratings.tempo`."""
    mu = models.FloatField(null=True, blank=True)
    """What was known of the player before the game."""
    sigma = models.FloatField(null=True, blank=True)
    offset = models.FloatField(default=0)
    """How much stronger the seat was held to be than an average one."""
    chance = models.FloatField(null=True, blank=True)
    """Of the first place, told before the game."""

    class Meta:
        ordering = ("played_id", "number", "pk")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["played", "number", "user"], name="one_part_in_a_seat"),
        ]
        indexes: ClassVar = [models.Index(fields=["user", "played"], name="played_by")]

    def __str__(self) -> str:
        return f"game {self.played_id}, seat {self.number + 1}"
