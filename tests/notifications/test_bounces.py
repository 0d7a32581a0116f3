"""A mail came back: the address is marked, the news goes another way, the site says so."""

from __future__ import annotations

import re

import pytest
from anymail.signals import AnymailTrackingEvent, EventType, tracking
from django.test import Client
from django.utils import timezone

from notifications.models import AddressState, Notification, OutgoingMail
from notifications.services.addresses import complaint_note
from notifications.services.outbox import mail_deliver, outbox_sweep, parsed
from notifications.services.telling import notification_deliver
from tests.factories import UserFactory
from tests.games.scene import scene
from tests.notifications.browsers import Browser
from tests.notifications.post_office import collecting

pytestmark = pytest.mark.django_db
CHANNELS_PAGE = "/settings/notifications/channels/"


@pytest.fixture
def marta(place):
    user = UserFactory(username="Marta", email="marta@example.org")
    return user


@pytest.fixture
def told(marta, place):
    """Her turn was mailed; her browser, set up since, was told nothing."""
    scene()
    row = Notification.objects.get(kind="your-turn")
    assert notification_deliver(notification_id=row.pk)
    Browser().subscribes(marta, f"{place.url}/push")
    row.refresh_from_db()
    return row


@pytest.fixture
def browse(marta):
    client = Client()
    client.force_login(marta)
    return client


def test_the_server_knows_no_such_mailbox_so_the_browser_is_told(told, place, settings):
    told.user.email = "nobody@example.org"
    told.user.save()
    OutgoingMail.objects.update(recipients=["Marta <nobody@example.org>"])
    with collecting(settings):
        assert not mail_deliver(mail_id=told.mail_id)
    assert OutgoingMail.objects.get(pk=told.mail_id).state == "failed"
    assert AddressState.objects.get().trouble == "bounces"
    instead = Notification.objects.get(key=told.key, channel="push")
    assert instead.instead_of == "mail"
    assert notification_deliver(notification_id=instead.pk)
    assert len(place.calls) == 1


@pytest.mark.parametrize("known_by", ["message_id", "provider_id"])
def test_a_provider_says_that_it_bounced_so_the_browser_is_told(told, known_by):
    OutgoingMail.objects.update(state="sent", provider_id="2.0.0 Ok: queued as 4XYZ")
    ours = OutgoingMail.objects.get().message_id.strip("<>")
    tracking.send(
        sender=None,
        event=AnymailTrackingEvent(
            event_type=EventType.BOUNCED,
            recipient="marta@example.org",
            message_id=ours if known_by == "message_id" else "4XYZ",
            timestamp=timezone.now(),
        ),
        esp_name="Postmark",
    )
    assert AddressState.objects.get().trouble == "bounces"
    assert Notification.objects.get(key=told.key, channel="push").instead_of == "mail"


def test_what_is_no_longer_true_is_not_told_again(told, marta, monkeypatch):
    told.game.status = "finished"
    told.game.result = {}
    told.game.save()
    complaint_note(address=marta.email, reason="spam", now=timezone.now())
    OutgoingMail.objects.update(state="queued")
    outbox_sweep(timezone.now())
    assert not Notification.objects.filter(key=told.key, channel="push").exists()


def test_a_queued_mail_whose_address_was_marked_meanwhile_goes_the_other_way(marta, place):
    scene()
    Browser().subscribes(marta, f"{place.url}/push")
    row = Notification.objects.get(kind="your-turn")
    complaint_note(address=marta.email, reason="spam", now=timezone.now())
    assert not notification_deliver(notification_id=row.pk)
    row.refresh_from_db()
    assert (row.state, row.error) == ("dropped", "this way does not work now")
    assert Notification.objects.get(key=row.key, channel="push").state == "queued"


def test_every_page_says_so_until_a_link_in_a_mail_was_confirmed(marta, browse):
    assert "does not arrive" not in browse.get("/about/").text
    complaint_note(address=marta.email, reason="spam", now=timezone.now())
    page = browse.get("/about/").text
    assert "Mail to marta@example.org was reported as spam" in page
    assert f'href="{CHANNELS_PAGE}#mail-h"' in page
    assert "reported as spam" not in Client().get("/about/").text
    assert browse.post("/settings/notifications/address/").url == CHANNELS_PAGE
    mail = OutgoingMail.objects.get(recipients=["marta@example.org"])
    text = parsed(mail.source).get_content()
    link = re.search(r"http://testserver(/settings/notifications/address/\S+/)", text)[1]
    assert Client().get(link).status_code == 302, "only unsubscribing works without signing in"
    assert browse.get(link).status_code == 200
    assert AddressState.objects.exists(), "a scanner that follows the link changes nothing"
    browse.post(link)
    assert not AddressState.objects.exists()
    assert "reported as spam" not in browse.get("/about/").text


def test_the_link_is_for_one_person_and_one_address(marta, browse):
    browse.post("/settings/notifications/address/")
    text = parsed(OutgoingMail.objects.get().source).get_content()
    link = re.search(r"http://testserver(\S+)", text)[1]
    complaint_note(address="other@example.org", reason="spam", now=timezone.now())
    stranger = Client()
    stranger.force_login(UserFactory(email="other@example.org"))
    assert stranger.post(link).url == CHANNELS_PAGE
    assert AddressState.objects.count() == 1
    marta.email = "new@example.org"
    marta.save()
    assert "too old or not for you" in browse.post(link, follow=True).text
