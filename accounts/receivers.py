"""What happens here when the sign-in library reports something."""

from __future__ import annotations

from allauth.account.signals import user_logged_in, user_signed_up
from django.contrib import messages
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils.translation import get_language, gettext

from accounts.models import User
from accounts.services.deletion import deletion_cancel
from accounts.services.users import language_set


@receiver(user_signed_up)
def remember_language(*, user: User, **_: object) -> None:
    """Mails before the first choice come in the language of the sign-up page."""
    language_set(user=user, language=get_language() or "")


@receiver(user_logged_in)
def keep_account(*, request: HttpRequest, user: User, **_: object) -> None:
    """Signing in during the grace period says: I stay."""
    if deletion_cancel(user=user):
        messages.success(request, gettext("Welcome back. Your account will not be deleted."))
