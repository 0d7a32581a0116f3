"""The development mailbox under /dev/mail/."""

import pytest
from django.core.mail import EmailMultiAlternatives
from django.urls import NoReverseMatch, clear_url_caches, reverse
from django.utils import timezone

from notifications.models import InboundMail, MailboxMessage
from notifications.services.inbound import inbound_sweep
from notifications.services.outbox import mail_deliver, mail_queue
from tests.notifications.inbound.scene import Recorder, confirmed_player, our_address

pytestmark = pytest.mark.django_db


@pytest.fixture
def mail():
    message = EmailMultiAlternatives(
        "Your turn <b>now</b>", "Read https://example.org/x", to=["marta@example.org"]
    )
    message.attach_alternative(
        '<p>Hello</p><script>alert(1)</script><img src="cid:board">', "text/html"
    )
    row = mail_queue(message=message)
    assert mail_deliver(mail_id=row.pk)
    return MailboxMessage.objects.get()


def test_an_empty_mailbox_says_what_to_do(client):
    assert "No mail has been sent yet" in client.get("/dev/mail/").text


def test_the_list_names_receiver_and_subject(client, mail):
    page = client.get("/dev/mail/").text
    assert "marta@example.org" in page
    assert "Your turn &lt;b&gt;now&lt;/b&gt;" in page


def test_it_filters_by_address(client, mail):
    assert "Your turn" in client.get("/dev/mail/?to=MARTA@").text
    assert "No mail to this address." in client.get("/dev/mail/?to=tomasz").text


def test_a_mail_is_shown_as_text_with_links(client, mail):
    page = client.get(f"/dev/mail/{mail.pk}/").text
    assert '<a href="https://example.org/x"' in page


def test_a_mail_is_shown_as_source(client, mail):
    page = client.get(f"/dev/mail/{mail.pk}/source/").text
    assert "Content-Type: multipart/alternative" in page
    assert "&lt;script&gt;" in page


def test_the_html_is_shown_in_a_sandbox_without_scripts(client, mail):
    assert f'src="/dev/mail/{mail.pk}/frame/"' in client.get(f"/dev/mail/{mail.pk}/html/").text
    frame = client.get(f"/dev/mail/{mail.pk}/frame/")
    policy = frame["Content-Security-Policy"]
    assert policy.startswith("sandbox ")
    assert "allow-scripts" not in policy
    assert "default-src 'none'" in policy


def test_it_can_be_emptied(client, mail):
    assert client.get("/dev/mail/empty/").status_code == 405
    client.post("/dev/mail/empty/")
    assert not MailboxMessage.objects.exists()


def test_unknown_mail(client):
    assert client.get("/dev/mail/99999/").status_code == 404


def test_there_is_no_mailbox_where_a_mail_server_is_configured(settings, client):
    import importlib

    from terra_site import urls

    settings.DEV_MAILBOX = False
    importlib.reload(urls)
    clear_url_caches()
    try:
        with pytest.raises(NoReverseMatch):
            reverse("mailbox")
        assert client.get("/dev/mail/").status_code == 404
    finally:
        settings.DEV_MAILBOX = True
        importlib.reload(urls)
        clear_url_caches()


def test_a_mail_that_asks_can_be_answered_on_its_page(client, settings):
    settings.REPLY_ADDRESS = "move@reply.example.net"
    confirmed_player("marta")
    to = our_address()
    message = EmailMultiAlternatives(
        "Your turn", "1) pass", to=["Marta <marta@example.org>"], reply_to=[to]
    )
    row = mail_queue(message=message)
    assert mail_deliver(mail_id=row.pk)
    mail = MailboxMessage.objects.get()
    page = client.get(f"/dev/mail/{mail.pk}/").text
    assert f'action="/dev/mail/{mail.pk}/answer/"' in page
    answer = client.post(f"/dev/mail/{mail.pk}/answer/", {"text": "2\r\n--- say\r\nHi"})
    assert answer.status_code == 302
    with Recorder() as game:
        assert inbound_sweep(timezone.now()) == 1
    assert [reply.words for reply in game.replies] == ["2\n--- say\nHi"]
    kept = InboundMail.objects.get()
    assert (kept.door, kept.sender, kept.envelope_recipient) == ("mailbox", "marta@example.org", to)
    assert b"> 1) pass" in bytes(kept.source)


def test_a_mail_that_asks_nothing_takes_no_answer(client, mail):
    assert "/answer/" not in client.get(f"/dev/mail/{mail.pk}/").text
    assert client.post(f"/dev/mail/{mail.pk}/answer/", {"text": "1"}).status_code == 404
