"""Mails and notices that a mail provider posts to us (django-anymail under /webhooks/mail/)."""

from __future__ import annotations

from typing import Any

from anymail.signals import EventType, inbound, tracking
from django.dispatch import receiver
from django.utils import timezone

from notifications.inbound.addresses import normal_address
from notifications.inbound.reports import Permanence
from notifications.models import OutgoingMail
from notifications.services.addresses import bounce_note, complaint_note
from notifications.services.inbound import inbound_accept
from notifications.services.outbox import NOTICES_FOR
from notifications.services.switching import mail_told_otherwise


@receiver(inbound)
def keep_mail(*, event: Any, **_: object) -> None:
    """The same row as from any other door."""
    message = event.message
    inbound_accept(
        raw=message.as_bytes(),
        door="webhook",
        envelope_sender=message.envelope_sender,
        envelope_recipient=message.envelope_recipient or "",
    )


@receiver(tracking)
def note_fate(*, event: Any, esp_name: str, **_: object) -> None:
    """What the provider says of our own mail is trusted: it knows the secret."""
    address, now = normal_address(event.recipient or ""), event.timestamp or timezone.now()
    if not address:
        return
    said = str(event.reject_reason or event.mta_response or event.description or "")
    if event.event_type in {EventType.BOUNCED, EventType.REJECTED}:
        # Providers report as bounced what they have given up; delays come as deferred.
        bounce_note(
            address=address,
            permanence=Permanence.PERMANENT,
            reason=f"{esp_name}: {said}",
            now=now,
        )
        mail = mail_known_as(event.message_id or "")
        if mail is not None:
            mail_told_otherwise(mail=mail, now=timezone.now())
    elif event.event_type == EventType.COMPLAINED:
        complaint_note(address=address, reason=f"{esp_name}: {said}", now=now)


def mail_known_as(name: str) -> OutgoingMail | None:
    """Our row for what the provider calls by our Message-ID, or by the name that it gave."""
    name = name.strip().strip("<>")
    if not name:
        return None
    ours = OutgoingMail.objects.filter(message_id=f"<{name}>").first()
    # A server that queues says so in a sentence, of which the name is a part.
    recent = OutgoingMail.objects.filter(created_at__gte=timezone.now() - NOTICES_FOR)
    return ours or recent.filter(provider_id__contains=name).order_by("-pk").first()
