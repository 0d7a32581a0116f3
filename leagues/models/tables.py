"""The tables of a group: their games, their results, and what is decided about them."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.models import Game
from leagues.models.seasons import Entry, Group


class LeagueTable(models.Model):
    """One table of the schedule, and the ordinary game that is played at it."""

    class Source(models.TextChoices):
        GAME = "game", _("played to the end")
        RULING = "ruling", _("decided by ruling")

    group = models.ForeignKey(Group, models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()
    game = models.OneToOneField(
        Game, models.PROTECT, null=True, blank=True, related_name="league_table"
    )
    """None for a moment after the draw: games are made a few at a time."""
    scores = models.JSONField(null=True, blank=True)
    """By entry; None while the table has no result."""
    source = models.CharField(max_length=6, choices=Source, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    final_due = models.DateTimeField(null=True, blank=True)
    """When the result becomes final without everybody's signature."""
    final_at = models.DateTimeField(null=True, blank=True)
    disputed_at = models.DateTimeField(null=True, blank=True)
    disputed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    dispute = models.TextField(blank=True, max_length=2000)
    live = models.JSONField(default=dict)
    """Scores by seat number, round, and how much is played: a cache for lists."""
    live_due = models.DateTimeField(null=True, blank=True)
    grounds = models.JSONField(default=dict)
    """For a ruling: bounds and estimate by seat number, and for which revision of the game."""

    class Meta:
        ordering = ("number",)
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["group", "number"], name="league_table_numbers_differ"),
            models.CheckConstraint(
                condition=models.Q(final_at=None) | models.Q(scores__isnull=False),
                name="final_is_a_result",
            ),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["final_due"],
                name="league_final_due",
                condition=models.Q(final_due__isnull=False),
            ),
            models.Index(
                fields=["live_due"],
                name="league_live_due",
                condition=models.Q(live_due__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"table {self.letter} of group {self.group_id}"

    def get_absolute_url(self) -> str:
        return reverse("league_table", args=[self.pk])

    @property
    def letter(self) -> str:
        return chr(ord("A") + self.number)


class TableSeat(models.Model):
    """Whose points are made on a seat. Who sits there may change, this does not."""

    table = models.ForeignKey(LeagueTable, models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="table_seats")
    signed_at = models.DateTimeField(null=True, blank=True)
    """When its player agreed to the result."""

    class Meta:
        ordering = ("number",)
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "number"], name="league_seat_numbers_differ"),
            models.UniqueConstraint(fields=["table", "entry"], name="one_league_seat_each"),
        ]

    def __str__(self) -> str:
        return f"seat {self.number} of league table {self.table_id}"

    @property
    def player(self) -> User:
        return self.entry.user


class Ruling(models.Model):
    """How a table that did not end, or whose end is disputed, is decided."""

    table = models.ForeignKey(LeagueTable, models.CASCADE, related_name="rulings")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField()
    scores = models.JSONField()
    """By entry."""
    text = models.TextField(max_length=4000)
    grounds = models.JSONField(default=dict)
    """What the engine and the bots had to say: bounds and estimate by seat number."""
    appeal_until = models.DateTimeField()
    appealed_at = models.DateTimeField(null=True, blank=True)
    appealed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    appeal = models.TextField(blank=True, max_length=2000)
    settled_at = models.DateTimeField(null=True, blank=True)
    """Upheld, or replaced by a later ruling."""

    class Meta:
        ordering = ("-at", "-pk")

    def __str__(self) -> str:
        return f"ruling on league table {self.table_id}"
