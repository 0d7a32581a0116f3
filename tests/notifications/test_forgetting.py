"""When somebody's account is removed, the mails to him go too."""

import pytest
from django.core.mail import send_mail
from django.utils import timezone

from accounts.signals import user_anonymised
from notifications.inbound.reports import Permanence
from notifications.models import (
    AddressState,
    InboundMail,
    MailboxMessage,
    OutgoingMail,
    Preference,
)
from notifications.services.addresses import bounce_note
from notifications.services.inbound import inbound_accept
from notifications.services.outbox import mail_deliver
from tests.factories import UserFactory

pytestmark = pytest.mark.django_db


def test_settled_mails_and_wishes_are_removed_and_those_of_others_stay():
    gone, other = UserFactory(), UserFactory()
    Preference.objects.create(user=gone, kind="site-news", channel="mail", wanted=True)
    OutgoingMail.objects.all().delete()
    for address in ("Gone@example.org", "other@example.org"):
        send_mail("Hello", "Text", None, [address])
    for row in OutgoingMail.objects.all():
        assert mail_deliver(mail_id=row.pk)
    send_mail("Your account is gone", "Farewell", None, ["gone@example.org"])

    user_anonymised.send(sender=None, user=gone, former_addresses=["gone@example.org"])

    assert not Preference.objects.filter(user=gone).exists()
    left = OutgoingMail.objects.values_list("subject", "recipients")
    assert sorted(left) == [
        ("Hello", ["other@example.org"]),
        ("Your account is gone", ["gone@example.org"]),
    ]
    assert [m.recipients for m in MailboxMessage.objects.all()] == [["other@example.org"]]
    assert other.pk


def test_mails_that_came_from_him_are_removed_too():
    gone = UserFactory(username="gone")
    for sender in ("gone@example.org", "other@example.org"):
        inbound_accept(raw=f"From: {sender}\n\nyes\n".encode(), door="smtp", envelope_sender=sender)
        bounce_note(
            address=sender, permanence=Permanence.PERMANENT, reason="5.1.1", now=timezone.now()
        )
    user_anonymised.send(sender=None, user=gone, former_addresses=["Gone@example.org"])
    assert [mail.sender for mail in InboundMail.objects.all()] == ["other@example.org"]
    assert [state.address for state in AddressState.objects.all()] == ["other@example.org"]
