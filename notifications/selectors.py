"""What the pages about mail and notifications show."""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from statistics import median, quantiles
from typing import Any

from django.db.models import Count, Min, QuerySet

from accounts.models import User
from notifications.kinds import CHANNELS, LISTED, SENT, Channel, kind_of
from notifications.models import AddressState, InboundMail, Notification, OutgoingMail
from notifications.reaching import choices_of, wanted_channels

DAY = timedelta(days=1)
LOOKED_AT = 5000
"""Rows from which delays and reasons are told."""
REMEMBERED_FOR = 10.0
"""Seconds."""
_CODE = re.compile(r"\b[45]\d\d\b")


def wants(*, user: User, kind: str, channel: str) -> bool:
    """Does this person want this kind of thing through this channel?"""
    return channel in wanted_channels(kind_of(kind), choices_of(user=user, kinds=(kind,)))


def mail_is_wanted(*, user: User, kind: str) -> bool:
    """Wanted, and the address takes mail."""
    arrives = bool(user.email) and user.is_active and not address_trouble(address=user.email)
    return arrives and wants(user=user, kind=kind, channel="mail")


def preference_matrix(*, user: User) -> list[dict[str, object]]:
    """Groups of kinds, a row for each kind with a cell for each channel, for the settings page."""
    chosen = choices_of(user=user)
    groups: dict[str, list[dict[str, object]]] = {}
    for kind in LISTED:
        wanted = wanted_channels(kind, chosen)
        cells = [
            {
                "name": f"{kind.key}.{channel.key}",
                "channel": channel,
                "possible": channel.key in kind.channels,
                "wanted": channel.key in wanted,
                "fixed": channel.key in kind.compulsory,
            }
            for channel in CHANNELS
        ]
        groups.setdefault(str(kind.group), []).append({"kind": kind, "cells": cells})
    return [{"group": group, "rows": rows} for group, rows in groups.items()]


@dataclass(frozen=True)
class ChannelHealth:
    """How one channel is doing; delays in seconds, over what was sent in the last day."""

    channel: Channel
    waiting: int
    overdue_since: datetime | None
    """Since when the oldest that should have gone waits."""
    failed: int
    sent: int
    median: float | None
    p95: float | None
    reasons: tuple[tuple[str, int], ...]
    """Why things were given up, the most frequent first."""


def outbox_health(*, now: datetime) -> list[ChannelHealth]:
    """Mails from being written to being handed over; others from when they were due."""
    found = []
    for channel in CHANNELS:
        if channel.key in SENT:
            told = Notification.objects.filter(channel=channel.key)
            rows = OutgoingMail.objects.all() if channel.key == "mail" else told
            found.append(_health(channel, rows, now))
    return found


def _health(channel: Channel, rows: QuerySet[Any], now: datetime) -> ChannelHealth:
    if rows.model is OutgoingMail:
        ended, begun, done = "sent", "created_at", "sent_at"
    else:
        ended, begun, done = "told", "planned_at", "settled_at"
    waiting = rows.filter(state="queued")
    recent = rows.filter(**{"state": ended, f"{done}__gte": now - DAY})
    times = recent.order_by("-pk").values_list(begun, done)[:LOOKED_AT]
    delays = sorted(max((end - start).total_seconds(), 0.0) for start, end in times if end)
    failed = rows.filter(state="failed")
    reasons = Counter(
        reason_of(error)
        for error in failed.order_by("-pk").values_list("error", flat=True)[:LOOKED_AT]
    )
    return ChannelHealth(
        channel=channel,
        waiting=waiting.count(),
        overdue_since=waiting.filter(due_at__lt=now).aggregate(first=Min("due_at"))["first"],
        failed=failed.count(),
        sent=recent.count(),
        median=median(delays) if delays else None,
        p95=quantiles(delays, n=20)[-1] if len(delays) > 1 else next(iter(delays), None),
        reasons=tuple(reasons.most_common(5)),
    )


def reason_of(error: str) -> str:
    """What failures have in common: the class of the error, or the answer's number."""
    first = error.partition(";")[0]
    codes = _CODE.findall(first)
    name = first.partition(":")[0].strip() or "?"
    return f"{name} {codes[0]}" if codes and codes[0] not in name else name


def inbound_summary(*, now: datetime) -> dict[str, object]:
    """How mail that comes in fares: outcomes of the last day, what waits, addresses in trouble."""
    day = InboundMail.objects.filter(received_at__gte=now - DAY)
    outcomes = dict(day.values_list("outcome").annotate(Count("pk")).order_by("outcome"))
    return {
        "outcomes": outcomes,
        "waiting": InboundMail.objects.exclude(state=InboundMail.State.DONE).count(),
        "troubled": AddressState.objects.exclude(trouble="").count(),
    }


def address_trouble(*, address: str) -> str:
    """Why mail to this address is no use: "bounces", "complained", or empty."""
    row = AddressState.objects.filter(address=address.lower()).first()
    return row.trouble if row else ""


def addresses_in_trouble(addresses: Collection[str]) -> dict[str, str]:
    """Those of these addresses that mail does not reach, with the reason."""
    rows = AddressState.objects.filter(address__in=addresses).exclude(trouble="")
    return dict(rows.values_list("address", "trouble"))


_remembered: tuple[float, frozenset[str]] | None = None


def is_perhaps_troubled(*, address: str) -> bool:
    """A process remembers the list for seconds, so that not every page asks for it."""
    global _remembered
    if _remembered is None or time.monotonic() - _remembered[0] > REMEMBERED_FOR:
        rows = AddressState.objects.exclude(trouble="").values_list("address", flat=True)
        _remembered = (time.monotonic(), frozenset(rows))
    return address.lower() in _remembered[1]


def troubles_forget() -> None:
    """The list has changed in this process; others notice within seconds."""
    global _remembered
    _remembered = None
