"""Posts, their history, and what readers do with them."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from forum.models.topics import Topic


class Post(models.Model):
    """One contribution. `html` is a cache of `text`, good for one version of the renderer."""

    class State(models.TextChoices):
        SHOWN = "shown", _("shown")
        HELD = "held", _("waits for a moderator")
        WITHDRAWN = "withdrawn", _("removed by its author")
        REMOVED = "removed", _("removed by a moderator")
        ERASED = "erased", _("erased at the author's request")

    topic = models.ForeignKey(Topic, models.CASCADE, related_name="posts")
    number = models.PositiveIntegerField(null=True, blank=True)
    """Its place in the topic; a post that is held back has none yet, so nobody has read past it."""
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="forum_posts")
    text = models.TextField()
    html = models.TextField(blank=True)
    html_version = models.PositiveSmallIntegerField(default=0)
    state = models.CharField(max_length=9, choices=State.choices, default=State.SHOWN)
    created_at = models.DateTimeField(default=timezone.now)
    edited_at = models.DateTimeField(null=True, blank=True)
    thanks_count = models.PositiveIntegerField(default=0)
    mail_id = models.CharField(max_length=200, null=True, blank=True)  # noqa: DJ001
    """Message-ID of the mail a post came from; null, not empty, because it is unique."""

    told_at = models.DateTimeField(null=True, blank=True)
    """When those who follow the topic were told; the claim of whoever tells them."""

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["topic", "number"], name="forum_post_number"),
            models.UniqueConstraint(fields=["author", "mail_id"], name="forum_post_from_mail"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["author", "-created_at"], name="forum_post_by_author"),
            models.Index(fields=["-created_at"], name="forum_post_recent"),
            models.Index(
                fields=["created_at"],
                name="forum_post_untold",
                condition=models.Q(told_at=None, state="shown"),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.topic_id}#{self.number}"

    def get_absolute_url(self) -> str:
        return reverse("forum_post", args=[self.pk])

    @property
    def is_shown(self) -> bool:
        return self.state == Post.State.SHOWN


class PostRevision(models.Model):
    """What a post said before an edit; the newest text stands in the post."""

    post = models.ForeignKey(Post, models.CASCADE, related_name="revisions")
    text = models.TextField()
    written_at = models.DateTimeField()
    replaced_at = models.DateTimeField()
    replaced_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    reason = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering: ClassVar = ["pk"]

    def __str__(self) -> str:
        return f"{self.post} until {self.replaced_at:%Y-%m-%d %H:%M}"


class Reference(models.Model):
    """A person named in a post, by mention or by quoting: found again when the person leaves."""

    post = models.ForeignKey(Post, models.CASCADE, related_name="references")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    written = models.CharField(max_length=100, blank=True)
    """The name as it stands in the text; empty for a quotation, which names the post only."""

    def __str__(self) -> str:
        return f"{self.post} names {self.user}"


class Thanks(models.Model):
    post = models.ForeignKey(Post, models.CASCADE, related_name="thanks")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["post", "user"], name="forum_one_thanks_per_post")
        ]

    def __str__(self) -> str:
        return f"{self.user} for {self.post}"


class Bookmark(models.Model):
    post = models.ForeignKey(Post, models.CASCADE, related_name="bookmarks")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "post"], name="forum_one_bookmark_per_post")
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.post}"


class Draft(models.Model):
    """What somebody has typed and not sent: one for each place to write in."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    place = models.CharField(max_length=60)
    """`new`, `topic:5`, `post:9`, `thread:game:12`."""
    title = models.CharField(max_length=150, blank=True)
    text = models.TextField(blank=True)
    saved_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "place"], name="forum_one_draft_per_place")
        ]

    def __str__(self) -> str:
        return f"{self.user} at {self.place}"

    @property
    def thread(self) -> str:
        """The thread of a game, a league …, if that is where it was typed."""
        if not self.place.startswith("thread:"):
            return ""
        return reverse("forum_thread", args=self.place.split(":")[1:])
