"""Calls to people's own addresses: their forms, the signature, and where we do not call."""

from __future__ import annotations

import hashlib
import hmac
import json
import socket
from datetime import timedelta

import pytest
from django.utils import timezone

from notifications.errors import ChannelRefused
from notifications.models import Notification, Webhook
from notifications.outward import http
from notifications.outward.http import TargetRefused, call, is_public
from notifications.services.channels import MOST_WEBHOOKS, channel_test, webhook_add
from notifications.services.reaching_out import FAILURES_PAUSE
from notifications.services.telling import notification_deliver, notifications_sweep
from tests.factories import UserFactory
from tests.games.scene import Scene, scene

pytestmark = pytest.mark.django_db


def table_of(marta_s_hook: str, place) -> tuple[Scene, Notification]:
    marta = UserFactory(username="Marta", email="marta@example.org")
    webhook_add(user=marta, form=marta_s_hook, url=f"{place.url}/hook?thread=7")
    table = scene(clock={"kind": "per-move", "hours": 72})
    return table, Notification.objects.get(channel="webhook", kind="your-turn")


def test_plain_json_is_signed_so_that_the_receiver_knows_it_is_ours(place):
    table, row = table_of("raw", place)
    assert notification_deliver(notification_id=row.pk)
    (sent,) = place.calls
    stamp, _comma, digest = sent.headers["x-postspade-signature"].partition(",v1=")
    secret = Webhook.objects.get().secret.encode()
    body = stamp.removeprefix("t=").encode() + b"." + sent.body
    assert hmac.compare_digest(digest, hmac.new(secret, body, hashlib.sha256).hexdigest())
    told = json.loads(sent.body)
    assert told["title"] == "A quiet evening: Choose a faction"
    assert told["url"] == f"http://testserver/games/{table.pk}/"
    assert (told["kind"], told["game"]) == ("your-turn", table.pk)
    assert told["until"] == table.game.decisions.get().due_at.isoformat()
    assert sent.headers["x-postspade-delivery"] == told["id"] == f"{row.key}:webhook"
    assert sent.path == "/hook?thread=7"


def test_discord_gets_an_embed_that_calls_nobody_and_its_id_is_kept(place):
    _table, row = table_of("discord", place)
    place.answer(200, b'{"id": "4711"}')
    row.game.name = "@everyone *bold*"
    row.game.save()
    assert notification_deliver(notification_id=row.pk)
    (sent,) = place.calls
    told = json.loads(sent.body)
    assert told["allowed_mentions"] == {"parse": []}
    assert told["embeds"][0]["title"] == "@everyone *bold*: Choose a faction"
    assert sent.path == "/hook?thread=7&wait=true"
    row.refresh_from_db()
    assert row.provider_id == "4711"


def test_slack_gets_its_own_marks_and_nothing_else_is_one(place):
    _table, row = table_of("slack", place)
    row.game.name = "<!channel> & co"
    row.game.save()
    assert notification_deliver(notification_id=row.pk)
    told = json.loads(place.calls[0].body)
    words = told["blocks"][0]["text"]["text"]
    assert words.startswith(f"*<http://testserver/games/{row.game_id}/|&lt;!channel&gt; &amp; co: ")
    assert "<!channel>" not in told["text"]


@pytest.mark.parametrize(
    ("status", "state", "paused"),
    [(500, "queued", False), (400, "failed", False), (404, "failed", True)],
)
def test_an_answer_that_is_no_success(place, status, state, paused):
    _table, row = table_of("raw", place)
    place.answer(status, b"go away")
    assert not notification_deliver(notification_id=row.pk)
    row.refresh_from_db()
    assert (row.state, row.error) == (state, f"HTTP {status}: go away")
    hook = Webhook.objects.get()
    assert (hook.failures, hook.paused_at is not None) == (1, paused)


def test_a_redirect_is_not_followed(place):
    _table, row = table_of("raw", place)
    place.answer(302, Location=f"{place.url}/inside")
    notification_deliver(notification_id=row.pk)
    row.refresh_from_db()
    assert (row.state, len(place.calls)) == ("failed", 1)


def test_of_an_endless_answer_little_is_read(place):
    place.answer(200, b"x" * 5_000_000)
    assert len(call(f"{place.url}/", body=b"{}", headers={}).text) == http.ANSWER_LIMIT


