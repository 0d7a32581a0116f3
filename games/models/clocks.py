"""Time: when people may think, what a table does about time, and who keeps his deadlines."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.tables import Game, Seat


class PlayerTimes(models.Model):
    """When somebody's clocks stand still, at the tables whose rules heed it."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="times"
    )
    sleep_from = models.TimeField(null=True, blank=True)
    sleep_to = models.TimeField(null=True, blank=True)
    vacations = models.JSONField(default=list)
    """[[first day, last day]] in ISO form, in the user's own zone; past ones count for the year."""

    def __str__(self) -> str:
        return f"times of {self.user_id}"


class TableNotice(models.Model):
    """Something about time that everybody at a table may read: pauses, gifts, verdicts."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="notices")
    code = models.CharField(max_length=30)
    facts = models.JSONField(default=dict)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    """Who did it; None: the site."""
    number = models.PositiveIntegerField()
    """Of the last move when it happened."""
    at = models.DateTimeField()

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"game {self.game_id}: {self.code}"


class TableVote(models.Model):
    """A question about time to the others at a table, or to its host."""

    class Kind(models.TextChoices):
        PAUSE = "pause", _("pause")
        TIME_OUT = "time-out", _("time is up")

    class State(models.TextChoices):
        OPEN = "open", _("open")
        ACCEPTED = "accepted", _("accepted")
        REFUSED = "refused", _("refused")
        OVERTAKEN = "overtaken", _("overtaken")

    game = models.ForeignKey(Game, models.CASCADE, related_name="votes")
    kind = models.CharField(max_length=8, choices=Kind)
    seat = models.ForeignKey(Seat, models.CASCADE, related_name="votes")
    """Who proposes the pause; whose time is up."""
    about = models.PositiveBigIntegerField(default=0)
    """The decision that is due."""
    host_decides = models.BooleanField(default=False)
    state = models.CharField(max_length=9, choices=State, default=State.OPEN)
    asked_at = models.DateTimeField()
    settled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["game", "kind", "seat"],
                name="one_vote_of_a_kind",
                condition=models.Q(state="open"),
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["asked_at"], name="votes_open", condition=models.Q(state="open")),
        ]

    def __str__(self) -> str:
        return f"game {self.game_id}: {self.kind} ({self.state})"


class Ballot(models.Model):
    """What one of those who were asked says."""

    vote = models.ForeignKey(TableVote, models.CASCADE, related_name="ballots")
    seat = models.ForeignKey(Seat, models.CASCADE, related_name="ballots")
    agrees = models.BooleanField(null=True)
    """None: not answered yet."""
    answered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["vote", "seat"], name="one_ballot_per_seat"),
        ]

    def __str__(self) -> str:
        return f"seat {self.seat_id}: {self.agrees}"


class SeatOffer(models.Model):
    """A seat of a running game that looks for somebody who takes it over."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="seat_offers")
    seat = models.ForeignKey(Seat, models.CASCADE, related_name="offers")
    wish = models.BooleanField(default=False)
    """The player asked for it himself; otherwise his time was up."""
    opened_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)
    taken_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["seat"], name="seat_offered_once", condition=models.Q(closed_at=None)
            ),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["opened_at"],
                name="seat_offers_open",
                condition=models.Q(closed_at=None),
            ),
        ]

    def __str__(self) -> str:
        return f"seat {self.seat_id} since {self.opened_at:%Y-%m-%d}"


class MissedDeadline(models.Model):
    """Somebody did not answer in time, or left; what was kept is in the log already."""

    class Kind(models.TextChoices):
        DEFAULT = "default", _("the safest move was made")
        CARETAKER = "caretaker", _("a bot took over")
        SUBSTITUTE = "substitute", _("the seat was opened to a substitute")
        DROPPED = "dropped", _("dropped from the game")
        LEFT = "left", _("left the game")

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="missed_deadlines"
    )
    game = models.ForeignKey(Game, models.CASCADE, related_name="missed_deadlines")
    kind = models.CharField(max_length=10, choices=Kind)
    at = models.DateTimeField()

    class Meta:
        indexes: ClassVar = [models.Index(fields=["user", "-at"], name="missed_lately")]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.kind} {self.at:%Y-%m-%d}"


class ReliabilityScore(models.Model):
    """A cache of what log and missed deadlines say; goes when it no longer fits."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="reliability"
    )
    percent = models.PositiveSmallIntegerField()
    deadlines = models.PositiveIntegerField()
    missed = models.PositiveIntegerField()
    left = models.PositiveIntegerField()
    games = models.PositiveIntegerField()
    computed_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.user_id}: {self.percent} %"
