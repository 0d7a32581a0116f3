"""People and what they may do."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.usernames import LONGEST, username_key, username_skeleton


class Role(models.TextChoices):
    """What somebody may do beyond playing."""

    PLAYER = "player", _("Player")
    MODERATOR = "moderator", _("Moderator")
    ORGANISER = "organiser", _("Organiser")
    OPERATOR = "operator", _("Operator")


class Theme(models.TextChoices):
    SYSTEM = "system", _("Like my device")
    LIGHT = "light", _("Light")
    DARK = "dark", _("Dark")


class Audience(models.TextChoices):
    """Who may see a profile."""

    EVERYONE = "everyone", _("Everyone")
    MEMBERS = "members", _("Signed-in players only")


class UserManager(BaseUserManager["User"]):
    def get_by_natural_key(self, username: str | None) -> User:
        return self.get(username_key=username_key(username or ""))


class User(AbstractBaseUser):
    """Somebody with an account; after deletion the row stays under a pseudonym."""

    username = models.CharField(_("user name"), max_length=LONGEST, unique=True)
    username_key = models.CharField(max_length=4 * LONGEST, unique=True, editable=False)
    username_skeleton = models.CharField(max_length=4 * LONGEST, unique=True, editable=False)
    email = models.EmailField(_("primary e-mail address"), blank=True)
    is_active = models.BooleanField(_("may sign in"), default=True)
    date_joined = models.DateTimeField(_("joined"), default=timezone.now)

    about = models.TextField(_("about"), max_length=2000, blank=True)
    country = models.CharField(_("country"), max_length=2, blank=True)
    audience = models.CharField(
        _("profile is shown to"),
        max_length=10,
        choices=Audience.choices,
        default=Audience.EVERYONE,
    )
    show_country = models.BooleanField(_("show my country"), default=True)
    show_joined = models.BooleanField(_("show since when I play here"), default=True)

    time_zone = models.CharField(_("time zone"), max_length=64, default="UTC")
    language = models.CharField(
        _("language"), max_length=7, choices=settings.LANGUAGES, blank=True, default=""
    )
    theme = models.CharField(_("theme"), max_length=6, choices=Theme.choices, default=Theme.SYSTEM)

    welcomed_at = models.DateTimeField(null=True, blank=True, editable=False)
    delete_at = models.DateTimeField(null=True, blank=True, editable=False, db_index=True)
    anonymised_at = models.DateTimeField(null=True, blank=True, editable=False)

    objects = UserManager()

    USERNAME_FIELD = "username"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        verbose_name = _("user")
        verbose_name_plural = _("users")

    def __str__(self) -> str:
        return self.username

    def save(self, *args: Any, update_fields: Iterable[str] | None = None, **kwargs: Any) -> None:
        """Keeps the derived keys true to the name."""
        self.username_key = username_key(self.username)
        self.username_skeleton = username_skeleton(self.username)
        if update_fields is not None and "username" in update_fields:
            update_fields = {*update_fields, "username_key", "username_skeleton"}
        super().save(*args, update_fields=update_fields, **kwargs)

    def get_absolute_url(self) -> str:
        return reverse("profile", args=[self.username])

    def has_role(self, role: str) -> bool:
        """Whether the powers of `role` are granted now; see `accounts.selectors.has_role`."""
        from accounts.selectors import has_role

        return has_role(user=self, role=Role(role))

    # What Django's admin site asks for: operators may do everything there, others nothing.

    @property
    def is_staff(self) -> bool:
        return self.has_role(Role.OPERATOR)

    @property
    def is_superuser(self) -> bool:
        return self.has_role(Role.OPERATOR)

    def has_perm(self, perm: str, obj: Any = None) -> bool:
        return self.has_role(Role.OPERATOR)

    def has_perms(self, perm_list: Iterable[str], obj: Any = None) -> bool:
        return self.has_role(Role.OPERATOR)

    def has_module_perms(self, app_label: str) -> bool:
        return self.has_role(Role.OPERATOR)


class RoleGrant(models.Model):
    """A role somebody holds; everybody is a player without a row."""

    user = models.ForeignKey(User, models.CASCADE, related_name="role_grants")
    role = models.CharField(_("role"), max_length=10, choices=Role.choices)
    granted_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("role")
        verbose_name_plural = _("roles")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "role"], name="one_grant_of_a_role")
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.get_role_display()}"


class RoleChange(models.Model):
    """The record of roles given and taken; rows are added, never edited."""

    user = models.ForeignKey(User, models.CASCADE, related_name="role_changes")
    role = models.CharField(_("role"), max_length=10, choices=Role.choices)
    granted = models.BooleanField(_("granted"))
    by = models.ForeignKey(
        User, models.SET_NULL, null=True, blank=True, related_name="role_changes_made"
    )
    source = models.CharField(_("where from"), max_length=40)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("role change")
        verbose_name_plural = _("role changes")
        ordering: ClassVar = ["-at", "-pk"]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d} {self.user}: {'+' if self.granted else '-'}{self.role}"
