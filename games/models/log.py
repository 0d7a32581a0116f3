"""The log of a game, its cached positions, and what the table is waiting for."""

from __future__ import annotations

from datetime import timedelta
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from engine.api import CHANCE
from games.models.tables import Game, Seat


class Move(models.Model):
    """One row of the log. Rows are added, never edited: only `live` is turned off by an undo."""

    class Kind(models.TextChoices):
        LINE = "line", _("move")
        UNDO = "undo", _("taken back")

    class Door(models.TextChoices):
        PAGE = "page", _("on the page")
        MAIL = "mail", _("by mail")
        API = "api", _("through the interface for programs")
        TIMEOUT = "timeout", _("because time was up")
        STANDING_ORDER = "standing-order", _("by standing order")
        BOT = "bot", _("by a bot")
        CHANCE = "chance", _("by chance")

    game = models.ForeignKey(Game, models.CASCADE, related_name="moves")
    sequence = models.PositiveIntegerField()
    """Place among all rows, counted from 1: the game's revision after this row."""
    number = models.PositiveIntegerField()
    """Place among the rows that count; for an undo, how many rows it left standing."""
    kind = models.CharField(max_length=4, choices=Kind, default=Kind.LINE)
    seat = models.SmallIntegerField()
    """Number of the seat; -1 is chance."""
    line = models.TextField()
    """In canonical spelling."""
    events = models.JSONField(default=list)
    audience = models.JSONField(null=True, blank=True)
    """Seats that may read the line; None: everybody."""
    reveals = models.BooleanField(default=False)
    """Somebody learnt something new: cannot be taken back freely."""
    live = models.BooleanField(default=True)
    """False: taken back, or an undo itself. Follows from the other rows."""
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="moves"
    )
    bot = models.CharField(max_length=20, blank=True)
    door = models.CharField(max_length=14, choices=Door)
    asked_at = models.DateTimeField(null=True, blank=True)
    """Since when the seat had owed what it answered here."""
    due_at = models.DateTimeField(null=True, blank=True)
    """By when it had to."""
    bank = models.DurationField(null=True, blank=True)
    """What the seat's bank of time held before it was charged for this row."""
    at = models.DateTimeField()
    key = models.CharField(max_length=80, blank=True)
    """Names the submission: the same key is played once."""
    hash = models.CharField(max_length=64)
    """Over the row before and all of this row but `live`."""

    class Meta:
        ordering = ("sequence",)
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "sequence"], name="log_rows_in_sequence"),
            models.UniqueConstraint(
                fields=["game", "number"],
                name="one_live_row_per_number",
                condition=models.Q(live=True),
            ),
            models.UniqueConstraint(
                fields=["game", "key"], name="submitted_once", condition=models.Q(key__gt="")
            ),
            models.CheckConstraint(
                condition=models.Q(kind="line") | models.Q(live=False), name="an_undo_is_no_move"
            ),
        ]

    def __str__(self) -> str:
        # Not the line: it may be for certain eyes only.
        return f"row {self.sequence} of game {self.game_id}"

    @property
    def is_chance(self) -> bool:
        return self.seat == CHANCE


class Snapshot(models.Model):
    """A position as a cache: the latest, and every fiftieth for looking back."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="snapshots")
    number = models.PositiveIntegerField()
    """Of the last row that is in it; 0 is the set-up."""
    data = models.TextField()
    """What `rules.dump` gave, as JSON."""

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "number"], name="one_snapshot_per_number"),
        ]

    def __str__(self) -> str:
        return f"game {self.game_id} after row {self.number}"


class OpenDecision(models.Model):
    """Something a seat owes now; the row goes when the rules no longer ask."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="decisions")
    seat = models.ForeignKey(Seat, models.CASCADE, related_name="decisions")
    ident = models.CharField(max_length=80)
    kind = models.CharField(max_length=40)
    mode = models.CharField(max_length=8)
    default = models.TextField(blank=True)
    """The line that is played when time is up."""
    reason = models.JSONField(default=dict)
    """The engine's message why this is asked: code, facts, section."""
    answered = models.BooleanField(default=False)
    """Sealed: given, but may still be changed."""
    opened_at = models.DateTimeField()
    opened_revision = models.PositiveIntegerField()
    due_at = models.DateTimeField(null=True, blank=True)
    remind_at = models.DateTimeField(null=True, blank=True)
    """When the reminders of it are to be planned; None: they are, or nothing will be due."""
    left = models.DurationField(null=True, blank=True)
    """While the table is paused: the thinking time that is left, in place of `due_at`."""
    gift = models.DurationField(default=timedelta)
    """Thinking time that was given on top, by others or by way of forgiveness."""
    held = models.BooleanField(default=False)
    """Time is up, and somebody is asked what shall be done: the clock does no more here."""

    class Meta:
        ordering = ("pk",)
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "seat", "ident"], name="decision_open_once"),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["due_at"],
                name="decision_due",
                condition=models.Q(answered=False, held=False, due_at__isnull=False),
            ),
            models.Index(
                fields=["remind_at"],
                name="decision_remind",
                condition=models.Q(answered=False, remind_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"game {self.game_id}: {self.kind} ({self.ident})"
