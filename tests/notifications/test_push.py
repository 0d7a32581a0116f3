"""Messages to browsers, taken by a push service on loopback and read with the browser's key."""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode
from datetime import timedelta
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from django.core.management import call_command
from django.utils import timezone

from notifications.errors import ChannelRefused
from notifications.models import Notification, Preference, PushDevice
from notifications.outward.keys import public_key
from notifications.services.channels import MOST_DEVICES, device_add
from notifications.services.outbox import retry_pause
from notifications.services.telling import notification_deliver, notifications_sweep
from tests.factories import UserFactory
from tests.games.scene import scene
from tests.notifications.browsers import Browser

pytestmark = pytest.mark.django_db


@pytest.fixture
def browser() -> Browser:
    return Browser()


@pytest.fixture
def table(place, browser):
    """Marta has a browser; it is her turn."""
    marta = UserFactory(username="Marta", email="marta@example.org")
    browser.subscribes(marta, f"{place.url}/push/marta")
    return scene(clock={"kind": "per-move", "hours": 72})


def the_push(kind: str = "your-turn") -> Notification:
    return Notification.objects.get(channel="push", kind=kind, user__username="Marta")


def opened(token: str, key: str) -> dict[str, object]:
    """The claims of a signed token, if the key signed it; else cryptography raises."""
    head, claims, signature = token.split(".")
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), octets(key))
    raw = octets(signature)
    numbers = (int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    public.verify(encode_dss_signature(*numbers), f"{head}.{claims}".encode(), ec.ECDSA(SHA256()))
    return json.loads(octets(claims))


def octets(value: str) -> bytes:
    return urlsafe_b64decode(value + "=" * (-len(value) % 4))


def test_a_turn_is_a_row_for_mail_and_one_for_the_browser_which_alone_can_read_it(
    table, place, browser
):
    rows = Notification.objects.filter(kind="your-turn", user=table.players[0])
    assert sorted(rows.values_list("channel", flat=True)) == ["mail", "push"]
    assert len(set(rows.values_list("key", flat=True))) == 1
    place.answer(201, Location="https://push.example/m/1")
    row = the_push()
    assert notification_deliver(notification_id=row.pk)
    assert not notification_deliver(notification_id=row.pk), "running twice sends once"
    (call,) = place.calls
    told = browser.reads(call.body)
    assert told["title"] == "A quiet evening: Choose a faction"
    assert told["url"] == f"http://testserver/games/{table.pk}/"
    assert "Please answer by" in told["text"]
    assert b"A quiet evening" not in call.body
    assert (call.path, call.headers["urgency"]) == ("/push/marta", "high")
    assert call.headers["topic"] == told["tag"]
    assert 0 < int(call.headers["ttl"]) <= 24 * 3600
    token = call.headers["authorization"]
    assert token.startswith("vapid t=")
    signed, _comma, key = token.removeprefix("vapid t=").partition(",k=")
    assert key == public_key()
    claims = opened(signed, key)
    assert (claims["aud"], claims["sub"]) == (place.url, "mailto:table@localhost")
    row.refresh_from_db()
    assert (row.state, row.provider_id) == ("told", "https://push.example/m/1")


def test_what_was_played_meanwhile_is_not_told(table, place):
    row = the_push()
    table.plays(0, "setup witches")
    assert not notification_deliver(notification_id=row.pk)
    row.refresh_from_db()
    assert (row.state, row.error, place.calls) == ("dropped", "no longer true", [])


def test_a_browser_that_took_its_permission_back_is_forgotten(table, place):
    place.answer(410)
    assert not notification_deliver(notification_id=the_push().pk)
    assert not PushDevice.objects.exists()
    assert the_push().state == "failed"
    assert the_push().error.startswith("HTTP 410")


def test_of_two_devices_only_the_one_that_has_it_not_is_tried_again(table, place):
    Browser().subscribes(table.players[0], f"{place.url}/push/phone")
    place.answers = [(201, {}, b""), (503, {"Retry-After": "120"}, b"later"), (201, {}, b"")]
    now = timezone.now()
    assert notification_deliver(notification_id=the_push().pk, now=now)
    row = the_push()
    assert (row.state, row.tries, row.error) == ("queued", 1, "HTTP 503: later")
    assert row.due_at == now + timedelta(seconds=120) > now + retry_pause(1)
    assert notification_deliver(notification_id=row.pk, now=row.due_at)
    paths = [call.path for call in place.calls]
    assert paths == ["/push/marta", "/push/phone", "/push/phone"]
    assert the_push().state == "told"


def test_the_sweep_sends_what_a_dead_worker_had_claimed(table, place):
    now = timezone.now()
    Notification.objects.filter(pk=the_push().pk).update(
        state="composing", claimed_at=now - timedelta(minutes=6)
    )
    notifications_sweep(now + timedelta(seconds=1))
    assert (the_push().state, len(place.calls)) == ("told", 1)


def test_without_a_network_it_waits_and_says_why(table, settings):
    settings.PRIVATE_TARGETS = False
    PushDevice.objects.update(endpoint="https://push.invalid/x")
    notification_deliver(notification_id=the_push().pk)
    assert the_push().state == "queued"
    assert "push.invalid" in the_push().error


def test_a_push_service_in_our_own_network_is_not_called(table, place, settings):
    settings.PRIVATE_TARGETS = False
    PushDevice.objects.update(endpoint=place.url.replace("http://127", "https://127"))
    notification_deliver(notification_id=the_push().pk)
    assert (the_push().state, the_push().error) == ("failed", "refused: private")
    assert place.calls == []


def test_who_wants_none_of_this_kind_gets_none(place, browser):
    marta = UserFactory(username="Marta")
    browser.subscribes(marta, f"{place.url}/push/marta")
    Preference.objects.create(user=marta, kind="your-turn", channel="push", wanted=False)
    scene()
    assert not Notification.objects.filter(channel="push").exists()


@pytest.mark.parametrize(
    "wrong",
    [
        {"endpoint": "javascript:alert(1)"},
        {"endpoint": "http://plain.example/x"},
        {"p256dh": "AAAA"},
        {"p256dh": "ř"},
        {"auth": "short"},
    ],
)
def test_what_is_no_subscription_is_refused(browser, wrong):
    right = {"endpoint": "https://push.example/x", "p256dh": browser.p256dh, "auth": browser.auth}
    with pytest.raises(ChannelRefused, match="bad-subscription"):
        device_add(user=UserFactory(), label="Firefox", **{**right, **wrong})


def test_one_person_has_so_many_browsers_and_one_browser_one_person(browser):
    marta, tomasz = UserFactory(), UserFactory()
    for number in range(MOST_DEVICES):
        browser.subscribes(marta, f"https://push.example/{number}")
    browser.subscribes(marta, "https://push.example/1")
    with pytest.raises(ChannelRefused, match="too-many"):
        browser.subscribes(marta, "https://push.example/one-more")
    browser.subscribes(tomasz, "https://push.example/1")
    assert marta.push_devices.count() == MOST_DEVICES - 1


def test_the_embedded_site_makes_one_key_and_production_needs_its_own(settings, tmp_path, capsys):
    settings.DATA_DIR = Path(tmp_path) / "new"
    first = public_key()
    assert len(first) == 87
    assert public_key() == first
    assert (settings.DATA_DIR / "push-key").stat().st_mode & 0o077 == 0
    settings.SITE_KIND = "production"
    assert public_key() == ""
    call_command("push_key")
    settings.VAPID_PRIVATE_KEY = capsys.readouterr().out.strip()
    assert len(settings.VAPID_PRIVATE_KEY) == 43
    assert len(public_key()) == 87
    assert public_key() != first
