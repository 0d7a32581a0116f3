"""Where the sign-in library asks how this site wants things."""

from __future__ import annotations

import base64
import hashlib
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.mfa.adapter import DefaultMFAAdapter
from cryptography.fernet import Fernet, MultiFernet
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage, EmailMultiAlternatives
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.encoding import force_bytes
from django.utils.translation import gettext_lazy as _

from accounts.letters import page_of
from accounts.models import User
from accounts.time_zones import zone_of
from accounts.usernames import username_check, username_key, username_skeleton


class AccountAdapter(DefaultAccountAdapter):
    """Names, mails and ways of our own."""

    error_messages = {  # noqa: RUF012
        **DefaultAccountAdapter.error_messages,
        # One sentence for both, so that the answer does not tell which names exist.
        "username_password_mismatch": _("User name, address or password is not right."),
        "email_password_mismatch": _("User name, address or password is not right."),
        "too_many_login_attempts": _("Too many attempts. Please wait some minutes."),
    }

    def clean_username(self, username: str, shallow: bool = False) -> str:
        username = username_check(username)
        if shallow:
            return username
        if User.objects.filter(username_key=username_key(username)).exists():
            raise ValidationError(_("Somebody has this name already."), code="taken")
        if User.objects.filter(username_skeleton=username_skeleton(username)).exists():
            raise ValidationError(
                _("This looks too much like the name of somebody else."), code="lookalike"
            )
        return username

    def get_login_redirect_url(self, request: HttpRequest) -> str:
        return self._welcome(request) or super().get_login_redirect_url(request)

    def get_signup_redirect_url(self, request: HttpRequest) -> str:
        return self._welcome(request) or super().get_signup_redirect_url(request)

    def _welcome(self, request: HttpRequest) -> str:
        """The first step after sign-up, once."""
        user = request.user
        return reverse("welcome") if isinstance(user, User) and not user.welcomed_at else ""

    def can_delete_email(self, email_address: EmailAddress) -> bool:
        """The primary address stays: turns are told there, and lost passwords are won back."""
        return not email_address.primary and super().can_delete_email(email_address)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """In the language and time zone of the receiver, where the receiver is known."""
        owner = EmailAddress.objects.filter(email__iexact=email, verified=True).first()
        receiver: User | None = owner.user if owner else context.get("user")
        language = (receiver.language if receiver else "") or translation.get_language()
        zone = zone_of(receiver.time_zone if receiver else "UTC")
        with translation.override(language), timezone.override(zone):
            super().send_mail(
                template_prefix,
                email,
                {
                    "receiver": receiver,
                    "zone": zone.key,
                    "site_name": settings.SITE_NAME,
                    "site_url": settings.SITE_URL,
                    **context,
                },
            )

    def render_mail(
        self,
        template_prefix: str,
        email: str | list[str],
        context: dict[str, Any],
        headers: dict[str, str] | None = None,
    ) -> EmailMessage:
        """As text and as a page."""
        mail: EmailMessage = super().render_mail(template_prefix, email, context, headers)
        page = page_of(subject=str(mail.subject), text=str(mail.body), mail=template_prefix)
        if isinstance(mail, EmailMultiAlternatives) and not mail.alternatives:
            mail.attach_alternative(page, "text/html")
        return mail


class SecondFactorAdapter(DefaultMFAAdapter):
    """Secrets of authenticator apps are stored encrypted; the key comes from SECRET_KEY."""

    def _get_site_name(self) -> str:
        return str(settings.SITE_NAME)

    def get_totp_label(self, user: User) -> str:
        return user.username

    def encrypt(self, text: str) -> str:
        return _cipher().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        return _cipher().decrypt(encrypted_text.encode()).decode()


def _cipher() -> MultiFernet:
    """Writes with the current secret key, reads with earlier ones too."""
    secrets = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    return MultiFernet([Fernet(_key(secret)) for secret in secrets])


def _key(secret: str | bytes) -> bytes:
    digest = hashlib.sha256(b"accounts.second-factor:" + force_bytes(secret)).digest()
    return base64.urlsafe_b64encode(digest)
