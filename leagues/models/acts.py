"""What organisers did, for everybody to read."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from leagues.models.leagues import League
from leagues.models.seasons import Season
from leagues.models.tables import LeagueTable


class Act(models.Model):
    """One thing that was done, by whom and why. Rows are added, never edited."""

    league = models.ForeignKey(League, models.CASCADE, related_name="acts")
    season = models.ForeignKey(Season, models.CASCADE, null=True, blank=True, related_name="acts")
    table = models.ForeignKey(
        LeagueTable, models.CASCADE, null=True, blank=True, related_name="acts"
    )
    kind = models.CharField(max_length=20)
    """See `leagues.presenters.acts`."""
    facts = models.JSONField(default=dict)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    """None: the site, by a rule of the season."""
    reason = models.TextField(blank=True, max_length=2000)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("act")
        verbose_name_plural = _("acts")
        ordering = ("-at", "-pk")
        indexes = (models.Index(fields=["season", "-at"], name="acts_of_a_season"),)

    def __str__(self) -> str:
        return f"{self.kind} by {self.by_id}"


class Message(models.Model):
    """A mail of the organisers to participants, before its merge fields were filled in."""

    season = models.ForeignKey(Season, models.CASCADE, related_name="messages")
    division = models.PositiveSmallIntegerField(null=True, blank=True)
    """None: all of them."""
    unchecked = models.BooleanField(default=False)
    """Only those who had not checked in."""
    subject = models.CharField(max_length=120)
    body = models.TextField(max_length=6000)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("-at",)

    def __str__(self) -> str:
        return self.subject
