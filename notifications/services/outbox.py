"""The outbox: queue a mail, claim it, hand it over, try again, give up, sweep.

The row is the truth; the Celery task is only a hint that makes it quick. Any number of workers may
try to send the same row: the conditional update lets one of them through.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from datetime import datetime, timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage as ParsedMessage
from email.utils import make_msgid, parseaddr
from smtplib import SMTPException, SMTPRecipientsRefused, SMTPResponseException
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.db import connection, transaction
from django.utils import timezone

from notifications.inbound.tokens import ReplyToken, reply_address
from notifications.mails.registry import writer_for
from notifications.models import Notification, OutgoingMail
from notifications.signals import mail_given_up
from operations.hints import worker_hint

logger = logging.getLogger(__name__)

State = OutgoingMail.State

STUCK_AFTER = timedelta(minutes=5)
"""A row claimed for longer belonged to a worker that died."""
MAX_TRIES = 18
"""With the pauses below, a mail server may be away for more than two days."""
BATCH = 200
MAILS_PER_CONNECTION = 50
PATIENCE = 10.0
"""Seconds that one sweep spends on sending; deadlines are kept by the same workers."""
KEPT_FOR = timedelta(days=30)
"""A mail with its picture is some hundred kilobytes; nobody asks about it after a month."""
NOTICES_FOR = timedelta(days=30)
"""Servers try for some days before they give up."""


class StoredMail(EmailMessage):
    """A queued mail as Django's back ends want it: the stored bytes, not composed anew."""

    def __init__(self, row: OutgoingMail) -> None:
        super().__init__(subject=row.subject, from_email=_return_path(row), to=list(row.recipients))
        self._source = bytes(row.source)
        self.provider_id = ""
        """Set by a back end whose server gives the mail a name."""

    def message(self, *, policy: Any = None) -> Any:
        return StoredMessage(self._source)


def _return_path(row: OutgoingMail) -> str:
    """Where notices of failure go: an address that names the mail, if we take mail in."""
    if not settings.BOUNCE_ADDRESS:
        return row.sender
    token = ReplyToken("bounce", row.pk, timezone.now() + NOTICES_FOR)
    return reply_address(token, base=settings.BOUNCE_ADDRESS)


class StoredMessage:
    """Stands in for a composed message: only its bytes are ever asked for."""

    def __init__(self, source: bytes) -> None:
        self._source = source

    def as_bytes(self, unixfrom: bool = False, linesep: str = "\n") -> bytes:
        return linesep.encode("ascii").join(self._source.splitlines()) + linesep.encode("ascii")


def retry_pause(tries: int) -> timedelta:
    """Half a minute, then twice as long each time, at most six hours."""
    return min(timedelta(seconds=30) * (1 << min(max(tries - 1, 0), 20)), timedelta(hours=6))


def mail_queue(*, message: EmailMessage, due_at: datetime | None = None) -> OutgoingMail | None:
    """Keep a mail for sending. The same Message-ID is kept once; a mail to nobody, not at all."""
    recipients = message.recipients()
    if not recipients:
        return None
    headers = {name.lower(): value for name, value in message.extra_headers.items()}
    message_id = headers.get("message-id")
    if not message_id:
        domain = parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2] or "localhost"
        message_id = make_msgid(domain=domain)
    message.extra_headers["Message-ID"] = message_id
    row = mail_row(message, due_at=due_at or timezone.now())
    mails_keep([row])
    transaction.on_commit(lambda: _hint(row.pk))
    return row


def mail_row(message: EmailMessage, *, due_at: datetime) -> OutgoingMail:
    """As it will be kept. It must have receivers and a Message-ID."""
    return OutgoingMail(
        message_id=message.extra_headers["Message-ID"],
        sender=message.from_email,
        recipients=list(message.recipients()),
        subject=" ".join(message.subject.split())[:400],
        source=message.message().as_bytes(),
        due_at=due_at,
    )


def mails_keep(rows: Sequence[OutgoingMail]) -> None:
    """The same Message-ID is kept once; every row knows its number then."""
    OutgoingMail.objects.bulk_create(
        rows, update_conflicts=True, unique_fields=["message_id"], update_fields=["message_id"]
    )


def _hint(mail_id: int) -> None:
    from notifications.tasks import send_mail

    worker_hint(send_mail, mail_id)


def mail_deliver(*, mail_id: int, now: datetime | None = None) -> bool:
    """Claim, hand over, note the outcome. False: nothing to claim, or not delivered this time."""
    with Delivery() as delivery:
        return _deliver(mail_id, delivery, now or timezone.now())


def _deliver(mail_id: int, delivery: Delivery, now: datetime) -> bool:
    claimed = OutgoingMail.objects.filter(pk=mail_id, state=State.QUEUED, due_at__lte=now).update(
        state=State.SENDING, claimed_at=now
    )
    if not claimed:
        return False
    row = OutgoingMail.objects.get(pk=mail_id)
    if not _still_true(row):
        OutgoingMail.objects.filter(pk=mail_id).update(state=State.DROPPED)
        return False
    return _attempted(row, delivery, State.SENDING, now)


def mail_hand_over(*, mail: OutgoingMail, delivery: Delivery, now: datetime) -> bool:
    """Send what was written this very moment, so that nobody need ask whether it is still true.

    Where rows can be locked alone it is not even claimed: who dies meanwhile leaves it queued.
    """
    if connection.features.has_select_for_update:
        return _attempted(mail, delivery, State.QUEUED, now)
    queued = OutgoingMail.objects.filter(pk=mail.pk, state=State.QUEUED)
    if not queued.update(state=State.SENDING, claimed_at=now):
        return False
    return _attempted(mail, delivery, State.SENDING, now)


