"""Doors for mail: real SMTP, LMTP and IMAP on loopback, and a provider's webhook."""

import base64
import importlib
import json
import smtplib
import socketserver
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.urls import clear_url_caches
from django.utils import timezone

from notifications.doors.imap import mailbox_fetch, mailbox_sweep
from notifications.inbound.authenticity import SIZE_LIMIT
from notifications.models import InboundMail
from notifications.selectors import address_trouble
from notifications.services.inbound import inbound_sweep
from terra_site.env import MailDoor
from tests.notifications.inbound.scene import (
    REPLY_ADDRESS,
    Recorder,
    confirmed_player,
    letter,
    our_address,
)
from tests.notifications.post_office import receiving
from tooling.bootstrap import ROOT
from tooling.services import free_port

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def reply_base(settings):
    settings.REPLY_ADDRESS = REPLY_ADDRESS


@pytest.fixture(params=["smtp", "lmtp"])
def door(request):
    """A client that talks to our receiver."""
    client = smtplib.LMTP if request.param == "lmtp" else smtplib.SMTP
    with receiving(request.param) as port, client("127.0.0.1", port) as connection:
        yield connection


def test_a_reply_goes_all_the_way(door):
    confirmed_player("marta")
    to = our_address()
    door.sendmail("marta@example.org", [to], letter(to, "leech 2 from witches\n"))
    with Recorder() as game:
        assert inbound_sweep(timezone.now()) == 1
    assert [reply.words for reply in game.replies] == ["leech 2 from witches"]
    row = InboundMail.objects.get()
    assert (row.envelope_sender, row.envelope_recipient) == ("marta@example.org", to)
    assert row.outcome == "accepted"


def test_the_same_mail_twice_is_taken_once_and_the_sender_s_server_is_content(door):
    to = our_address()
    for _ in range(2):
        door.sendmail("marta@example.org", [to], letter(to))
    assert InboundMail.objects.count() == 1


@pytest.mark.parametrize(
    "address",
    ["move@reply.example.net", "move+forged@reply.example.net", "postmaster@example.net"],
)
def test_a_stranger_s_address_is_refused_before_the_mail_is_sent(door, address):
    with pytest.raises(smtplib.SMTPRecipientsRefused) as refusal:
        door.sendmail("marta@example.org", [address], letter(address))
    assert refusal.value.recipients[address][0] == 550
    assert not InboundMail.objects.exists()


def test_an_old_address_is_taken_so_that_it_can_be_answered(door):
    to = our_address(hours=-5)
    door.sendmail("marta@example.org", [to], letter(to))
    assert InboundMail.objects.count() == 1


def test_one_recipient_at_a_time(door):
    one, two = our_address(subject=1), our_address(subject=2)
    refused = door.sendmail("marta@example.org", [one, two], letter(one))
    assert refused[two][0] == 452
    assert InboundMail.objects.get().envelope_recipient == one


def test_a_mail_that_is_too_big_is_refused(door):
    to = our_address()
    with pytest.raises(smtplib.SMTPResponseException) as refusal:
        door.sendmail("marta@example.org", [to], letter(to) + b"x\n" * SIZE_LIMIT)
    assert refusal.value.smtp_code == 552
    assert not InboundMail.objects.exists()


def test_raw_bytes_are_kept_as_they_came(door):
    to = our_address()
    raw = (
        letter(to)
        .replace(b"\n\nyes", b"\nX-Odd: \xe9\xfc\n\n\xbelu\x9dou\xe8k\xfd yes")
        .replace(b"\n", b"\r\n")
    )
    door.sendmail("marta@example.org", [to], raw)
    assert bytes(InboundMail.objects.get().source) == raw


def test_the_command_needs_an_address_and_a_free_port(settings):
    settings.REPLY_ADDRESS = ""
    with pytest.raises(CommandError, match="REPLY_ADDRESS"):
        call_command("receive_mail")
    settings.REPLY_ADDRESS = REPLY_ADDRESS
    settings.INBOUND_LISTEN = MailDoor("smtp", "192.0.2.1", 1)
    with pytest.raises(CommandError, match="Cannot listen at"):
        call_command("receive_mail")


