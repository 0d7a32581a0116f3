"""The sections of the forum."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _


class Level(models.TextChoices):
    """Who may do something in a category; each level includes those below it."""

    EVERYONE = "everyone", _("everyone, also without an account")
    MEMBERS = "members", _("everybody with an account")
    ORGANISERS = "organisers", _("organisers, moderators and operators")
    MODERATORS = "moderators", _("moderators and operators")
    OPERATORS = "operators", _("operators")


class Category(models.Model):
    """A section, made and ordered by operators."""

    slug = models.SlugField(_("address"), max_length=40, unique=True)
    name = models.CharField(_("name"), max_length=60)
    name_cs = models.CharField(_("name in Czech"), max_length=60, blank=True)
    name_pl = models.CharField(_("name in Polish"), max_length=60, blank=True)
    description = models.CharField(_("description"), max_length=300, blank=True)
    description_cs = models.CharField(_("description in Czech"), max_length=300, blank=True)
    description_pl = models.CharField(_("description in Polish"), max_length=300, blank=True)
    order = models.PositiveSmallIntegerField(_("order"), default=100)
    read_by = models.CharField(
        _("who may read"), max_length=10, choices=Level.choices, default=Level.EVERYONE
    )
    start_by = models.CharField(
        _("who may start topics"), max_length=10, choices=Level.choices, default=Level.MEMBERS
    )
    reply_by = models.CharField(
        _("who may reply"), max_length=10, choices=Level.choices, default=Level.MEMBERS
    )
    has_votes = models.BooleanField(
        _("topics can be voted for"), default=False, help_text=_("For wishes and feedback.")
    )
    has_solutions = models.BooleanField(
        _("a reply can be marked as the answer"), default=False, help_text=_("For questions.")
    )
    topic_count = models.PositiveIntegerField(default=0, editable=False)

    class Meta:
        ordering: ClassVar = ["order", "name"]
        verbose_name = _("category")
        verbose_name_plural = _("categories")
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=~models.Q(start_by="everyone") & ~models.Q(reply_by="everyone"),
                name="forum_writers_have_accounts",
            )
        ]

    def __str__(self) -> str:
        return self.shown_name

    def get_absolute_url(self) -> str:
        return reverse("forum_category", args=[self.slug])

    @property
    def shown_name(self) -> str:
        """In the reader's language, as far as the operators have given it."""
        return self._in_language("name")

    @property
    def shown_description(self) -> str:
        return self._in_language("description")

    def _in_language(self, field: str) -> str:
        code = (get_language() or "en")[:2]
        return str(getattr(self, f"{field}_{code}", "") or getattr(self, field))
