"""Standing orders: what a player wants done when its moment comes."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.log import Move
from games.models.tables import Game, Seat


class StandingOrder(models.Model):
    """One rule about power offers, or one conditional turn, as it was written."""

    class Kind(models.TextChoices):
        OFFERS = "offers", _("answers to power offers")
        TURN = "turn", _("a conditional turn")

    class State(models.TextChoices):
        ACTIVE = "active", _("waits for its moment")
        PLAYED = "played", _("played")
        OFF = "off", _("switched off")

    game = models.ForeignKey(Game, models.CASCADE, related_name="orders")
    seat = models.ForeignKey(Seat, models.CASCADE, related_name="orders")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="orders")
    kind = models.CharField(max_length=6, choices=Kind)
    text = models.TextField()
    """In canonical spelling."""
    state = models.CharField(max_length=6, choices=State, default=State.ACTIVE)
    reason = models.JSONField(default=dict)
    """Why it was switched off: code and facts."""
    considered = models.PositiveBigIntegerField(default=0)
    """The newest decision it was tried on: each is tried once."""
    move = models.ForeignKey(Move, models.SET_NULL, null=True, blank=True, related_name="+")
    """What a conditional turn became."""
    made_at = models.DateTimeField()
    settled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("pk",)
        indexes: ClassVar = [
            models.Index(
                fields=["game", "seat"],
                name="orders_active",
                condition=models.Q(state="active"),
            ),
        ]

    def __str__(self) -> str:
        return f"game {self.game_id}, seat {self.seat_id}: {self.kind} ({self.state})"
