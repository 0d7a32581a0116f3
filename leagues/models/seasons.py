"""A season: its stages, its divisions and groups, who takes part."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from leagues.models.leagues import League
from leagues.season_rules import SeasonRules, rules_read


class Season(models.Model):
    """One run of a league, from the draft to the final standings."""

    class State(models.TextChoices):
        DRAFT = "draft", _("being prepared")
        SIGN_UP = "sign-up", _("sign-up")
        CHECK_IN = "check-in", _("check-in")
        RUNNING = "running", _("running")
        FINISHING = "finishing", _("finishing")
        CLOSED = "closed", _("closed")

    league = models.ForeignKey(League, models.CASCADE, related_name="seasons")
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=9, choices=State, default=State.DRAFT)
    rules = models.JSONField(default=dict)
    seed = models.PositiveIntegerField(default=0)
    """Of everything that is drawn or sampled."""
    check_in_at = models.DateTimeField(_("check-in begins"))
    starts_at = models.DateTimeField(_("games begin"))
    ends_at = models.DateTimeField(_("games end"))
    created_at = models.DateTimeField(default=timezone.now)
    opened_at = models.DateTimeField(null=True, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("season")
        verbose_name_plural = _("seasons")
        ordering = ("-number",)
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["league", "number"], name="season_numbers_differ"),
        ]

    def __str__(self) -> str:
        return gettext("%(league)s, season %(number)s") % {
            "league": self.league.name,
            "number": self.number,
        }

    def get_absolute_url(self) -> str:
        return reverse("season", args=[self.league.slug, self.number])

    @property
    def agreed(self) -> SeasonRules:
        return rules_read(self.rules)

    @property
    def takes_entries(self) -> bool:
        return self.state in {self.State.SIGN_UP, self.State.CHECK_IN}

    @property
    def is_on(self) -> bool:
        return self.state in {self.State.RUNNING, self.State.FINISHING}

    @property
    def is_drawn(self) -> bool:
        return self.is_on or self.state == self.State.CLOSED


class Division(models.Model):
    """All groups of one height; 1 is the highest."""

    season = models.ForeignKey(Season, models.CASCADE, related_name="divisions")
    number = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ("number",)
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["season", "number"], name="division_numbers_differ"),
        ]

    def __str__(self) -> str:
        return gettext("Division %(number)s") % {"number": self.number}


class Group(models.Model):
    """Players who meet each other, with what is known of how it stands."""

    division = models.ForeignKey(Division, models.CASCADE, related_name="groups")
    number = models.PositiveSmallIntegerField()
    standing = models.JSONField(default=list)
    """Rows best first, written by `services.standing` whenever a result comes or goes."""
    outlook = models.JSONField(default=dict)
    """Odds by entry, see `services.outlooks`; empty until they were computed."""
    outlook_due = models.DateTimeField(null=True, blank=True)
    outlook_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("number",)
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["division", "number"], name="group_numbers_differ"),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["outlook_due"],
                name="outlook_due",
                condition=models.Q(outlook_due__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return gettext("Division %(division)s, group %(group)s") % {
            "division": self.division.number,
            "group": self.number,
        }

    def get_absolute_url(self) -> str:
        season = self.division.season
        return reverse(
            "league_group",
            args=[season.league.slug, season.number, self.division.number, self.number],
        )


class Entry(models.Model):
    """Somebody takes part in a season: one row of the standings later on."""

    class State(models.TextChoices):
        SIGNED = "signed", _("signed up")
        WAITING = "waiting", _("on the waiting list")
        PLAYING = "playing", _("plays")
        LEFT = "left", _("left the season")
        OUT = "out", _("does not take part")

    season = models.ForeignKey(Season, models.CASCADE, related_name="entries")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="league_entries"
    )
    state = models.CharField(max_length=7, choices=State, default=State.SIGNED)
    signed_at = models.DateTimeField(default=timezone.now)
    accepted_at = models.DateTimeField(null=True, blank=True)
    """When the rules of the league were accepted."""
    checked_in_at = models.DateTimeField(null=True, blank=True)
    group = models.ForeignKey(Group, models.SET_NULL, null=True, blank=True, related_name="entries")
    number = models.PositiveSmallIntegerField(default=0)
    """In the group, counted from 0: the number of the schedule."""
    claim = models.CharField(max_length=9, blank=True)
    """Why this division: a name of `placement.Claim`."""
    given_division = models.PositiveSmallIntegerField(null=True, blank=True)
    """Where an organiser has placed him before the draw, whatever his claim."""
    given_place = models.PositiveSmallIntegerField(default=0)
    """As if he had come from this place of that division; 0: before all who stayed there."""
    strength = models.FloatField(default=0)
    """The rating at the draw."""
    bonus = models.CharField(max_length=12, default="0")
    """League points awarded or taken by an organiser: a fraction."""
    lot = models.SmallIntegerField(default=0)
    """Decides what no tie-break decides, the higher first: set by an organiser."""
    final_place = models.PositiveSmallIntegerField(null=True, blank=True)
    next_division = models.PositiveSmallIntegerField(null=True, blank=True)
    """Where this season led to, once it is closed."""
    next_claim = models.CharField(max_length=9, blank=True)

    class Meta:
        ordering = ("signed_at", "pk")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["season", "user"], name="enters_once"),
            models.CheckConstraint(
                condition=~models.Q(state="playing") | models.Q(group__isnull=False),
                name="who_plays_has_a_group",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} in season {self.season_id}: {self.state}"