def test_who_does_not_answer_in_time_is_not_waited_for(place, monkeypatch):
    monkeypatch.setattr(http, "ANSWER_WITHIN", 0.2)
    _table, row = table_of("raw", place)
    place.gate.clear()
    assert not notification_deliver(notification_id=row.pk)
    row.refresh_from_db()
    assert row.state == "queued"
    assert "ReadTimeout" in row.error


def test_after_many_failures_it_is_left_alone_until_a_test_arrives(place):
    _table, row = table_of("raw", place)
    marta = row.user
    Webhook.objects.update(failures=FAILURES_PAUSE - 1)
    place.answer(500)
    notification_deliver(notification_id=row.pk)
    assert Webhook.objects.get().paused_at
    place.calls.clear()
    notifications_sweep(timezone.now() + timedelta(minutes=2))
    assert place.calls == []
    place.answer(204)
    test = channel_test(user=marta, channel="webhook", now=timezone.now())
    assert notification_deliver(notification_id=test.pk)
    assert Webhook.objects.get().paused_at is None


PRIVATE = [
    "127.0.0.1",
    "10.1.2.3",
    "172.16.0.1",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "0.0.0.0",
    "224.0.0.1",
    "255.255.255.255",
    "::1",
    "::",
    "fe80::1%eth0",
    "fd00::1",
    "ff02::1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "64:ff9b::7f00:1",
    "2002:7f00:1::",
]


@pytest.mark.parametrize("address", PRIVATE)
def test_addresses_of_our_own_network_in_every_disguise(address):
    assert not is_public(address)


@pytest.mark.parametrize("address", ["1.1.1.1", "2606:4700:4700::1111", "64:ff9b::101:101"])
def test_public_addresses(address):
    assert is_public(address)


def resolving_to(monkeypatch, *addresses: str) -> None:
    found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (each, 443)) for each in addresses]
    monkeypatch.setattr(http.socket, "getaddrinfo", lambda *_args, **_values: found)


def test_a_name_with_one_private_address_is_refused_when_it_is_saved_and_when_it_is_called(
    monkeypatch,
):
    resolving_to(monkeypatch, "1.1.1.1", "10.0.0.1")
    with pytest.raises(ChannelRefused, match="private"):
        webhook_add(user=UserFactory(), form="raw", url="https://two-faced.example/x")
    with pytest.raises(TargetRefused, match="private"):
        call("https://two-faced.example/x", body=b"", headers={})


def test_an_address_that_turned_private_after_it_was_saved_is_not_called(place, settings):
    _table, row = table_of("raw", place)
    settings.PRIVATE_TARGETS = False
    Webhook.objects.update(url="https://localhost:1/x")
    notification_deliver(notification_id=row.pk)
    row.refresh_from_db()
    assert (row.state, row.error, place.calls) == ("failed", "refused: private", [])


@pytest.mark.parametrize(
    ("form", "url", "code"),
    [
        ("raw", "ftp://example.org/", "not-a-url"),
        ("raw", "https://", "not-a-url"),
        ("raw", "https://user:word@example.org/", "not-a-url"),
        ("raw", "https://example.org:99999/", "not-a-url"),
        ("raw", "https://exa mple.org/", "not-a-url"),
        ("raw", "http://example.org/", "not-https"),
        ("raw", "https://127.0.0.1/", "private"),
        ("raw", "https://[::1]/", "private"),
        ("raw", "https://2130706433/", "private"),
        ("raw", "https://no-such-name.invalid/", "unknown-host"),
        ("discord", "https://example.org/api/webhooks/1/x", "not-discord"),
        ("discord", "https://discord.com.evil.example/api/webhooks/1/x", "not-discord"),
        ("slack", "https://hooks.slack.com/else/where", "not-slack"),
    ],
)
def test_addresses_that_are_refused_with_a_reason(form, url, code):
    with pytest.raises(ChannelRefused) as refusal:
        webhook_add(user=UserFactory(), form=form, url=url)
    assert refusal.value.code == code
    assert refusal.value.sentence


def test_the_same_address_once_and_not_too_many(place):
    marta = UserFactory()
    for number in range(MOST_WEBHOOKS):
        webhook_add(user=marta, form="raw", url=f"{place.url}/{number}")
    with pytest.raises(ChannelRefused, match="known-already"):
        webhook_add(user=marta, form="raw", url=f"{place.url}/1")
    with pytest.raises(ChannelRefused, match="too-many"):
        webhook_add(user=marta, form="raw", url=f"{place.url}/more")
