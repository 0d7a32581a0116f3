"""An account goes: asked for, waited for, and then its personal data is removed.

The row stays under a pseudonym, so that the games of others keep all their seats.
"""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.core.mail import send_mail
from django.db import transaction
from django.template.loader import render_to_string
from django.utils import timezone, translation

from accounts.letters import page_of
from accounts.models import Audience, RoleGrant, Theme, User
from accounts.selectors import users_to_anonymise
from accounts.services.sessions import sessions_end
from accounts.signals import user_anonymised
from accounts.time_zones import zone_of
from operations.due import due_work

GRACE = timedelta(days=7)


@transaction.atomic
def deletion_request(*, user: User, now: datetime) -> datetime:
    """Begin the grace period: sign out everywhere, say by mail when the account goes."""
    user.delete_at = now + GRACE
    user.save(update_fields=["delete_at"])
    sessions_end(user=user)
    _tell(user=user, mail="deletion_requested", delete_at=user.delete_at)
    return user.delete_at


@transaction.atomic
def deletion_cancel(*, user: User) -> bool:
    """Keep the account; False if nobody had asked to delete it."""
    kept = User.objects.filter(pk=user.pk, anonymised_at=None).exclude(delete_at=None)
    if not kept.update(delete_at=None):
        return False
    user.delete_at = None
    _tell(user=user, mail="deletion_cancelled")
    return True


@due_work("accounts.deletions")
def deletions_carry_out(now: datetime) -> int:
    """Anonymise every account whose grace period is over."""
    done = 0
    for pk in list(users_to_anonymise(now=now).values_list("pk", flat=True)):
        with transaction.atomic():
            # The claim: whoever comes second, or after a cancellation, finds nothing to do.
            if users_to_anonymise(now=now).filter(pk=pk).update(anonymised_at=now):
                _anonymise(User.objects.get(pk=pk))
                done += 1
    return done


def _anonymise(user: User) -> None:
    """Remove whatever tells who this was."""
    addresses = {
        user.email,
        *EmailAddress.objects.filter(user=user).values_list("email", flat=True),
    }
    sessions_end(user=user)
    EmailAddress.objects.filter(user=user).delete()
    Authenticator.objects.filter(user=user).delete()
    RoleGrant.objects.filter(user=user).delete()
    user.username = _free_pseudonym()
    user.email = ""
    user.about = ""
    user.country = ""
    user.audience = Audience.MEMBERS
    user.time_zone = "UTC"
    user.language = ""
    user.theme = Theme.SYSTEM
    user.last_login = None
    user.delete_at = None
    user.is_active = False
    user.set_unusable_password()
    user.save()
    LogEntry.objects.filter(
        content_type=ContentType.objects.get_for_model(User), object_id=str(user.pk)
    ).update(object_repr=user.username)
    user_anonymised.send(sender=User, user=user, former_addresses=sorted(addresses - {""}))


def _free_pseudonym() -> str:
    """A name nobody can choose, because it has blanks in it."""
    while True:
        name = f"Former player {secrets.token_hex(2).upper()}"
        if not User.objects.filter(username=name).exists():
            return name


def _tell(*, user: User, mail: str, delete_at: datetime | None = None) -> None:
    """A mail in the user's language, with times in the user's zone."""
    zone = zone_of(user.time_zone)
    with translation.override(user.language or settings.LANGUAGE_CODE), timezone.override(zone):
        context = {
            "user": user,
            "delete_at": delete_at,
            "zone": zone.key,
            "site_name": settings.SITE_NAME,
            "site_url": settings.SITE_URL,
        }
        subject = render_to_string(f"accounts/email/{mail}_subject.txt", context).strip()
        body = render_to_string(f"accounts/email/{mail}.txt", context).strip() + "\n"
        page = page_of(subject=subject, text=body, mail=mail)
    send_mail(subject, body, settings.DEFAULT_FROM_EMAIL, [user.email], html_message=page)