def _attempted(row: OutgoingMail, delivery: Delivery, state: str, now: datetime) -> bool:
    try:
        return _hand_over(row, delivery, state)
    except (OSError, SMTPException) as error:
        delivery.is_away = not isinstance(error, (SMTPResponseException, SMTPRecipientsRefused))
        delivery.close()
        _not_delivered(row, error, now)
        return False


class Delivery:
    """A connection to the mail server that is kept open for a number of mails."""

    is_away = False
    """It could not be reached or fell silent: who has more to send had better wait with it."""

    def __init__(self) -> None:
        self._server: Any = None
        self._sent = 0
        self._names: dict[int, str] = {}

    def __enter__(self) -> Delivery:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def open(self) -> None:
        """Before anything is noted: a server that is away must not cost a transaction."""
        if self._sent >= MAILS_PER_CONNECTION:
            self.close()
        if self._server is None:
            server = get_connection(settings.MAIL_DELIVERY_BACKEND)
            server.open()
            self._server = server

    def send(self, stored: StoredMail) -> None:
        self._server.send_messages([stored])
        self._sent += 1

    def named(self, mail_id: int, name: str) -> None:
        """What the server calls a mail that it took; written down with others."""
        self._names[mail_id] = name[:200]

    def names_note(self) -> None:
        names, self._names = self._names, {}
        rows = [OutgoingMail(pk=pk, provider_id=name) for pk, name in names.items()]
        if rows:
            OutgoingMail.objects.bulk_update(rows, ["provider_id"])

    def close(self) -> None:
        self.names_note()
        server, self._server, self._sent = self._server, None, 0
        try:
            if server is not None:
                server.close()
        except OSError as error:
            # What it took is noted already; a goodbye that fails changes nothing about it.
            logger.info("the mail server hung up: %s", error)


def _hand_over(row: OutgoingMail, delivery: Delivery, state: str) -> bool:
    """Send and note it, with as little between the two as can be. False: somebody else has it.

    A worker that is killed after the server's yes and before the note would send the mail again.
    Where rows can be locked alone, the note is written first and only its commit is left to do;
    elsewhere that would keep everybody from writing for as long as the server takes.
    """
    stored = StoredMail(row)
    delivery.open()
    if connection.features.has_select_for_update:
        with transaction.atomic():
            if not _note_sent(row, state):
                return False
            delivery.send(stored)
    else:
        delivery.send(stored)
        _note_sent(row, state)
    if stored.provider_id:
        delivery.named(row.pk, stored.provider_id)
    return True


def _note_sent(row: OutgoingMail, state: str) -> bool:
    claimed = OutgoingMail.objects.filter(pk=row.pk, state=state)
    return bool(
        claimed.update(state=State.SENT, sent_at=timezone.now(), tries=row.tries + 1, error="")
    )


def _still_true(row: OutgoingMail) -> bool:
    """A mail that had to wait may tell of a turn that was played meanwhile."""
    told = list(Notification.objects.filter(mail=row).select_related("user", "game"))
    return not told or any(writer_for(each.kind).still_true(each) for each in told)


def _not_delivered(row: OutgoingMail, error: Exception, now: datetime) -> None:
    tries = row.tries + 1
    hopeless = tries >= MAX_TRIES or _is_permanent(error)
    OutgoingMail.objects.filter(pk=row.pk).update(
        state=State.FAILED if hopeless else State.QUEUED,
        due_at=now + retry_pause(tries),
        tries=tries,
        error=f"{type(error).__name__}: {error}"[:2000],
    )
    logger.warning("mail %s not delivered (try %s): %s", row.pk, tries, error)
    if hopeless:
        mail_given_up.send(sender=OutgoingMail, mail=row, error=error, now=now)


def _is_permanent(error: Exception) -> bool:
    """The server has said no for good (5xx); anything else may pass."""
    if isinstance(error, SMTPRecipientsRefused):
        return all(code >= 500 for code, _ in error.recipients.values())
    return isinstance(error, SMTPResponseException) and 500 <= error.smtp_code < 600


def mail_resend(*, mail_id: int) -> bool:
    """An operator asks for one more try of a mail that was given up."""
    revived = OutgoingMail.objects.filter(pk=mail_id, state=State.FAILED).update(
        state=State.QUEUED, due_at=timezone.now(), tries=0
    )
    if revived:
        transaction.on_commit(lambda: _hint(mail_id))
    return bool(revived)


def outbox_sweep(now: datetime) -> int:
    """Send what is due and free what a dead worker had claimed.

    A server that is away or hangs is asked once in a sweep, not once for each mail.
    """
    OutgoingMail.objects.filter(state=State.SENDING, claimed_at__lt=now - STUCK_AFTER).update(
        state=State.QUEUED
    )
    settled = OutgoingMail.objects.filter(state__in=(State.SENT, State.DROPPED))
    settled.filter(created_at__lt=now - KEPT_FOR).delete()
    due = OutgoingMail.objects.filter(state=State.QUEUED, due_at__lte=now)
    ids = list(due.order_by("due_at").values_list("pk", flat=True)[:BATCH])
    begun, sent = time.monotonic(), 0
    with Delivery() as delivery:
        for mail_id in ids:
            if delivery.is_away or time.monotonic() - begun > PATIENCE:
                break
            sent += _deliver(mail_id, delivery, now)
    return sent


def parsed(source: bytes | memoryview) -> ParsedMessage:
    """A stored mail, read as a mail program would."""
    message = message_from_bytes(bytes(source), policy=policy.default)
    assert isinstance(message, ParsedMessage)
    return message
