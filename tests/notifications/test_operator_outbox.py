"""What operators see of what goes out, and what they can do about it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.mail import EmailMessage
from django.test import Client
from django.utils import timezone

from notifications.models import Notification, OutgoingMail, Resending
from notifications.selectors import outbox_health, reason_of
from notifications.services.outbox import mail_queue
from tests.factories import OperatorFactory, UserFactory

pytestmark = pytest.mark.django_db
PAGE = "/operator/outbox/"


@pytest.fixture
def keeper():
    return OperatorFactory(username="keeper")


@pytest.fixture
def browse(keeper):
    client = Client()
    client.force_login(keeper)
    return client


def mail(**values) -> OutgoingMail:
    row = mail_queue(message=EmailMessage(subject="Your turn", body="x", to=["a@example.org"]))
    OutgoingMail.objects.filter(pk=row.pk).update(**values)
    row.refresh_from_db()
    return row


def notice(number: int, **values) -> Notification:
    now = timezone.now()
    return Notification.objects.create(
        **{
            "key": f"turn:{number}",
            "kind": "your-turn",
            "channel": "push",
            "user": UserFactory(),
            "due_at": now,
            "planned_at": now,
            **values,
        }
    )


def test_each_channel_s_queue_delays_and_reasons():
    now = timezone.now()
    for seconds in (2, 4, 30):
        sent = now - timedelta(seconds=100 - seconds)
        row = mail(state="sent", sent_at=sent)
        OutgoingMail.objects.filter(pk=row.pk).update(created_at=now - timedelta(seconds=100))
    mail(state="failed", error="SMTPRecipientsRefused: {'a': (550, b'no')}")
    mail(due_at=now - timedelta(minutes=3))
    notice(1, state="failed", error="HTTP 503: later")
    notice(2, state="failed", error="HTTP 503: never")
    notice(3, state="told", planned_at=now - timedelta(seconds=9), settled_at=now)
    by_mail, daily, push, webhook = outbox_health(now=now)
    assert (by_mail.sent, by_mail.median, by_mail.waiting, by_mail.failed) == (3, 4, 1, 1)
    assert by_mail.p95 > 25
    assert by_mail.overdue_since == now - timedelta(minutes=3)
    assert by_mail.reasons == (("SMTPRecipientsRefused 550", 1),)
    assert (push.median, push.p95, push.reasons) == (9, 9, (("HTTP 503", 2),))
    assert (daily.median, webhook.failed, webhook.reasons) == (None, 0, ())


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        ("", "?"),
        ("HTTP 410", "HTTP 410"),
        ("HTTP 400: a; HTTP 500: b", "HTTP 400"),
        ("ConnectTimeout: x did not answer", "ConnectTimeout"),
        ("refused: private", "refused"),
    ],
)
def test_what_failures_have_in_common(error, reason):
    assert reason_of(error) == reason


def test_one_mail_and_one_notice_are_sent_again_and_it_is_known_who_did_it(browse, keeper):
    row, told = mail(state="failed"), notice(1, state="failed", tries=8)
    assert browse.post(f"{PAGE}{row.pk}/resend/").status_code == 302
    browse.post(f"/operator/notices/{told.pk}/resend/", {"channel": "push"})
    row.refresh_from_db()
    told.refresh_from_db()
    assert (row.state, told.state, told.tries) == ("queued", "queued", 0)
    again = Resending.objects.values_list("by__username", "channel", "what", "count")
    assert set(again) == {("keeper", "mail", "Your turn", 1), ("keeper", "push", "turn:1", 1)}
    page = browse.get(PAGE).text
    assert "keeper: Your turn" in page
    browse.post(f"{PAGE}{row.pk}/resend/")
    assert Resending.objects.count() == 2, "what waits already is not sent again"


def test_all_that_one_channel_gave_up(browse):
    for number in range(3):
        notice(number, state="failed")
    mail(state="failed")
    browse.post(f"{PAGE}resend/", {"channel": "push"})
    assert Notification.objects.filter(state="queued").count() == 3
    assert OutgoingMail.objects.filter(state="failed").count() == 1
    assert Resending.objects.get().count == 3
    browse.post(f"{PAGE}resend/", {"channel": "mail"})
    assert not OutgoingMail.objects.filter(state="failed").exists()
    assert browse.post(f"{PAGE}resend/", {"channel": "pigeon"}).status_code == 404


def test_the_lists_by_channel_and_state(browse):
    notice(1, state="failed", error="HTTP 503: later", instead_of="mail")
    mail(state="failed", error="given up", provider_id="queued as 4711")
    mails = browse.get(PAGE).text
    assert "Your turn" in mails
    assert "queued as 4711" in mails
    pushes = browse.get(f"{PAGE}?channel=push&state=failed").text
    assert "turn:1" in pushes
    assert "instead of mail" in pushes
    assert "turn:1" not in browse.get(f"{PAGE}?channel=push&state=told").text
    assert browse.get(f"{PAGE}?channel=pigeon").status_code == 404
