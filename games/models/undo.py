"""Asking to take moves back when that is no longer free."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.tables import Game, Seat


class UndoRequest(models.Model):
    """A seat asks the others to go back to an earlier row."""

    class State(models.TextChoices):
        OPEN = "open", _("open")
        GRANTED = "granted", _("granted")
        REFUSED = "refused", _("refused")
        WITHDRAWN = "withdrawn", _("withdrawn")
        OVERTAKEN = "overtaken", _("overtaken by a move")

    game = models.ForeignKey(Game, models.CASCADE, related_name="undo_requests")
    seat = models.ForeignKey(Seat, models.CASCADE, related_name="undo_requests")
    keep = models.PositiveIntegerField()
    """How many rows would stay."""
    revision = models.PositiveIntegerField()
    """What the table looked like when it was asked."""
    state = models.CharField(max_length=9, choices=State, default=State.OPEN)
    asked_at = models.DateTimeField()
    settled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["game"], name="one_undo_request", condition=models.Q(state="open")
            ),
        ]

    def __str__(self) -> str:
        return f"game {self.game_id}: back to row {self.keep} ({self.state})"


class UndoConsent(models.Model):
    """What one of the others says to it."""

    request = models.ForeignKey(UndoRequest, models.CASCADE, related_name="consents")
    seat = models.ForeignKey(Seat, models.CASCADE, related_name="undo_consents")
    agrees = models.BooleanField(null=True)
    """None: not answered yet."""
    answered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["request", "seat"], name="one_consent_per_seat"),
        ]

    def __str__(self) -> str:
        return f"seat {self.seat_id}: {self.agrees}"
