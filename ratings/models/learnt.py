"""What was learnt from finished games: strength of factions and seats, quality of forecasts."""

from __future__ import annotations

from typing import ClassVar

from django.db import models


class OffsetTable(models.Model):
    """One version of the offsets of a game kind. Rows are added, never edited."""

    rules_key = models.CharField(max_length=40)
    version = models.PositiveIntegerField()
    fitted_at = models.DateTimeField()
    games = models.PositiveIntegerField()
    """How many games it was learnt from."""
    offsets = models.JSONField(default=dict)
    """By factor, see `ratings.offsets`."""

    class Meta:
        ordering = ("rules_key", "-version")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["rules_key", "version"], name="offset_versions_differ"),
        ]

    def __str__(self) -> str:
        return f"{self.rules_key}, version {self.version}"


class BackTest(models.Model):
    """How good the forecasts were, over all rated games up to then."""

    rules_key = models.CharField(max_length=40)
    ran_at = models.DateTimeField()
    games = models.PositiveIntegerField()
    report = models.JSONField(default=dict)
    """Bins of the calibration and the loss of each variant, see `ratings.services.learning`."""

    class Meta:
        ordering = ("rules_key", "-ran_at")

    def __str__(self) -> str:
        return f"{self.rules_key} on {self.ran_at:%Y-%m-%d}"
