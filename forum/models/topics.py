"""Topics and what hangs on them: tags, polls, votes."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from forum.models.categories import Category

TITLE_LONGEST = 150


class Tag(models.Model):
    name = models.CharField(max_length=30, unique=True)

    class Meta:
        ordering: ClassVar = ["name"]

    def __str__(self) -> str:
        return self.name


class Topic(models.Model):
    """A thread: its posts are numbered from 1 without gaps, so that reading is one number."""

    class State(models.TextChoices):
        OPEN = "open", _("shown")
        HELD = "held", _("waits for a moderator")
        REMOVED = "removed", _("removed")
        MERGED = "merged", _("merged into another topic")

    class Pin(models.IntegerChoices):
        NO = 0, _("not pinned")
        CATEGORY = 1, _("pinned in its category")
        EVERYWHERE = 2, _("pinned everywhere")

    category = models.ForeignKey(Category, models.PROTECT, related_name="topics")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    title = models.CharField(_("title"), max_length=TITLE_LONGEST)
    state = models.CharField(max_length=8, choices=State.choices, default=State.OPEN)
    pin = models.PositiveSmallIntegerField(choices=Pin.choices, default=Pin.NO)
    locked = models.BooleanField(default=False)
    tags = models.ManyToManyField(Tag, related_name="topics", blank=True)
    solution = models.ForeignKey(
        "forum.Post", models.SET_NULL, null=True, blank=True, related_name="+"
    )
    merged_into = models.ForeignKey(
        "self", models.SET_NULL, null=True, blank=True, related_name="+"
    )
    subject_kind = models.CharField(max_length=20, blank=True)
    subject_key = models.CharField(max_length=60, blank=True)
    listed = models.BooleanField(default=True)
    """An unlisted topic is in no list, search or feed; who may read it, its subject decides."""
    created_at = models.DateTimeField(default=timezone.now)
    last_number = models.PositiveIntegerField(default=0)
    reply_count = models.PositiveIntegerField(default=0)
    vote_count = models.PositiveIntegerField(default=0)
    last_post_at = models.DateTimeField(default=timezone.now)
    last_poster = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+"
    )

    class Meta:
        indexes: ClassVar = [
            models.Index(
                fields=["category", "-pin", "-last_post_at"], name="forum_topic_in_category"
            ),
            models.Index(
                fields=["-last_post_at"],
                include=["id", "category", "last_number"],
                name="forum_topic_listed",
                condition=models.Q(state="open", listed=True),
            ),
            models.Index(
                fields=["category", "-vote_count", "-last_post_at"], name="forum_topic_votes"
            ),
            models.Index(fields=["pin"], name="forum_topic_pinned", condition=models.Q(pin=2)),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["subject_kind", "subject_key"],
                condition=~models.Q(subject_kind=""),
                name="forum_one_topic_per_subject",
            )
        ]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return reverse("forum_topic", args=[self.pk])


class TopicVote(models.Model):
    """Somebody wants this too."""

    topic = models.ForeignKey(Topic, models.CASCADE, related_name="votes")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["topic", "user"], name="forum_one_vote_per_topic")
        ]

    def __str__(self) -> str:
        return f"{self.user} for {self.topic}"


class Poll(models.Model):
    topic = models.OneToOneField(Topic, models.CASCADE, related_name="poll")
    question = models.CharField(max_length=200)
    choices_at_most = models.PositiveSmallIntegerField(default=1)
    closes_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return self.question


class PollOption(models.Model):
    poll = models.ForeignKey(Poll, models.CASCADE, related_name="options")
    position = models.PositiveSmallIntegerField()
    text = models.CharField(max_length=120)

    class Meta:
        ordering: ClassVar = ["position"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["poll", "position"], name="forum_option_position")
        ]

    def __str__(self) -> str:
        return self.text


class PollVote(models.Model):
    option = models.ForeignKey(PollOption, models.CASCADE, related_name="votes")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["option", "user"], name="forum_one_vote_per_option")
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.option}"
