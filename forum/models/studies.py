"""Annotated replays, and plans that are shown to others."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils import timezone

from forum.models.topics import TITLE_LONGEST, Topic
from games.models import Game, Plan


class Study(models.Model):
    """Chosen positions of a finished game, with words and variations; published as a topic."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="studies")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="studies")
    title = models.CharField(max_length=TITLE_LONGEST)
    intro = models.TextField(max_length=10_000, blank=True)
    topic = models.OneToOneField(
        Topic, models.SET_NULL, null=True, blank=True, related_name="study"
    )
    created_at = models.DateTimeField(default=timezone.now)
    changed_at = models.DateTimeField(default=timezone.now)
    published_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["-pk"]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return reverse("forum_study", args=[self.pk])


class StudyStep(models.Model):
    """One position and what is to be said about it."""

    study = models.ForeignKey(Study, models.CASCADE, related_name="steps")
    number = models.PositiveIntegerField()
    """Of the row of the log after which the position stands; steps come in this order."""
    text = models.TextField(max_length=10_000, blank=True)

    class Meta:
        ordering: ClassVar = ["number", "pk"]

    def __str__(self) -> str:
        return f"{self.study}: move {self.number}"


class Variation(models.Model):
    """What might have been played from a position instead: a branch of a plan, kept."""

    step = models.ForeignKey(StudyStep, models.CASCADE, related_name="variations")
    name = models.CharField(max_length=80, blank=True)
    lines = models.JSONField(default=list)
    """[[seat, line]], in canonical spelling."""

    class Meta:
        ordering: ClassVar = ["pk"]

    def __str__(self) -> str:
        return self.name or f"variation {self.pk}"


class SharedPlan(models.Model):
    """The owner of a plan shows it to others, once the game is over."""

    plan = models.OneToOneField(Plan, models.CASCADE, related_name="sharing")
    at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.plan} is shown"
