"""Setting up the ways to be told: browsers, webhooks, the calendar; and trying them out."""

from __future__ import annotations

import secrets
import socket
from base64 import urlsafe_b64decode
from datetime import datetime, timedelta
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from notifications.errors import ChannelRefused
from notifications.kinds import channel_of
from notifications.mails.given import facts_of
from notifications.mails.letters import words_of
from notifications.models import CalendarFeed, Notification, PushDevice, Webhook
from notifications.outward.http import TargetRefused, addresses_check, url_check
from notifications.outward.webhooks import webhook_url_check
from notifications.reaching import reach_of
from notifications.services.notifying import call_when_written

MOST_DEVICES = 10
MOST_WEBHOOKS = 5
TEST_COUNTS = timedelta(hours=3)
"""In the calendar a test is a date that lies ahead."""


@transaction.atomic
def device_add(*, user: User, endpoint: str, p256dh: str, auth: str, label: str) -> PushDevice:
    """A browser that has allowed us to show messages. One that is known changes hands."""
    try:
        url_check(endpoint)
        point, secret = _octets(p256dh), _octets(auth)
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except (TargetRefused, ValueError):
        raise ChannelRefused("bad-subscription") from None
    if len(point) != 65 or len(secret) != 16:
        raise ChannelRefused("bad-subscription")
    others = PushDevice.objects.filter(user=user).exclude(endpoint=endpoint)
    if others.count() >= MOST_DEVICES:
        raise ChannelRefused("too-many")
    device, _new = PushDevice.objects.update_or_create(
        endpoint=endpoint,
        defaults={
            "user": user,
            "p256dh": p256dh,
            "auth": auth,
            "label": label[:80],
            "failures": 0,
            "error": "",
        },
    )
    return device


def _octets(value: str) -> bytes:
    return urlsafe_b64decode(value.encode("ascii") + b"=" * (-len(value) % 4))


def device_remove(*, user: User, device_id: int) -> bool:
    return bool(PushDevice.objects.filter(user=user, pk=device_id).delete()[0])


def webhook_add(*, user: User, form: str, url: str) -> Webhook:
    """Raises ChannelRefused with the reason why this address will not do."""
    try:
        webhook_url_check(form, url)
        addresses_check(urlsplit(url))
    except TargetRefused as problem:
        raise ChannelRefused(problem.code) from None
    except socket.gaierror:
        raise ChannelRefused("unknown-host") from None
    with transaction.atomic():
        mine = Webhook.objects.filter(user=user)
        if mine.filter(url=url).exists():
            raise ChannelRefused("known-already")
        if mine.count() >= MOST_WEBHOOKS:
            raise ChannelRefused("too-many")
        return Webhook.objects.create(
            user=user, form=form, url=url, secret=secrets.token_urlsafe(32)
        )


def webhook_remove(*, user: User, hook_id: int) -> bool:
    return bool(Webhook.objects.filter(user=user, pk=hook_id).delete()[0])


def calendar_reset(*, user: User) -> CalendarFeed:
    """A new secret address; the one before, if there was one, is dead."""
    feed, _new = CalendarFeed.objects.update_or_create(
        user=user, defaults={"token": secrets.token_urlsafe(32), "read_at": None}
    )
    return feed


def calendar_remove(*, user: User) -> bool:
    return bool(CalendarFeed.objects.filter(user=user).delete()[0])


@transaction.atomic
def channel_test(*, user: User, channel: str, now: datetime) -> Notification:
    """A message to oneself, through this channel alone, whatever the wishes and hours."""
    if channel not in reach_of(user=user).working and not _can_be_tried(user, channel):
        raise ChannelRefused("not-set-up")
    with words_of(user):
        label = str(channel_of(channel).label)
        facts = facts_of(
            title=_("A test: %(channel)s") % {"channel": label},
            paragraphs=[_("This is what you asked for in your settings. It has arrived.")],
            url=reverse("channels"),
            button=_("Back to the settings"),
            until=now + TEST_COUNTS,
        )
    row, new = Notification.objects.get_or_create(
        key=f"test:{user.pk}:{int(now.timestamp()) // 60}",
        channel=channel,
        defaults={
            "kind": "test",
            "user": user,
            "facts": facts,
            "planned_at": now,
            "due_at": now,
            "state": Notification.State.TOLD
            if channel == "calendar"
            else Notification.State.QUEUED,
        },
    )
    if not new:
        raise ChannelRefused("too-soon")
    call_when_written([row])
    return row


def _can_be_tried(user: User, channel: str) -> bool:
    """A paused webhook, and mail that bounced, may be tried by their owner."""
    if channel == "webhook":
        return Webhook.objects.filter(user=user).exists()
    return channel == "mail" and bool(user.email)
