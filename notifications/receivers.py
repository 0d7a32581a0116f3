"""What the mail side does when something happens elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.models import Q
from django.dispatch import receiver

from accounts.models import User
from accounts.signals import user_anonymised
from notifications.models import (
    AddressState,
    CalendarFeed,
    GameSilence,
    InboundMail,
    MailboxMessage,
    Notification,
    OutgoingMail,
    Preference,
    PushDevice,
    Rhythm,
    Webhook,
)


@receiver(user_anonymised)
def forget_person(*, user: User, former_addresses: Sequence[str], **_: Any) -> None:
    """Remove the mails of somebody who has left, but not the one that is still to tell him so."""
    for rows in (Preference, GameSilence, Notification, Rhythm, PushDevice, Webhook, CalendarFeed):
        rows._default_manager.filter(user=user).delete()
    gone = {address.lower() for address in former_addresses}
    waiting = (OutgoingMail.State.QUEUED, OutgoingMail.State.SENDING)
    settled = OutgoingMail.objects.exclude(state__in=waiting).defer("source")
    _delete_mails_to(settled, gone)
    _delete_mails_to(MailboxMessage.objects.defer("source"), gone)
    InboundMail.objects.filter(Q(user=user) | Q(sender__in=gone)).delete()
    AddressState.objects.filter(address__in=gone).delete()


def _delete_mails_to(rows: Any, addresses: set[str]) -> None:
    # Lists in JSON cannot be searched alike on both databases.
    ids = [row.pk for row in rows.iterator() if addresses & {r.lower() for r in row.recipients}]
    rows.model.objects.filter(pk__in=ids).delete()
