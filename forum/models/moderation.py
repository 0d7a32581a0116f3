"""Reports, decisions, their record and their review."""

from __future__ import annotations

from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from forum.models.posts import Post
from forum.models.topics import Topic
from games.models import Game
from games.models import Report as LineReport

USER = settings.AUTH_USER_MODEL


class Report(models.Model):
    """Something a moderator should look at."""

    class Reason(models.TextChoices):
        SPAM = "spam", _("Advertising or spam")
        RUDE = "rude", _("Rude or hurtful")
        OFF_TOPIC = "off-topic", _("In the wrong place")
        SPOILS = "spoils", _("Tells about a running game")
        ILLEGAL = "illegal", _("Against the law")
        OTHER = "other", _("Something else")
        HELD = "held", _("Held back automatically")
        REMOVAL = "removal", _("Wants all own posts removed")
        TALK = "talk", _("Table talk")

    class State(models.TextChoices):
        OPEN = "open", _("open")
        CLAIMED = "claimed", _("being looked at")
        CLOSED = "closed", _("closed")

    post = models.ForeignKey(Post, models.CASCADE, null=True, blank=True, related_name="reports")
    talk = models.OneToOneField(
        LineReport, models.CASCADE, null=True, blank=True, related_name="case"
    )
    """A reported line of table talk; who reported it and why stands there."""
    reporter = models.ForeignKey(USER, models.CASCADE, null=True, blank=True, related_name="+")
    reason = models.CharField(max_length=10, choices=Reason.choices)
    text = models.TextField(max_length=1000, blank=True)
    at = models.DateTimeField(default=timezone.now)
    state = models.CharField(max_length=7, choices=State.choices, default=State.OPEN)
    claimed_by = models.ForeignKey(USER, models.SET_NULL, null=True, blank=True, related_name="+")
    claimed_at = models.DateTimeField(null=True, blank=True)
    closed_by = models.ForeignKey(USER, models.SET_NULL, null=True, blank=True, related_name="+")
    closed_at = models.DateTimeField(null=True, blank=True)
    outcome = models.CharField(max_length=300, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["post", "reporter"],
                condition=~models.Q(state="closed"),
                name="forum_one_open_report",
            )
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["at"], name="forum_report_open", condition=~models.Q(state="closed")
            )
        ]

    def __str__(self) -> str:
        return f"{self.get_reason_display()}: {self.post}"


class Sanction(models.Model):
    """Silence: may read but not write. Ban: has the rights of a visitor without an account."""

    class Kind(models.TextChoices):
        SILENCE = "silence", _("Silence")
        BAN = "ban", _("Ban")

    user = models.ForeignKey(USER, models.CASCADE, related_name="forum_sanctions")
    kind = models.CharField(max_length=7, choices=Kind.choices)
    reason = models.CharField(max_length=500)
    by = models.ForeignKey(USER, models.PROTECT, related_name="+")
    begun_at = models.DateTimeField(default=timezone.now)
    ends_at = models.DateTimeField(null=True, blank=True)
    lifted_at = models.DateTimeField(null=True, blank=True)
    lifted_by = models.ForeignKey(USER, models.SET_NULL, null=True, blank=True, related_name="+")

    class Meta:
        indexes: ClassVar = [
            models.Index(
                fields=["user"], name="forum_sanction_active", condition=models.Q(lifted_at=None)
            )
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.kind}"

    @property
    def is_over(self) -> bool:
        """Lifted, or run out by itself."""
        ended = self.ends_at is not None and self.ends_at <= timezone.now()
        return ended or self.lifted_at is not None


class UserNote(models.Model):
    """What moderators tell each other about somebody."""

    user = models.ForeignKey(USER, models.CASCADE, related_name="forum_notes")
    author = models.ForeignKey(USER, models.PROTECT, related_name="+")
    text = models.TextField(max_length=2000)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["-pk"]

    def __str__(self) -> str:
        return f"{self.author} on {self.user}"


class WatchedWord(models.Model):
    """A word that holds the posts of new accounts back until a moderator has seen them."""

    word = models.CharField(max_length=60, unique=True)
    added_by = models.ForeignKey(USER, models.PROTECT, related_name="+")
    added_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["word"]

    def __str__(self) -> str:
        return self.word


