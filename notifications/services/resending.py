"""An operator has something sent again; who did it is kept."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import User
from notifications.models import Notification, OutgoingMail, Resending
from notifications.services.outbox import mail_resend
from notifications.services.telling import notification_resend

MOST_AT_ONCE = 1000


@transaction.atomic
def mail_resend_by(*, mail_id: int, by: User, now: datetime) -> bool:
    if not mail_resend(mail_id=mail_id):
        return False
    subject = OutgoingMail.objects.values_list("subject", flat=True).get(pk=mail_id)
    Resending.objects.create(by=by, at=now, channel="mail", what=subject, count=1)
    return True


@transaction.atomic
def notice_resend_by(*, notice_id: int, by: User, now: datetime) -> bool:
    if not notification_resend(notification_id=notice_id):
        return False
    row = Notification.objects.get(pk=notice_id)
    Resending.objects.create(by=by, at=now, channel=row.channel, what=row.key, count=1)
    return True


@transaction.atomic
def all_resend_by(*, channel: str, by: User, now: datetime) -> int:
    """All that was given up on one channel, the oldest first."""
    notices = Notification.objects.filter(channel=channel, state=Notification.State.FAILED)
    ids = list(notices.order_by("pk").values_list("pk", flat=True)[:MOST_AT_ONCE])
    count = sum(notification_resend(notification_id=pk) for pk in ids)
    if channel == "mail":
        mails = OutgoingMail.objects.filter(state=OutgoingMail.State.FAILED).order_by("pk")
        mail_ids = list(mails.values_list("pk", flat=True)[:MOST_AT_ONCE])
        count += sum(mail_resend(mail_id=pk) for pk in mail_ids)
    if count:
        Resending.objects.create(by=by, at=now, channel=channel, what="", count=count)
    return count
