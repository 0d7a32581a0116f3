"""Delivery to a real SMTP server on loopback."""

import pytest
from django.core.mail import EmailMultiAlternatives

from notifications.models import OutgoingMail
from notifications.services.outbox import mail_deliver, mail_queue
from tests.notifications.post_office import collecting

pytestmark = pytest.mark.django_db


@pytest.fixture
def server(settings):
    with collecting(settings) as collector:
        yield collector


def queue(to: str) -> OutgoingMail:
    mail = EmailMultiAlternatives("Vaše kolo: žádné další", "Příliš žluťoučký kůň", to=[to])
    mail.attach_alternative("<p>Zażółć gęślą jaźń</p>", "text/html")
    row = mail_queue(message=mail)
    assert row is not None
    return row


def test_the_mail_arrives_whole(server):
    row = queue("marta@example.org")
    assert mail_deliver(mail_id=row.pk)
    (mail,) = server.arrived
    assert mail["Subject"] == "Vaše kolo: žádné další"
    assert mail["Message-ID"] == row.message_id
    assert mail.get_body(("plain",)).get_content().strip() == "Příliš žluťoučký kůň"
    assert "Zażółć gęślą jaźń" in mail.get_body(("html",)).get_content()
    row.refresh_from_db()
    assert row.provider_id == "2.0.0 Ok: queued as A1", "the server's name for it is kept"


def test_an_unknown_address_is_given_up_at_once_and_the_operator_sees_why(server):
    row = queue("nobody@example.org")
    assert not mail_deliver(mail_id=row.pk)
    row.refresh_from_db()
    assert row.state == "failed"
    assert "no such user" in row.error
    assert not server.arrived
