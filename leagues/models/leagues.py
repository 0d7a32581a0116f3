"""A league, who runs it, who helps out in it."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from leagues.season_rules import SeasonRules, rules_read


class League(models.Model):
    """A competition that comes again, season after season."""

    slug = models.SlugField(_("address"), max_length=40, unique=True)
    name = models.CharField(_("name"), max_length=60)
    summary = models.CharField(_("in one sentence"), max_length=200, blank=True)
    terms = models.TextField(_("rules to be accepted"), max_length=20_000, blank=True)
    rules = models.JSONField(default=dict)
    """See `leagues.season_rules`; each season keeps its own copy."""
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("league")
        verbose_name_plural = _("leagues")
        ordering = ("name",)

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("league", args=[self.slug])

    @property
    def agreed(self) -> SeasonRules:
        return rules_read(self.rules)


class Organiser(models.Model):
    """Somebody who runs a league; the head may name others."""

    league = models.ForeignKey(League, models.CASCADE, related_name="organisers")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="leagues_run")
    head = models.BooleanField(default=False)
    since = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("-head", "since")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["league", "user"], name="organises_once"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} runs {self.league_id}"


class Substitute(models.Model):
    """Somebody who is willing to take over a seat in a league."""

    league = models.ForeignKey(League, models.CASCADE, related_name="substitutes")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="stands_by")
    since = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("since",)
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["league", "user"], name="stands_by_once"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} stands by in {self.league_id}"