def test_the_command_runs_until_it_is_told_to_stop(tmp_path):
    port = free_port()
    process = subprocess.Popen(
        [sys.executable, "manage.py", "receive_mail"],
        cwd=ROOT,
        env={
            "DJANGO_SETTINGS_MODULE": "terra_site.settings.dev",
            "DATA_DIR": str(tmp_path),
            "INBOUND_LISTEN": f"smtp://127.0.0.1:{port}",
        },
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert f"smtp at 127.0.0.1:{port}" in process.stdout.readline()
        with smtplib.SMTP("127.0.0.1", port) as connection:
            assert connection.noop()[0] == 250
    finally:
        process.terminate()
        assert process.wait(20) == 0


# IMAP


class ImapHandler(socketserver.StreamRequestHandler):
    """As much of an IMAP server as fetching needs."""

    def handle(self) -> None:
        self.say("* OK ready")
        for line in self.rfile:
            tag, command, *rest = line.decode().strip().split(" ")
            command = command.upper()
            if command == "CAPABILITY":
                self.say("* CAPABILITY IMAP4rev1")
            elif command == "LOGIN" and rest[1] != '"secret"':
                self.say(f"{tag} NO wrong password")
                continue
            elif command == "SELECT":
                self.say(f"* {len(self.server.mails)} EXISTS")
            elif command == "UID":
                self.by_uid(rest[0].upper(), rest[1:])
            elif command == "LOGOUT":
                self.say("* BYE")
                self.say(f"{tag} OK done")
                return
            self.say(f"{tag} OK done")

    def by_uid(self, command: str, rest: list[str]) -> None:
        mails, seen = self.server.mails, self.server.seen
        if command == "SEARCH":
            unseen = (str(uid) for uid in range(1, len(mails) + 1) if uid not in seen)
            self.say(f"* SEARCH {' '.join(unseen)}")
        elif command == "STORE":
            seen.add(int(rest[0]))
        elif "SIZE" in rest[1]:
            size = self.server.sizes.get(int(rest[0]), len(mails[int(rest[0]) - 1]))
            self.say(f"* {rest[0]} FETCH (UID {rest[0]} RFC822.SIZE {size})")
        else:
            raw = mails[int(rest[0]) - 1]
            self.say(f"* {rest[0]} FETCH (UID {rest[0]} BODY[] {{{len(raw)}}}")
            self.wfile.write(raw + b")\r\n")

    def say(self, text: str) -> None:
        self.wfile.write(text.encode() + b"\r\n")


class ImapServer(socketserver.ThreadingTCPServer):
    """A mailbox on loopback."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), ImapHandler)
        self.mails: list[bytes] = []
        self.seen: set[int] = set()
        self.sizes: dict[int, int] = {}

    def place(self, password: str = "secret") -> MailDoor:
        return MailDoor("imap", "127.0.0.1", self.server_address[1], "u", password, "INBOX")


@pytest.fixture
def mailbox():
    with ImapServer() as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        yield server
        server.shutdown()
        thread.join(10)


def test_a_mailbox_is_emptied_into_rows_once(mailbox):
    to = our_address()
    mailbox.mails = [
        letter(to, "yes\n", message_id="<1@example.org>").replace(b"\n", b"\r\n"),
        b"Delivered-To: "
        + to.encode()
        + b"\r\n"
        + letter("move@reply.example.net", "no\n", message_id="<2@example.org>"),
    ]
    assert mailbox_fetch(mailbox.place()) == 2
    assert mailbox_fetch(mailbox.place()) == 0
    assert mailbox.seen == {1, 2}
    assert set(InboundMail.objects.values_list("envelope_recipient", "door")) == {(to, "imap")}


def test_a_big_mail_in_the_mailbox_is_passed_by(mailbox):
    mailbox.mails, mailbox.sizes = [letter(our_address())], {1: SIZE_LIMIT + 1}
    assert mailbox_fetch(mailbox.place()) == 0
    assert mailbox.seen == {1}
    assert not InboundMail.objects.exists()


def test_the_command_fetches_and_says_what_is_wrong(mailbox, settings, capsys):
    settings.INBOUND_IMAP = None
    with pytest.raises(CommandError, match="IMAP_URL"):
        call_command("fetch_mail")
    settings.INBOUND_IMAP = mailbox.place("wrong")
    with pytest.raises(CommandError, match="wrong password"):
        call_command("fetch_mail")
    settings.INBOUND_IMAP = mailbox.place()
    mailbox.mails = [letter(our_address())]
    call_command("fetch_mail")
    assert "New mails: 1" in capsys.readouterr().out


def test_a_worker_is_asked_to_look_at_most_every_half_minute(settings):
    settings.INBOUND_IMAP = None
    assert mailbox_sweep(timezone.now()) == 0
    settings.INBOUND_IMAP = MailDoor("imap", "127.0.0.1", 1, "u", "p", "INBOX")
    if folder := settings.CELERY_BROKER_TRANSPORT_OPTIONS.get("data_folder_in"):
        Path(folder).mkdir(parents=True, exist_ok=True)
    assert mailbox_sweep(timezone.now()) == 1
    assert mailbox_sweep(timezone.now()) == 0


# A provider


SECRET = "provider:a-long-random-word"


@pytest.fixture
def provider(settings, client):
    from terra_site import urls

    settings.ANYMAIL = {"WEBHOOK_SECRET": SECRET}
    settings.INBOUND_WEBHOOK = True
    importlib.reload(urls)
    clear_url_caches()

    def post(path: str, event: dict, secret: str = SECRET):
        return client.post(
            f"/webhooks/mail/postmark/{path}/",
            json.dumps(event),
            content_type="application/json",
            headers={"Authorization": "Basic " + base64.b64encode(secret.encode()).decode()},
        )

    yield post
    settings.INBOUND_WEBHOOK = False
    importlib.reload(urls)
    clear_url_caches()


def test_a_provider_s_mail_becomes_the_same_row(provider):
    confirmed_player("marta")
    to = our_address()
    event = {
        "FromFull": {"Email": "marta@example.org", "Name": "Marta"},
        "From": "marta@example.org",
        "ToFull": [{"Email": to, "Name": ""}],
        "To": to,
        "OriginalRecipient": to,
        "Subject": "Re: your turn",
        "MessageID": "00000000-0000",
        "Date": "Wed, 11 Nov 2026 18:02:31 +0100",
        "TextBody": "leech 2 from witches\n",
        "Headers": [{"Name": "Message-ID", "Value": "<1@example.org>"}],
        "Attachments": [],
    }
    assert provider("inbound", event).status_code == 200
    with Recorder() as game:
        assert inbound_sweep(timezone.now()) == 1
    assert [reply.words for reply in game.replies] == ["leech 2 from witches"]


def test_only_who_knows_the_secret_may_post(provider):
    assert provider("inbound", {}, "provider:guessed").status_code == 400
    assert not InboundMail.objects.exists()


@pytest.mark.parametrize(
    ("event", "trouble"),
    [
        ({"RecordType": "Bounce", "Type": "HardBounce", "TypeCode": 1}, "bounces"),
        ({"RecordType": "Bounce", "Type": "Transient", "TypeCode": 2}, ""),
        ({"RecordType": "SpamComplaint", "Type": "SpamComplaint", "TypeCode": 512}, "complained"),
        ({"RecordType": "Delivery"}, ""),
    ],
)
def test_a_provider_tells_of_bounces_and_complaints(provider, event, trouble):
    known = {"Email": "jan@example.org", "Recipient": "jan@example.org", "MessageID": "x", "ID": 1}
    when = {"BouncedAt": "2026-11-11T10:15:00Z", "DeliveredAt": "2026-11-11T10:15:00Z"}
    assert provider("tracking", {**known, **when, **event}).status_code == 200
    assert address_trouble(address="jan@example.org") == trouble


def test_without_a_secret_there_is_no_such_address(client):
    assert client.post("/webhooks/mail/postmark/inbound/").status_code == 404
