"""A tournament: who takes part, its rounds, their tables and results."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.models import Game
from leagues.tournament_rules import TournamentRules, tournament_rules_read


class Tournament(models.Model):
    """A competition that is played once, round by round."""

    class Format(models.TextChoices):
        SWISS = "swiss", _("Swiss: everybody plays every round")
        KNOCKOUT = "knockout", _("Groups and elimination: the best of each table go on")
        ROUND_ROBIN = "round-robin", _("Round robin: until all have met")

    class State(models.TextChoices):
        OPEN = "open", _("open for entries")
        RUNNING = "running", _("running")
        ENDED = "ended", _("over")

    slug = models.SlugField(_("address"), max_length=40, unique=True)
    name = models.CharField(_("name"), max_length=60)
    summary = models.CharField(_("in one sentence"), max_length=200, blank=True)
    format = models.CharField(max_length=11, choices=Format)
    state = models.CharField(max_length=7, choices=State, default=State.OPEN)
    rules = models.JSONField(default=dict)
    """See `leagues.tournament_rules`."""
    capacity = models.PositiveSmallIntegerField(default=0)
    """Most players; 0: any number."""
    self_starting = models.BooleanField(default=False)
    """Begins when it is full, and goes on by itself."""
    seed = models.PositiveIntegerField(default=0)
    """Of everything that is drawn."""
    created_at = models.DateTimeField(default=timezone.now)
    started_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    step_due = models.DateTimeField(null=True, blank=True)
    """When to look whether a self-starting one can go on."""

    class Meta:
        verbose_name = _("tournament")
        verbose_name_plural = _("tournaments")
        ordering = ("-created_at", "-pk")
        indexes: ClassVar = [
            models.Index(
                fields=["step_due"],
                name="tournament_step_due",
                condition=models.Q(step_due__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("tournament", args=[self.slug])

    @property
    def agreed(self) -> TournamentRules:
        return tournament_rules_read(self.rules)

    @property
    def is_open(self) -> bool:
        return self.state == self.State.OPEN

    @property
    def is_running(self) -> bool:
        return self.state == self.State.RUNNING

    @property
    def takes_late_entries(self) -> bool:
        """Where nobody is out for good, one may come later: what was missed brings no points."""
        return self.is_running and self.format != self.Format.KNOCKOUT and not self.self_starting


class TournamentOrganiser(models.Model):
    """Somebody who runs a tournament."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="organisers")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="tournaments_run"
    )
    since = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("since", "pk")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["tournament", "user"], name="organises_tournament_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} runs tournament {self.tournament_id}"


class Contender(models.Model):
    """Somebody takes part. Who withdraws keeps what he has won."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="contenders")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="contests")
    entered_at = models.DateTimeField(default=timezone.now)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    strength = models.FloatField(default=0)
    """The rating at the first draw: for the pots of the groups, and for what nothing decides."""
    out_after = models.PositiveSmallIntegerField(null=True, blank=True)
    """The round that eliminated him."""

    class Meta:
        ordering = ("entered_at", "pk")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "user"], name="contends_once"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} in tournament {self.tournament_id}"


class TournamentRound(models.Model):
    """Tables that are played at the same time."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    byes = models.ManyToManyField(Contender, blank=True, related_name="byes")
    published_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("number",)
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "number"], name="round_numbers_differ"),
        ]

    def __str__(self) -> str:
        return f"round {self.number} of tournament {self.tournament_id}"


class TournamentTable(models.Model):
    """A table of a round, and the ordinary game that is played at it."""

    round = models.ForeignKey(TournamentRound, models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()
    group = models.PositiveSmallIntegerField(default=0)
    """In the round, counted from 0: tables whose results count together."""
    game = models.OneToOneField(
        Game, models.PROTECT, null=True, blank=True, related_name="tournament_table"
    )
    """None for a moment after the draw: games are made a few at a time."""
    scores = models.JSONField(null=True, blank=True)
    """By contender; None while the table has no result."""
    ruled = models.BooleanField(default=False)
    ended_at = models.DateTimeField(null=True, blank=True)
    live = models.JSONField(default=dict)
    """As at a league table: round, scores, factions and colours by seat, as the worker saw them."""
    live_due = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("number",)
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["round", "number"], name="tournament_table_numbers_differ"
            ),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["live_due"],
                name="tournament_tables_live",
                condition=models.Q(live_due__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"table {self.number} of round {self.round_id}"

    def get_absolute_url(self) -> str:
        return f"{self.round.tournament.get_absolute_url()}#t{self.pk}"


class TournamentSeat(models.Model):
    """Whose points are made on a seat."""

    table = models.ForeignKey(TournamentTable, models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    contender = models.ForeignKey(Contender, models.CASCADE, related_name="seats")

    class Meta:
        ordering = ("number",)
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["table", "number"], name="tournament_seat_numbers_differ"
            ),
            models.UniqueConstraint(fields=["table", "contender"], name="one_tournament_seat_each"),
        ]

    def __str__(self) -> str:
        return f"seat {self.number} of tournament table {self.table_id}"

    @property
    def player(self) -> User:
        return self.contender.user


class TournamentAct(models.Model):
    """What was done, by whom and why. Rows are added, never edited."""

    class Kind(models.TextChoices):
        FOUNDED = "founded", _("The tournament was opened")
        PUBLISHED = "published", _("Round %(round)s was published")
        CLOSED = "closed", _("Round %(round)s was closed")
        ENDED = "ended", _("The tournament was ended")
        RULED = "ruled", _("Round %(round)s, table %(table)s was decided by ruling")
        WITHDRAWN = "withdrawn", _("%(name)s was withdrawn")
        ORGANISER = "organiser", _("%(name)s may run the tournament")
        DISMISSED = "dismissed", _("%(name)s runs the tournament no longer")
        NUDGE = "nudge", _("Round %(round)s, table %(table)s: a move was asked for")
        EXTEND = "extend", _("Round %(round)s, table %(table)s: %(name)s got %(hours)s more hours")
        PAUSE = "pause", _("Round %(round)s, table %(table)s: the clocks were stopped")
        RESUME = "resume", _("Round %(round)s, table %(table)s: the clocks run again")
        OPEN_SEAT = (
            "open-seat",
            _("Round %(round)s, table %(table)s: the seat of %(name)s was opened to substitutes"),
        )
        GIVEN_UP = "given-up", _("Round %(round)s, table %(table)s: the game was given up")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="acts")
    kind = models.CharField(max_length=10, choices=Kind)
    facts = models.JSONField(default=dict)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    """None: the tournament went on by itself."""
    reason = models.TextField(blank=True, max_length=2000)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("-at", "-pk")

    def __str__(self) -> str:
        return f"{self.kind} in tournament {self.tournament_id}"

    @property
    def sentence(self) -> str:
        return str(self.Kind(self.kind).label) % self.facts
