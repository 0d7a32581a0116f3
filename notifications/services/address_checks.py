"""Somebody whose mail did not arrive says that it does now: a mail with a link proves it."""

from __future__ import annotations

from django.core import signing
from django.core.mail import EmailMessage
from django.template.loader import render_to_string
from django.urls import reverse

from accounts.models import User
from notifications.mails.letters import absolute, words_of
from notifications.services.addresses import address_clear

_SALT = "notifications.address-check"
GOOD_FOR = 3 * 24 * 3600
"""Seconds."""


class UselessLink(ValueError):
    """Too old, not ours, or of another person or address."""


def address_check_send(*, user: User) -> None:
    """Straight to the outbox: whoever asks for it is told how it went."""
    token = signing.dumps([user.pk, user.email.lower()], salt=_SALT)
    with words_of(user):
        subject, _line, text = (
            render_to_string(
                "notifications/email/address_check.txt",
                {"user": user, "url": absolute(reverse("address_works", args=[token]))},
            )
            .strip()
            .partition("\n")
        )
    EmailMessage(
        subject=subject,
        body=text.strip() + "\n",
        to=[user.email],
        headers={"Auto-Submitted": "auto-generated"},
    ).send()


def address_check_read(*, user: User, token: str) -> str:
    """The address that the link is about, if it is still this person's."""
    try:
        user_id, address = signing.loads(token, salt=_SALT, max_age=GOOD_FOR)
    except (signing.BadSignature, ValueError) as problem:
        raise UselessLink from problem
    if user_id != user.pk or address != user.email.lower():
        raise UselessLink
    return str(address)


def address_confirm(*, user: User, token: str) -> None:
    """The mark goes, also that of a complaint: its owner wants our mail again."""
    address_clear(address=address_check_read(user=user, token=token), complaints_too=True)
