"""The pages on which somebody sets up how to be told."""

from __future__ import annotations

from datetime import time
from email.utils import parseaddr

import pytest
from django.test import Client
from django.utils import timezone

from accounts.services.export import export_build
from accounts.signals import user_anonymised
from notifications.models import (
    CalendarFeed,
    GameSilence,
    MailboxMessage,
    Notification,
    PushDevice,
    Rhythm,
    Webhook,
)
from notifications.reaching import plan_for
from notifications.services.outbox import outbox_sweep
from notifications.services.telling import notifications_sweep
from tests.factories import UserFactory
from tests.games.scene import scene
from tests.notifications.browsers import Browser

pytestmark = pytest.mark.django_db
WISHES = "/settings/notifications/"
PAGE = "/settings/notifications/channels/"


@pytest.fixture
def marta():
    return UserFactory(username="Marta", email="marta@example.org")


@pytest.fixture
def browse(marta):
    client = Client()
    client.force_login(marta)
    return client


def test_a_browser_subscribes_and_is_removed(browse, marta):
    phone = Browser()
    sent = {"endpoint": "https://push.example/1", "p256dh": phone.p256dh, "auth": phone.auth}
    agent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
    assert browse.post(f"{WISHES}push/", sent, headers={"user-agent": agent}).json() == {
        "error": ""
    }
    device = PushDevice.objects.get(user=marta)
    assert "Firefox" in device.label
    assert device.label in browse.get(PAGE).text
    stranger = Client()
    stranger.force_login(UserFactory())
    assert stranger.post(f"{WISHES}push/{device.pk}/remove/").status_code == 404
    browse.post(f"{WISHES}push/{device.pk}/remove/")
    assert not PushDevice.objects.exists()


def test_a_wrong_subscription_is_refused_in_words(browse):
    answer = browse.post(f"{WISHES}push/", {"endpoint": "x"})
    assert answer.status_code == 422
    assert "do not understand" in answer.json()["error"]


def test_the_page_carries_the_key_and_the_worker_is_served_at_the_root(browse, settings):
    assert 'data-key="B' in browse.get(PAGE).text
    worker = Client().get("/push-worker.js")
    assert worker["Content-Type"].startswith("text/javascript")
    assert b"showNotification" in b"".join(worker.streaming_content)
    settings.SITE_KIND = "production"
    assert "has no key" in browse.get(PAGE).text


def test_a_webhook_is_set_up_tested_and_removed(browse, marta, place):
    url = f"{place.url}/hook"
    browse.post(f"{WISHES}webhooks/", {"form": "raw", "url": url})
    hook = Webhook.objects.get(user=marta)
    assert hook.secret in browse.get(PAGE).text
    assert "on its way" in browse.post(f"{WISHES}test/webhook/", follow=True).text
    assert "Wait a minute" in browse.post(f"{WISHES}test/webhook/", follow=True).text
    notifications_sweep(timezone.now())
    assert len(place.calls) == 1
    assert "Last test" in browse.get(PAGE).text
    browse.post(f"{WISHES}webhooks/{hook.pk}/remove/")
    assert not Webhook.objects.exists()


def test_why_a_webhook_is_refused_stands_beside_its_address(browse):
    answer = browse.post(f"{WISHES}webhooks/", {"form": "raw", "url": "https://127.0.0.1/x"})
    assert answer.status_code == 422
    assert "private network" in answer.text
    assert 'value="https://127.0.0.1/x"' in answer.text


def test_a_test_by_mail_arrives_and_says_what_it_is(browse, marta):
    browse.post(f"{WISHES}test/mail/")
    notifications_sweep(timezone.now())
    outbox_sweep(timezone.now())
    mail = MailboxMessage.objects.get()
    assert parseaddr(mail.recipients[0])[1] == "marta@example.org"
    assert "A test: E-mail" in mail.subject
    assert "sent" in browse.get(PAGE).text


def test_the_daily_mail_has_a_test_of_its_own(browse, marta):
    assert "Send a test of the daily mail" in browse.get(PAGE).text
    browse.post(f"{WISHES}test/daily/")
    notifications_sweep(timezone.now())
    outbox_sweep(timezone.now())
    assert "A test: Daily mail" in MailboxMessage.objects.get().subject
    assert browse.get(PAGE).text.count("Last test") == 1


@pytest.mark.parametrize("channel", ["push", "webhook", "calendar"])
def test_what_is_not_set_up_cannot_be_tested(browse, channel):
    assert "Set this up first" in browse.post(f"{WISHES}test/{channel}/", follow=True).text
    assert browse.post(f"{WISHES}test/pigeon/").status_code == 404


def test_the_calendar_gets_an_address_another_and_none(browse, marta):
    browse.post(f"{WISHES}calendar/")
    first = CalendarFeed.objects.get(user=marta).token
    assert f"/calendar/{first}.ics" in browse.get(PAGE).text
    browse.post(f"{WISHES}calendar/")
    assert CalendarFeed.objects.get(user=marta).token != first
    browse.post(f"{WISHES}calendar/remove/")
    assert not CalendarFeed.objects.exists()


def test_hours_are_kept_and_half_of_them_refused(browse, marta):
    whole = {
        "bundle_minutes": "15",
        "daily_hour": "20",
        "quiet_from": "22:00",
        "quiet_to": "07:00",
    }
    browse.post(f"{WISHES}hours/", whole)
    row = Rhythm.objects.get(user=marta)
    assert (row.bundle_minutes, row.daily_hour, row.quiet_from) == (15, 20, time(22))
    assert 'value="22:00"' in browse.get(WISHES).text
    answer = browse.post(f"{WISHES}hours/", {**whole, "quiet_to": ""})
    assert answer.status_code == 422
    assert "both the beginning and the end" in answer.text
    answer = browse.post(f"{WISHES}hours/", {**whole, "quiet_to": "22:00"})
    assert "never end" in answer.text


def test_one_table_is_told_less_of_from_its_own_page(browse, marta):
    table = scene()
    page = f"/games/{table.pk}/notices/"
    assert page in browse.get(f"/games/{table.pk}/").text
    browse.post(page, {"extent": "unasked"})
    assert GameSilence.objects.get(user=marta).extent == "unasked"
    assert not plan_for(user=marta, kind="chat", game=table.game).channels
    assert "A quiet evening" in browse.get(WISHES).text
    assert browse.post(page, {"extent": "loudly"}).status_code == 422
    browse.post(page, {"extent": ""})
    assert not GameSilence.objects.exists()


def test_what_was_set_up_is_in_the_export_without_its_secrets_and_goes_with_the_account(
    browse, marta, place
):
    browse.post(f"{WISHES}webhooks/", {"form": "raw", "url": f"{place.url}/hook"})
    browse.post(f"{WISHES}calendar/")
    Browser().subscribes(marta, "https://push.example/1")
    secrets = [Webhook.objects.get().secret, CalendarFeed.objects.get().token]
    archive = export_build(user=marta, now=timezone.now())
    assert b"notifications.json" in archive
    from io import BytesIO
    from zipfile import ZipFile

    text = ZipFile(BytesIO(archive)).read("notifications.json").decode()
    assert "Firefox" in text
    assert not [secret for secret in secrets if secret in text]
    user_anonymised.send(sender=None, user=marta, former_addresses=["marta@example.org"])
    for model in (Webhook, CalendarFeed, PushDevice, Rhythm, Notification):
        assert not model.objects.filter(user=marta).exists()
