"""Addresses that give trouble: marked by what came back, cleared by their owner."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from notifications.inbound.reports import Permanence
from notifications.models import AddressState
from notifications.selectors import troubles_forget

Trouble = AddressState.Trouble

SOFT_BOUNCES_COUNT = 5
"""So many full mailboxes in a row mean that nobody reads the mail."""


@transaction.atomic
def bounce_note(*, address: str, permanence: Permanence, reason: str, now: datetime) -> bool:
    """True if the address is marked now. A delay notice changes nothing."""
    if permanence not in {Permanence.PERMANENT, Permanence.SOFT}:
        return False
    row = _row(address, now)
    row.reason, row.last_at = reason[:200], now
    if permanence == Permanence.SOFT:
        row.soft_bounces += 1
    if permanence == Permanence.PERMANENT or row.soft_bounces >= SOFT_BOUNCES_COUNT:
        row.trouble = row.trouble or Trouble.BOUNCES
    row.save()
    troubles_forget()
    return bool(row.trouble)


@transaction.atomic
def complaint_note(*, address: str, reason: str, now: datetime) -> None:
    row = _row(address, now)
    row.trouble, row.reason, row.last_at = Trouble.COMPLAINED, reason[:200], now
    row.save()
    troubles_forget()


def address_clear(*, address: str, complaints_too: bool = False) -> None:
    """The owner proves, by a link in a mail or by writing from it, that it works again."""
    rows = AddressState.objects.filter(address=address.lower())
    if not complaints_too:
        rows = rows.exclude(trouble=Trouble.COMPLAINED)
    rows.delete()
    troubles_forget()


def _row(address: str, now: datetime) -> AddressState:
    row, _ = AddressState.objects.select_for_update().get_or_create(
        address=address.lower(), defaults={"since": now, "last_at": now}
    )
    return row
