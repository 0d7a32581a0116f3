"""A table, who sits at it, who was invited, who looks on."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from engine.registry import AnyRules, rules_for
from games.bots.names import bot_kind

HELD_BY_ONE = ~models.Q(user__isnull=False, bot__gt="")


class MirrorSet(models.Model):
    """Several tables with the same set-up, at which the seats rotate."""

    created_at = models.DateTimeField(default=timezone.now)
    draws = models.JSONField(default=dict)
    """What chance drew before anybody moved, by decision: the same at every table of the set."""

    def __str__(self) -> str:
        return f"mirror set {self.pk}"


class Game(models.Model):
    """One table, from the lobby to the last move."""

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")
        CANCELLED = "cancelled", _("cancelled")
        EXPIRED = "expired", _("expired")
        STALLED = "stalled", _("given up")

    class Visibility(models.TextChoices):
        PUBLIC = "public", _("public")
        PRIVATE = "private", _("by invitation")

    rules_key = models.CharField(max_length=40)
    rules_version = models.PositiveSmallIntegerField()
    name = models.CharField(_("name"), max_length=80)
    options = models.JSONField(default=dict)
    seat_count = models.PositiveSmallIntegerField(_("seats"))
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    visibility = models.CharField(max_length=8, choices=Visibility, default=Visibility.PUBLIC)
    rated = models.BooleanField(_("rated"), default=True)
    clock = models.JSONField(default=dict)
    """How long people may think, see `games.clocks`."""
    time_out = models.JSONField(default=dict)
    """What happens when time is up, see `games.clocks.policy`."""
    paused_at = models.DateTimeField(null=True, blank=True)
    """Since when all clocks stand still."""
    paused_by_host = models.BooleanField(default=False)
    """Then only the host or an organiser lets them run again."""
    warned_at = models.DateTimeField(null=True, blank=True)
    """When the players were told that the table is about to be given up."""

    revision = models.PositiveIntegerField(default=0)
    """How many rows the log has, taken-back ones and the undoing itself included: only grows, so
    that a page can tell that it is no longer up to date."""
    length = models.PositiveIntegerField(default=0)
    """How many rows count now; the number of the last move."""
    rounds = models.JSONField(default=list)
    """Numbers of the rows with which rounds began: the marks of the slider."""
    news = models.PositiveIntegerField(default=0)
    """Grows with whatever a page that is being looked at should hear of: moves, talk, requests."""
    chain = models.CharField(max_length=64, blank=True)
    """Hash of the last row, over all rows before it."""
    result = models.JSONField(null=True, blank=True)
    """The engine's standings, best first; None until the end."""

    host = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="hosted_games"
    )
    min_rating = models.PositiveSmallIntegerField(null=True, blank=True)
    max_rating = models.PositiveSmallIntegerField(null=True, blank=True)
    min_reliability = models.PositiveSmallIntegerField(null=True, blank=True)
    shuffle_seats = models.BooleanField(default=True)
    fill_with = models.CharField(max_length=20, blank=True)
    """The bot policy that takes the free seats at `start_at`."""
    link_token = models.CharField(max_length=43, unique=True, null=True, blank=True)
    """Whoever has the link is invited."""
    rematch_of = models.ForeignKey(
        "self", models.SET_NULL, null=True, blank=True, related_name="rematches"
    )
    mirror_set = models.ForeignKey(
        MirrorSet, models.SET_NULL, null=True, blank=True, related_name="games"
    )

    created_at = models.DateTimeField(default=timezone.now)
    start_at = models.DateTimeField(null=True, blank=True)
    """Not before; None: as soon as all seats are taken."""
    expires_at = models.DateTimeField(null=True, blank=True)
    """When an open table is given up."""
    started_at = models.DateTimeField(null=True, blank=True)
    moved_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(length__lte=models.F("revision")), name="log_holds_what_counts"
            ),
            models.CheckConstraint(
                condition=models.Q(status="finished", result__isnull=False)
                | ~models.Q(status="finished"),
                name="finished_games_have_a_result",
            ),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["expires_at"], name="game_expiry", condition=models.Q(status="open")
            ),
            models.Index(fields=["start_at"], name="game_start", condition=models.Q(status="open")),
            models.Index(fields=["status", "-created_at"], name="game_newest"),
            models.Index(
                fields=["moved_at"], name="game_idle", condition=models.Q(status="running")
            ),
            models.Index(
                fields=["-ended_at"], name="game_ended", condition=models.Q(status="finished")
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.pk})"

    @property
    def rules(self) -> AnyRules:
        return rules_for(self.rules_key, self.rules_version)

    @property
    def is_open(self) -> bool:
        return self.status == self.Status.OPEN

    @property
    def is_running(self) -> bool:
        return self.status == self.Status.RUNNING

    @property
    def is_finished(self) -> bool:
        return self.status == self.Status.FINISHED


