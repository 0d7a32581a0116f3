"""What a worker does when it is called: all that is due now, mails with one connection."""

from __future__ import annotations

import time

from django.utils import timezone

from notifications.models import Notification
from notifications.services.outbox import Delivery, mail_hand_over
from notifications.services.telling import handful_write, notification_deliver, outward_sweep

MOST_SECONDS = 2.0
"""A worker has other work to do as well: then the next one goes on."""


def mails_tell() -> bool:
    """Write and send mails until nothing is due. False: time is up, and there is more."""
    begun = time.monotonic()
    with Delivery() as delivery:
        while (mails := handful_write(now=timezone.now())) is not None:
            for mail in mails:
                if not delivery.is_away:  # else a sweep sends it, some time
                    mail_hand_over(mail=mail, delivery=delivery, now=timezone.now())
            delivery.names_note()
            if time.monotonic() - begun > MOST_SECONDS:
                return False
    _bundles_write()
    return True


def _bundles_write() -> None:
    """Mails that tell several things; they have waited for minutes, and a sweep sends them."""
    now = timezone.now()
    due = Notification.objects.filter(
        state=Notification.State.QUEUED, due_at__lte=now, bundled=True
    )
    for pk in list(due.values_list("pk", flat=True)[:50]):
        notification_deliver(notification_id=pk, now=now)


def others_tell() -> None:
    """Browsers and webhooks."""
    outward_sweep(timezone.now())
