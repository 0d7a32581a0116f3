"""Who has read what, and who wants to be told."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from forum.models.categories import Category
from forum.models.topics import Topic


class TopicRead(models.Model):
    """The number of the last post somebody has seen in a topic."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    topic = models.ForeignKey(Topic, models.CASCADE, related_name="reads")
    number = models.PositiveIntegerField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "topic"], name="forum_one_mark_per_topic")
        ]

    def __str__(self) -> str:
        return f"{self.user} has read {self.topic_id} up to {self.number}"


class CategoryMark(models.Model):
    """Everything in a category up to this time counts as read."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    category = models.ForeignKey(Category, models.CASCADE, related_name="marks")
    read_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "category"], name="forum_one_mark_per_category")
        ]

    def __str__(self) -> str:
        return f"{self.user} has read {self.category} at {self.read_at:%Y-%m-%d %H:%M}"


class Follow(models.TextChoices):
    """How somebody is told of new posts."""

    INSTANT = "instant", _("At once")
    DAILY = "daily", _("Once a day")
    OFF = "off", _("Not at all")


class Subscription(models.Model):
    """A wish about one topic or one category; the wish about the topic counts more."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    topic = models.ForeignKey(
        Topic, models.CASCADE, null=True, blank=True, related_name="subscriptions"
    )
    category = models.ForeignKey(
        Category, models.CASCADE, null=True, blank=True, related_name="subscriptions"
    )
    follow = models.CharField(max_length=7, choices=Follow.choices)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["user", "topic"],
                condition=models.Q(category=None),
                name="forum_one_wish_per_topic",
            ),
            models.UniqueConstraint(
                fields=["user", "category"],
                condition=models.Q(topic=None),
                name="forum_one_wish_per_category",
            ),
            models.CheckConstraint(
                condition=models.Q(topic=None) ^ models.Q(category=None),
                name="forum_wish_about_one_thing",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.topic or self.category} {self.follow}"


class DailyDigest(models.Model):
    """When somebody gets the next mail of the day, and from when on it tells."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    since = models.DateTimeField(default=timezone.now)
    due_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"{self.user} at {self.due_at:%Y-%m-%d %H:%M}"
