"""A mail did not arrive: its address is marked, and what it told goes through another channel."""

from __future__ import annotations

from datetime import datetime
from smtplib import SMTPRecipientsRefused
from typing import Any

from django.dispatch import receiver

from notifications.inbound.reports import Permanence
from notifications.models import Notification, OutgoingMail
from notifications.services.addresses import bounce_note
from notifications.services.telling import told_otherwise
from notifications.signals import mail_given_up

NO_SUCH_MAILBOX = frozenset({550, 551, 553})


@receiver(mail_given_up)
def act_upon_refusal(*, mail: OutgoingMail, error: Exception, now: datetime, **_: Any) -> None:
    """The server knows no such mailbox: as good as a notice that says so later."""
    if isinstance(error, SMTPRecipientsRefused):
        for address, (code, said) in error.recipients.items():
            if code in NO_SUCH_MAILBOX:
                words = said.decode("utf-8", "replace") if isinstance(said, bytes) else str(said)
                bounce_note(
                    address=address,
                    permanence=Permanence.PERMANENT,
                    reason=f"{code} {words}",
                    now=now,
                )
    mail_told_otherwise(mail=mail, now=now)


def mail_told_otherwise(*, mail: OutgoingMail, now: datetime) -> None:
    """If the address is marked by now, another channel tells what is still true."""
    rows = Notification.objects.filter(mail=mail, user__is_active=True)
    for row in rows.select_related("user", "game"):
        told_otherwise(row=row, now=now)