class Action(models.TextChoices):
    """What moderators do; each has a line in the log."""

    POST_EDIT = "post-edit", _("edited a post")
    POST_REMOVE = "post-remove", _("removed a post")
    POST_RESTORE = "post-restore", _("restored a post")
    POST_APPROVE = "post-approve", _("approved a held post")
    TOPIC_RENAME = "topic-rename", _("renamed a topic")
    TOPIC_MOVE = "topic-move", _("moved a topic")
    TOPIC_MERGE = "topic-merge", _("merged topics")
    TOPIC_SPLIT = "topic-split", _("split a topic")
    TOPIC_LOCK = "topic-lock", _("locked a topic")
    TOPIC_UNLOCK = "topic-unlock", _("unlocked a topic")
    TOPIC_PIN = "topic-pin", _("pinned or unpinned a topic")
    TOPIC_REMOVE = "topic-remove", _("removed a topic")
    TOPIC_RESTORE = "topic-restore", _("restored a topic")
    SANCTION = "sanction", _("silenced or banned somebody")
    LIFT = "lift", _("lifted a sanction")
    NOTE = "note", _("wrote a note on somebody")
    REPORT_CLOSE = "report-close", _("closed a report")
    WORD = "word", _("changed the watched words")
    APPEAL = "appeal", _("decided an appeal")
    ERASE = "erase", _("erased somebody's posts at their request")
    TALK_REMOVE = "talk-remove", _("removed a line of table talk")
    CLOCK_STOP = "clock-stop", _("stopped the clocks of a table")
    CLOCK_START = "clock-start", _("let the clocks of a table run again")
    CLOCK_GIFT = "clock-gift", _("gave somebody at a table more time")


class ModerationEntry(models.Model):
    """The record of what a moderator did; another moderator or operator reviews it."""

    class Verdict(models.TextChoices):
        AGREE = "agree", _("in order")
        DISAGREE = "disagree", _("should be undone")

    actor = models.ForeignKey(USER, models.PROTECT, related_name="+")
    action = models.CharField(max_length=20, choices=Action.choices)
    topic = models.ForeignKey(Topic, models.SET_NULL, null=True, blank=True, related_name="+")
    post = models.ForeignKey(Post, models.SET_NULL, null=True, blank=True, related_name="+")
    person = models.ForeignKey(USER, models.SET_NULL, null=True, blank=True, related_name="+")
    game = models.ForeignKey(Game, models.SET_NULL, null=True, blank=True, related_name="+")
    """What is done to a game is for everybody to see."""
    detail = models.CharField(max_length=300, blank=True)
    reason = models.CharField(max_length=500, blank=True)
    at = models.DateTimeField(default=timezone.now)
    verdict = models.CharField(max_length=8, choices=Verdict.choices, blank=True)
    reviewed_by = models.ForeignKey(USER, models.PROTECT, null=True, blank=True, related_name="+")
    reviewed_at = models.DateTimeField(null=True, blank=True)
    review = models.CharField(max_length=500, blank=True)

    class Meta:
        ordering: ClassVar = ["-pk"]
        indexes: ClassVar = [
            models.Index(
                fields=["-at"], name="forum_entry_of_games", condition=~models.Q(game=None)
            )
        ]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(reviewed_by=None) | ~models.Q(reviewed_by=models.F("actor")),
                name="forum_nobody_reviews_himself",
            )
        ]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.actor}: {self.action}"

    @property
    def decision(self) -> str:
        """What was done, where no name stands before it: after one, some languages need a dash."""
        return str(self.get_action_display()).removeprefix("– ")


class Appeal(models.Model):
    """Somebody asks that another moderator looks again at a sanction, or at another decision."""

    sanction = models.OneToOneField(
        Sanction, models.CASCADE, null=True, blank=True, related_name="appeal"
    )
    entry = models.OneToOneField(
        ModerationEntry, models.CASCADE, null=True, blank=True, related_name="appeal"
    )
    text = models.TextField(max_length=2000)
    at = models.DateTimeField(default=timezone.now)
    granted = models.BooleanField(null=True, blank=True)
    decided_by = models.ForeignKey(USER, models.PROTECT, null=True, blank=True, related_name="+")
    decided_at = models.DateTimeField(null=True, blank=True)
    answer = models.TextField(max_length=2000, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(sanction=None) ^ models.Q(entry=None),
                name="forum_appeal_against_one_thing",
            )
        ]

    def __str__(self) -> str:
        return f"appeal against {self.sanction or self.entry}"

    @property
    def person(self) -> Any:
        return self.sanction.user if self.sanction else self.entry and self.entry.person

    @property
    def judge(self) -> Any:
        """Who decided first, and may not decide again."""
        return self.sanction.by if self.sanction else self.entry and self.entry.actor

    @property
    def about(self) -> str:
        if self.sanction:
            return self.sanction.get_kind_display()
        return self.entry.decision if self.entry else ""

    @property
    def reason(self) -> str:
        decided = self.sanction or self.entry
        return decided.reason if decided else ""
