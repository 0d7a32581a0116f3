"""The outbox: one row per mail, written with its cause, sent once, kept until it is delivered."""

import socket
from datetime import timedelta

import pytest
from django.core.mail import EmailMessage, send_mail
from django.db import transaction
from django.utils import timezone

from notifications.models import MailboxMessage, OutgoingMail
from notifications.services.outbox import (
    MAX_TRIES,
    STUCK_AFTER,
    mail_deliver,
    mail_queue,
    mail_resend,
    outbox_sweep,
    parsed,
    retry_pause,
)

pytestmark = pytest.mark.django_db


def queue(**changes) -> OutgoingMail:
    parts = {"subject": "Tah", "body": "Jste na řadě.", "to": ["marta@example.org"], **changes}
    row = mail_queue(message=EmailMessage(**parts))
    assert row is not None
    return row


def test_a_sent_mail_is_a_row_first():
    send_mail("Hello", "Text", None, ["marta@example.org"])
    row = OutgoingMail.objects.get()
    assert (row.state, row.subject, row.recipients) == ("queued", "Hello", ["marta@example.org"])
    assert not MailboxMessage.objects.exists()


def test_a_mail_vanishes_with_the_transaction_that_caused_it():
    with transaction.atomic():
        send_mail("Hello", "Text", None, ["marta@example.org"])
        transaction.set_rollback(True)
    assert not OutgoingMail.objects.exists()


def test_delivery_keeps_every_letter():
    row = queue()
    assert mail_deliver(mail_id=row.pk)
    kept = MailboxMessage.objects.get()
    assert parsed(kept.source).get_content().strip() == "Jste na řadě."
    assert parsed(kept.source)["Message-ID"] == row.message_id
    row.refresh_from_db()
    assert row.state == "sent"
    assert row.sent_at


def test_delivering_twice_sends_once():
    row = queue()
    assert mail_deliver(mail_id=row.pk)
    assert not mail_deliver(mail_id=row.pk)
    assert MailboxMessage.objects.count() == 1


def test_the_same_message_id_is_queued_once():
    headers = {"Message-ID": "<turn-1@example.org>"}
    assert queue(headers=headers).pk == queue(headers=headers).pk
    assert OutgoingMail.objects.count() == 1


def test_a_mail_to_nobody_is_not_queued():
    assert mail_queue(message=EmailMessage(subject="x", body="y", to=[])) is None


def test_mail_server_down_the_mail_is_kept_and_tried_again(settings):
    settings.MAIL_DELIVERY_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    row, now = queue(), timezone.now()
    assert not mail_deliver(mail_id=row.pk, now=now)
    row.refresh_from_db()
    assert row.state == "queued"
    assert row.tries == 1
    assert "ConnectionRefusedError" in row.error
    assert row.due_at == now + retry_pause(1)
    assert outbox_sweep(now) == 0, "not before its pause is over"

    settings.MAIL_DELIVERY_BACKEND = "notifications.backends.MailboxBackend"
    assert outbox_sweep(now + retry_pause(1)) == 1
    row.refresh_from_db()
    assert (row.state, row.error) == ("sent", "")


def test_a_mail_is_given_up_in_the_end_and_can_be_revived(settings):
    settings.MAIL_DELIVERY_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    row, now = queue(), timezone.now()
    for _ in range(MAX_TRIES):
        now += timedelta(hours=7)
        mail_deliver(mail_id=row.pk, now=now)
    row.refresh_from_db()
    assert row.state == "failed"
    assert mail_resend(mail_id=row.pk)
    row.refresh_from_db()
    assert (row.state, row.tries) == ("queued", 0)


def test_pauses_grow_and_last_more_than_two_days_in_all():
    pauses = [retry_pause(tries) for tries in range(1, MAX_TRIES + 1)]
    assert pauses == sorted(pauses)
    assert sum(pauses, timedelta()) > timedelta(days=2)


def test_what_a_dead_worker_had_claimed_is_sent_by_another():
    row, now = queue(), timezone.now()
    OutgoingMail.objects.filter(pk=row.pk).update(
        state="sending", claimed_at=now - STUCK_AFTER - timedelta(seconds=1)
    )
    assert outbox_sweep(now) == 1
    assert MailboxMessage.objects.count() == 1


def test_a_row_claimed_a_moment_ago_is_left_alone():
    row, now = queue(), timezone.now()
    OutgoingMail.objects.filter(pk=row.pk).update(state="sending", claimed_at=now)
    assert outbox_sweep(now) == 0


def test_a_mail_for_later_waits():
    now = timezone.now()
    mail_queue(
        message=EmailMessage(subject="x", body="y", to=["a@example.org"]),
        due_at=now + timedelta(hours=1),
    )
    assert outbox_sweep(now) == 0
    assert outbox_sweep(now + timedelta(hours=1)) == 1


def test_a_server_that_falls_silent_is_asked_once_in_a_sweep(settings):
    """Else two hundred mails would keep the workers from the deadlines for an hour."""
    settings.MAIL_DELIVERY_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_TIMEOUT = 0.05
    with socket.create_server(("127.0.0.1", 0)) as silent:
        settings.EMAIL_HOST, settings.EMAIL_PORT = silent.getsockname()
        for _ in range(3):
            queue()
        assert outbox_sweep(timezone.now()) == 0
    assert sorted(OutgoingMail.objects.values_list("tries", flat=True)) == [0, 0, 1]
    settings.MAIL_DELIVERY_BACKEND = "notifications.backends.MailboxBackend"
    assert outbox_sweep(timezone.now() + retry_pause(1)) == 3
