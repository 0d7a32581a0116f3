"""Mail that comes in: kept as a row by any door, then read and acted upon once.

The row is the truth; the Celery task only makes it quick, the sweep makes it sure. A handler runs
in the transaction that notes its outcome: a worker that dies has done nothing.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import datetime, timedelta
from email.message import EmailMessage

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.selectors import user_with_address
from notifications.inbound.addresses import addresses_in, normal_address, sender_of
from notifications.inbound.authenticity import (
    SIZE_LIMIT,
    Vouching,
    message_key,
    vouching_for,
)
from notifications.inbound.reading import Mail, read_mail
from notifications.inbound.reasons import Reason
from notifications.inbound.tokens import ReplyToken, TokenRefused, token_in, token_open
from notifications.inbound.wire import header, parse_message
from notifications.models import InboundMail
from notifications.reply_handlers import Reply, handler_for
from notifications.services.addresses import address_clear
from notifications.services.notices import notice_record
from operations.hints import worker_hint

logger = logging.getLogger(__name__)

State, Outcome = InboundMail.State, InboundMail.Outcome

STUCK_AFTER = timedelta(seconds=40)
"""Then another worker reads it, so that the answer comes within a minute all the same. Should the
first one be slow and not dead: what a mail asks for is done under a key of its own, once."""
KEPT_FOR = timedelta(days=30)
MAX_TRIES = 5
PAUSE = timedelta(minutes=1)
BATCH = 200
MAILS_PER_HOUR = 60
"""Of one person; whoever plays twenty tables at once does not reach it."""
_RECIPIENT_HEADERS = ("delivered-to", "x-original-to", "envelope-to", "to", "cc")


@dataclass(frozen=True)
class _Verdict:
    outcome: str
    reason: str = ""
    detail: str = ""
    user: User | None = None


def inbound_accept(
    *,
    raw: bytes,
    door: str,
    envelope_sender: str | None,
    envelope_recipient: str = "",
    now: datetime | None = None,
) -> InboundMail | None:
    """Keep a mail. None: the same one is here already.

    `envelope_sender`: empty for `<>`; None where the door does not know it.
    """
    now = now or timezone.now()
    message = parse_message(raw)
    sender = sender_of(message).address
    recipient = normal_address(envelope_recipient) or _our_address_in_headers(message)
    path = header(message, "return-path") if envelope_sender is None else envelope_sender
    row, new = InboundMail.objects.get_or_create(
        key=message_key(message, raw, sender=sender or path, recipient=recipient),
        defaults={
            "door": door,
            "received_at": now,
            "due_at": now,
            "envelope_sender": path.strip("<> ")[:320],
            "envelope_recipient": recipient[:320],
            "message_id": header(message, "message-id")[:400],
            "sender": sender[:320],
            "subject": header(message, "subject").replace("\0", "")[:400],
            "source": raw,
        },
    )
    if not new:
        return None
    transaction.on_commit(lambda: _hint(row.pk))
    return row


def _our_address_in_headers(message: EmailMessage) -> str:
    """A mailbox that is fetched does not say to which of our addresses a mail was sent."""
    found = addresses_in(message, *_RECIPIENT_HEADERS)
    for address in found:
        try:
            token_in(address, base=settings.REPLY_ADDRESS)
        except TokenRefused:
            continue
        return address
    return found[0] if found else ""


def _hint(mail_id: int) -> None:
    from notifications.tasks import process_inbound

    worker_hint(process_inbound, mail_id)


def inbound_process(*, mail_id: int, now: datetime | None = None) -> bool:
    """Claim a mail, read it, act upon it, note the outcome. False: nothing to claim, or failed."""
    now = now or timezone.now()
    claimed = InboundMail.objects.filter(pk=mail_id, state=State.QUEUED, due_at__lte=now).update(
        state=State.PROCESSING, claimed_at=now
    )
    if not claimed:
        return False
    row = InboundMail.objects.get(pk=mail_id)
    try:
        with transaction.atomic():
            verdict = _verdict(row, now)
            InboundMail.objects.filter(pk=mail_id).update(
                state=State.DONE,
                outcome=verdict.outcome,
                reason=verdict.reason,
                detail=verdict.detail[:2000],
                user=verdict.user,
                tries=row.tries + 1,
                processed_at=now,
            )
    except Exception as failure:  # whatever it was, the mail and the reason must not be lost
        logger.exception("inbound mail %s could not be dealt with", mail_id)
        _failed(row, failure, now)
        return False
    return True


def _failed(row: InboundMail, failure: Exception, now: datetime) -> None:
    tries = row.tries + 1
    hopeless = tries >= MAX_TRIES
    InboundMail.objects.filter(pk=row.pk).update(
        state=State.DONE if hopeless else State.QUEUED,
        outcome=Outcome.BROKEN if hopeless else "",
        reason=Reason.BROKEN if hopeless else "",
        detail=f"{type(failure).__name__}: {failure}"[:2000],
        tries=tries,
        due_at=now + PAUSE * tries,
        processed_at=now if hopeless else None,
    )


def _verdict(row: InboundMail, now: datetime) -> _Verdict:
    raw = bytes(row.source)
    if len(raw) > SIZE_LIMIT:
        return _refused(Reason.TOO_BIG)
    token, token_reason = _token_of(row, now)
    mail = read_mail(
        raw,
        envelope_sender=row.envelope_sender if row.door in {"smtp", "lmtp"} else None,
        ours=[settings.SERVER_EMAIL, settings.REPLY_ADDRESS, row.envelope_recipient],
        # Both stand in every mail that asks for an answer.
        ours_in_quotes=[
            row.envelope_recipient.partition("@")[0] if token else "",
            settings.SITE_URL,
        ],
    )
    if mail.machine:
        detail = notice_record(machine=mail.machine, token=token, now=now)
        return _Verdict(Outcome.MACHINE, mail.machine.kind, detail)
    if token is None:
        return _refused(token_reason)
    if mail.sender.problem:
        return _refused(Reason(mail.sender.problem))
    return _verdict_for_person(row, mail, token, token_reason)


def _token_of(row: InboundMail, now: datetime) -> tuple[ReplyToken | None, Reason]:
    """The token and, if it is too old, the reason; without one, the reason alone."""
    try:
        token = token_open(token_in(row.envelope_recipient, base=settings.REPLY_ADDRESS))
    except TokenRefused as refusal:
        return None, refusal.reason
    return token, Reason.TOKEN_EXPIRED if now >= token.expires_at else Reason.NONE


def _verdict_for_person(
    row: InboundMail, mail: Mail, token: ReplyToken, token_reason: Reason
) -> _Verdict:
    """From here on the sender may be answered: the address is proven and known."""
    address = mail.sender.address
    vouching = vouching_for(mail.message, address=address, server=settings.MAIL_AUTHSERV_ID)
    if vouching is Vouching.REFUTED:
        return _refused(Reason.SENDER_NOT_PROVEN)
    user = user_with_address(address=address)
    if user is None:
        return _refused(Reason.SENDER_UNKNOWN)
    hour_ago = row.received_at - timedelta(hours=1)
    recent = InboundMail.objects.filter(user=user, received_at__gt=hour_ago).exclude(pk=row.pk)
    if recent.count() >= MAILS_PER_HOUR:
        return _refused(Reason.TOO_MANY, user)
    handler = handler_for(token.kind)
    if handler is None:
        return _Verdict(Outcome.UNHANDLED, Reason.NO_HANDLER, token.kind, user)
    handled = handler(
        Reply(
            mail_id=row.pk,
            message_id=row.message_id,
            subject=row.subject,
            received_at=row.received_at,
            token=token,
            user=user,
            address=address,
            words=mail.words,
            name=mail.sender.name,
            reason=token_reason or mail.reason,
        )
    )
    if not handled.reason:
        address_clear(address=address)  # whoever answers our mail has got it
    outcome = Outcome.REFUSED if handled.reason else Outcome.ACCEPTED
    return _Verdict(outcome, handled.reason, handled.detail, user)


def _refused(reason: Reason, user: User | None = None) -> _Verdict:
    return _Verdict(Outcome.REFUSED, reason, user=user)


def inbound_retry(*, mail_id: int) -> bool:
    """An operator asks to read a mail once more that nobody took or that failed."""
    revived = InboundMail.objects.filter(
        pk=mail_id, state=State.DONE, outcome__in=[Outcome.BROKEN, Outcome.UNHANDLED]
    ).update(state=State.QUEUED, outcome="", reason="", tries=0, due_at=timezone.now())
    if revived:
        transaction.on_commit(lambda: _hint(mail_id))
    return bool(revived)


def inbound_sweep(now: datetime) -> int:
    """Read what waits, free what a dead worker had claimed, forget what is old."""
    InboundMail.objects.filter(state=State.PROCESSING, claimed_at__lt=now - STUCK_AFTER).update(
        state=State.QUEUED
    )
    InboundMail.objects.filter(state=State.DONE, received_at__lt=now - KEPT_FOR).delete()
    due = InboundMail.objects.filter(state=State.QUEUED, due_at__lte=now)
    ids = list(due.order_by("due_at").values_list("pk", flat=True)[:BATCH])
    return sum(inbound_process(mail_id=mail_id, now=now) for mail_id in ids)