class Seat(models.Model):
    """A place at a table and who holds it now: a user, a bot, or nobody."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="seats")
    number = models.SmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="seats"
    )
    bot = models.CharField(max_length=20, blank=True)
    """Key of a policy in `games.bots.policies`."""
    dropped_at = models.DateTimeField(null=True, blank=True)
    """When the seat left the running game."""
    bank = models.DurationField(null=True, blank=True)
    """Thinking time in the bank; None: as much as at the start."""
    forgiven_at = models.DateTimeField(null=True, blank=True)
    """When the one day of grace was given that every seat has in a game."""
    caretaker = models.CharField(max_length=20, blank=True)
    """The bot that plays for the user until he is back."""

    class Meta:
        ordering = ("number",)
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "number"], name="seat_numbers_differ"),
            models.UniqueConstraint(fields=["game", "user"], name="one_seat_per_user"),
            models.CheckConstraint(condition=HELD_BY_ONE, name="seat_held_by_one"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["bot"], name="seat_bots", condition=models.Q(bot__gt="")),
            models.Index(
                fields=["caretaker"], name="seat_caretakers", condition=models.Q(caretaker__gt="")
            ),
        ]

    def __str__(self) -> str:
        return f"seat {self.number + 1}: {self.holder_name or _('free')}"

    @property
    def is_taken(self) -> bool:
        return self.user_id is not None or bool(self.bot)

    @property
    def holder_name(self) -> str:
        """A user's present name (a pseudonym once the account is gone), or the bot's label."""
        if self.user is not None:
            return self.user.username
        return str(_("Bot %(n)s") % {"n": self.number + 1}) if self.bot else ""

    @property
    def bot_kind(self) -> str:
        """How the bot that holds the seat plays; empty for people."""
        return bot_kind(self.bot) if self.bot else ""


class Tenure(models.Model):
    """Who held a seat, from when to when. Rows are added and ended, never removed."""

    seat = models.ForeignKey(Seat, models.CASCADE, related_name="tenures")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="tenures"
    )
    bot = models.CharField(max_length=20, blank=True)
    began_at = models.DateTimeField()
    began_revision = models.PositiveIntegerField(default=0)
    ended_at = models.DateTimeField(null=True, blank=True)
    ended_revision = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        ordering = ("began_at", "pk")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["seat"], name="one_tenure_at_a_time", condition=models.Q(ended_at=None)
            ),
            models.CheckConstraint(condition=HELD_BY_ONE, name="tenure_held_by_one"),
        ]

    def __str__(self) -> str:
        return f"{self.seat_id}: {self.user_id or self.bot} from {self.began_at:%Y-%m-%d}"


class Invitation(models.Model):
    """Somebody is asked to a table by name; a seat is kept for the answer."""

    class State(models.TextChoices):
        PENDING = "pending", _("not answered")
        ACCEPTED = "accepted", _("accepted")
        DECLINED = "declined", _("declined")
        WITHDRAWN = "withdrawn", _("withdrawn")

    game = models.ForeignKey(Game, models.CASCADE, related_name="invitations")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="game_invitations"
    )
    invited_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="game_invitations_sent"
    )
    seat_number = models.SmallIntegerField(null=True, blank=True)
    """The seat that is meant; None: any."""
    state = models.CharField(max_length=9, choices=State, default=State.PENDING)
    created_at = models.DateTimeField(default=timezone.now)
    answered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "user"], name="invited_once"),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["user"], name="invitations_open", condition=models.Q(state="pending")
            )
        ]

    def __str__(self) -> str:
        return f"{self.user_id} to game {self.game_id}: {self.state}"


class Watcher(models.Model):
    """Somebody without a seat who follows a game."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="watchers")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="watched_games")
    since = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "user"], name="watches_once"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} watches game {self.game_id}"
