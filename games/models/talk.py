"""Words around a game: table talk, spectators' talk, private notes."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.tables import Game

LONGEST_CHAT = 2_000
LONGEST_NOTE = 20_000


class ChatLine(models.Model):
    """Something said, stamped with the move at which it was said."""

    class Room(models.TextChoices):
        TABLE = "table", _("at the table")
        GALLERY = "gallery", _("among spectators")

    game = models.ForeignKey(Game, models.CASCADE, related_name="chat_lines")
    room = models.CharField(max_length=7, choices=Room, default=Room.TABLE)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="game_chat_lines"
    )
    text = models.TextField(max_length=LONGEST_CHAT)
    number = models.PositiveIntegerField()
    """Of the last move when it was said."""
    at = models.DateTimeField(default=timezone.now)
    key = models.CharField(max_length=80, blank=True)
    removed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("pk",)
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["game", "author", "key"],
                name="said_once",
                condition=models.Q(key__gt=""),
            ),
        ]
        indexes: ClassVar = [models.Index(fields=["game", "room", "id"], name="chat_of_a_room")]

    def __str__(self) -> str:
        return f"{self.author_id}: {self.text[:40]}"


class ReadMark(models.Model):
    """How far somebody has looked at a game and read its talk."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="read_marks")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="game_read_marks"
    )
    revision = models.PositiveIntegerField(default=0)
    table_line = models.PositiveBigIntegerField(default=0)
    """The newest line of table talk that was read."""
    gallery_line = models.PositiveBigIntegerField(default=0)
    at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "user"], name="one_read_mark"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} has seen game {self.game_id} up to {self.revision}"


class Mute(models.Model):
    """Somebody whose talk a user does not want to read, at any table."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="mutes")
    muted = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="muted_by")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "muted"], name="muted_once"),
            models.CheckConstraint(
                condition=~models.Q(user=models.F("muted")), name="nobody_mutes_himself"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} mutes {self.muted_id}"


class Report(models.Model):
    """A line of talk that somebody wants a moderator to look at."""

    class State(models.TextChoices):
        OPEN = "open", _("open")
        UPHELD = "upheld", _("line removed")
        DISMISSED = "dismissed", _("dismissed")

    line = models.ForeignKey(ChatLine, models.CASCADE, related_name="reports")
    reporter = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="game_reports"
    )
    reason = models.TextField(max_length=1000)
    state = models.CharField(max_length=9, choices=State, default=State.OPEN)
    at = models.DateTimeField(default=timezone.now)
    settled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    settled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["line", "reporter"], name="reported_once"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["at"], name="reports_open", condition=models.Q(state="open"))
        ]

    def __str__(self) -> str:
        return f"line {self.line_id} reported by {self.reporter_id} ({self.state})"


class Note(models.Model):
    """What a user writes down about a game, for nobody else's eyes."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="notes")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="game_notes")
    text = models.TextField(max_length=LONGEST_NOTE)
    changed_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "user"], name="one_note_per_game"),
        ]

    def __str__(self) -> str:
        return f"note of {self.user_id} on game {self.game_id}"
