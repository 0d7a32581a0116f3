"""Private what-ifs."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.tables import Game


class Plan(models.Model):
    """What a user thinks might happen in a game, for nobody else's eyes."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="plans")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="plans")
    name = models.CharField(_("name"), max_length=80)
    notes = models.TextField(_("notes"), max_length=5_000, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    changed_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("-changed_at", "-pk")

    def __str__(self) -> str:
        return self.name


class PlanBranch(models.Model):
    """Lines after a position of the game, checked against the position as it is now."""

    class Status(models.TextChoices):
        LEGAL = "legal", _("still legal")
        CHANGED = "changed", _("changed")
        DEAD = "dead", _("no longer possible")

    plan = models.ForeignKey(Plan, models.CASCADE, related_name="branches")
    name = models.CharField(_("name"), max_length=80, blank=True)
    position = models.PositiveSmallIntegerField(default=0)
    """Order among the branches of a plan."""
    lines = models.JSONField(default=list)
    """[{"seat", "line", "digest"}]: the digest tells what the line did when it was planned."""
    based_on = models.PositiveIntegerField()
    """Revision of the game at which the lines were last tried."""
    number = models.PositiveIntegerField()
    """Of the move after which the lines begin."""
    pinned = models.BooleanField(default=False)
    """Begins at an earlier position and stays there, whatever is played now."""
    status = models.CharField(max_length=7, choices=Status, default=Status.LEGAL)
    broken_at = models.PositiveSmallIntegerField(null=True, blank=True)
    """Index of the first line that changed or is refused."""
    refusal = models.JSONField(null=True, blank=True)
    """Why that line is refused: the engine's message."""

    class Meta:
        ordering = ("position", "pk")

    def __str__(self) -> str:
        return self.name or f"branch {self.position + 1}"
