"""Where Django's mail goes: into the outbox. And where that delivers without a mail server."""

from __future__ import annotations

import smtplib
from collections.abc import Sequence
from email.message import Message
from typing import Any

from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.core.mail.backends.smtp import EmailBackend

from notifications.models import MailboxMessage
from notifications.services.outbox import mail_queue


class OutboxBackend(BaseEmailBackend):
    """Keeps each mail as a row, in the transaction of whoever sends it."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        return sum(mail_queue(message=message) is not None for message in email_messages)


class _Talkative:
    """An SMTP connection that remembers what the server said to the last mail."""

    last_answer = ""

    def data(self, msg: Any) -> tuple[int, bytes]:
        code, said = super().data(msg)  # type: ignore[misc]
        self.last_answer = said.decode("utf-8", "replace")
        return code, said


class _TalkativeSMTP(_Talkative, smtplib.SMTP):
    pass


class _TalkativeSMTPS(_Talkative, smtplib.SMTP_SSL):
    pass


class SmtpBackend(EmailBackend):
    """Delivers to the mail server, and keeps the name under which it queued each mail."""

    @property
    def connection_class(self) -> type[smtplib.SMTP]:
        return _TalkativeSMTPS if self.use_ssl else _TalkativeSMTP

    def _send(self, email_message: EmailMessage) -> bool:
        sent: bool = super()._send(email_message)  # type: ignore[misc]
        if sent and isinstance(self.connection, _Talkative):
            email_message.provider_id = " ".join(self.connection.last_answer.split())
        return sent


class MailboxBackend(BaseEmailBackend):
    """Delivers into a table that the pages under /dev/mail/ show."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        for email in email_messages:
            message: Message = email.message()
            MailboxMessage.objects.create(
                sender=email.from_email,
                recipients=list(email.recipients()),
                subject=str(email.subject)[:400],
                source=message.as_bytes(),
            )
        return len(email_messages)
