"""Accounts are opened and kept."""

from __future__ import annotations

from datetime import datetime

from allauth.account.models import EmailAddress
from django.db import transaction

from accounts.models import User
from accounts.signals import time_zone_changed
from accounts.usernames import username_check


@transaction.atomic
def user_create(
    *, username: str, email: str, password: str, language: str = "", time_zone: str = "UTC"
) -> User:
    """Open an account with a verified address; raises ValidationError for a name of bad form.

    Without a password nobody can sign in to it.
    """
    user = User(
        username=username_check(username),
        email=email.lower(),
        language=language,
        time_zone=time_zone,
    )
    user.set_password(password or None)
    user.save()
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


def profile_update(
    *, user: User, about: str, country: str, audience: str, show_country: bool, show_joined: bool
) -> None:
    user.about = about
    user.country = country
    user.audience = audience
    user.show_country = show_country
    user.show_joined = show_joined
    user.save(update_fields=["about", "country", "audience", "show_country", "show_joined"])


@transaction.atomic
def preferences_update(*, user: User, time_zone: str, language: str, theme: str) -> None:
    before = user.time_zone
    user.time_zone = time_zone
    user.language = language
    user.theme = theme
    user.save(update_fields=["time_zone", "language", "theme"])
    if before != time_zone:
        time_zone_changed.send(sender=User, user=user, before=before)


def language_set(*, user: User, language: str) -> None:
    user.language = language
    user.save(update_fields=["language"])


def welcome_finish(*, user: User, time_zone: str, language: str, now: datetime) -> None:
    """The first step after sign-up is done; it does not come again."""
    user.time_zone = time_zone
    user.language = language
    user.welcomed_at = now
    user.save(update_fields=["time_zone", "language", "welcomed_at"])
