"""News of the operators, shown above every page."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _


class Announcement(models.Model):
    """A sentence or two in up to three languages; a language left out gets the English text."""

    text = models.CharField(_("text in English"), max_length=400)
    text_cs = models.CharField(_("text in Czech"), max_length=400, blank=True)
    text_pl = models.CharField(_("text in Polish"), max_length=400, blank=True)
    link = models.CharField(
        _("link"), max_length=200, blank=True, help_text=_("A page of this site, such as /forum/.")
    )
    urgent = models.BooleanField(_("urgent"), default=False)
    begins_at = models.DateTimeField(_("shown from"), default=timezone.now)
    ends_at = models.DateTimeField(_("shown until"), null=True, blank=True)
    mailed = models.BooleanField(_("also by mail to those who want news"), default=False)
    told_at = models.DateTimeField(null=True, blank=True, editable=False)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")

    class Meta:
        ordering: ClassVar = ["-begins_at"]

    def __str__(self) -> str:
        return self.text

    @property
    def in_language(self) -> str:
        """The text for the reader's language."""
        code = (get_language() or "en")[:2]
        translated = {"cs": self.text_cs, "pl": self.text_pl}.get(code)
        return translated or self.text


class AnnouncementDismissal(models.Model):
    announcement = models.ForeignKey(Announcement, models.CASCADE, related_name="dismissals")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["announcement", "user"], name="forum_one_dismissal_per_announcement"
            )
        ]

    def __str__(self) -> str:
        return f"{self.user} has seen {self.announcement_id}"
