"""A mail that came in: read once, acted upon once, kept with its outcome."""

from datetime import timedelta

import pytest
from django.core.mail import EmailMessage
from django.utils import timezone

from notifications import reply_handlers
from notifications.inbound.authenticity import SIZE_LIMIT
from notifications.inbound.reports import Permanence
from notifications.models import AddressState, InboundMail, OutgoingMail
from notifications.reply_handlers import handles_replies
from notifications.selectors import address_trouble
from notifications.services.addresses import SOFT_BOUNCES_COUNT, address_clear, bounce_note
from notifications.services.inbound import (
    KEPT_FOR,
    MAILS_PER_HOUR,
    MAX_TRIES,
    STUCK_AFTER,
    inbound_accept,
    inbound_process,
    inbound_retry,
    inbound_sweep,
)
from notifications.services.outbox import StoredMail, mail_queue
from tests.factories import OperatorFactory
from tests.notifications.inbound.scene import (
    REPLY_ADDRESS,
    Recorder,
    confirmed_player,
    letter,
    our_address,
)

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def reply_base(settings):
    settings.REPLY_ADDRESS = REPLY_ADDRESS


@pytest.fixture
def marta():
    return confirmed_player("marta")


def accept(raw: bytes, to: str = "", *, sender: str = "marta@example.org") -> InboundMail:
    row = inbound_accept(raw=raw, door="smtp", envelope_sender=sender, envelope_recipient=to)
    assert row is not None
    return row


def outcome_of(row: InboundMail) -> tuple[str, str]:
    inbound_process(mail_id=row.pk)
    row.refresh_from_db()
    return row.outcome, row.reason


def test_the_handler_gets_who_writes_about_what_and_the_own_words(marta):
    to = our_address()
    text = (
        "leech 2 from witches\n\nOn 2026-11-11 10:15, Post & Spade wrote:\n> decline\n> pass BON3\n"
    )
    with Recorder() as game:
        assert outcome_of(accept(letter(to, text), to)) == ("accepted", "")
    (reply,) = game.replies
    assert reply.user == marta
    assert (reply.token.kind, reply.token.subject, reply.token.seat) == ("game", 4711, 2)
    assert reply.words == "leech 2 from witches"
    row = InboundMail.objects.get()
    assert (row.user, row.detail, row.state) == (marta, "leech 2 from witches", "done")


def test_a_mail_is_acted_upon_once_however_often_it_arrives(marta):
    to = our_address()
    with Recorder() as game:
        row = accept(letter(to), to)
        again = inbound_accept(
            raw=letter(to), door="imap", envelope_sender="marta@example.org", envelope_recipient=to
        )
        assert again is None
        assert inbound_process(mail_id=row.pk)
        assert not inbound_process(mail_id=row.pk)
        assert inbound_sweep(timezone.now()) == 0
    assert len(game.replies) == 1


def test_a_reply_that_cannot_be_played_reaches_the_handler_with_its_reason(marta):
    for text, reason in [("> yes\n", "nothing-written"), ("yes\n-- \nx http://testserver/", "")]:
        InboundMail.objects.all().delete()
        to = our_address()
        with Recorder() as game:
            outcome_of(accept(letter(to, text), to))
        assert [reply.reason for reply in game.replies] == [reason]


def test_words_with_the_address_of_the_site_among_them_are_taken_for_a_quote(marta):
    to = our_address()
    with Recorder():
        row = accept(letter(to, "http://testserver/table/1\npass BON3\n"), to)
        assert outcome_of(row) == ("refused", "quote-not-clear")


def test_an_old_address_is_refused_in_words(marta):
    to = our_address(hours=-5)
    with Recorder() as game:
        assert outcome_of(accept(letter(to), to)) == ("refused", "token-expired")
    assert len(game.replies) == 1


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"sender": "stranger@example.org"}, ("refused", "sender-unknown")),
        ({"Auto_Submitted": "auto-replied"}, ("machine", "auto-reply")),
        ({"List_Id": "<x.example.org>"}, ("machine", "list")),
        ({"sender": "move@reply.example.net"}, ("machine", "loop")),
    ],
)
def test_what_never_reaches_a_handler(marta, changes, expected):
    to = our_address()
    with Recorder() as game:
        assert outcome_of(accept(letter(to, **changes), to)) == expected
    assert not game.replies


def test_an_unconfirmed_address_is_nobody_s(marta):
    marta.emailaddress_set.update(verified=False)
    to = our_address()
    assert outcome_of(accept(letter(to), to)) == ("refused", "sender-unknown")


def test_an_empty_envelope_sender_is_a_machine(marta):
    to = our_address()
    assert outcome_of(accept(letter(to), to, sender="")) == ("machine", "auto-reply")


@pytest.mark.parametrize(
    ("results", "outcome"),
    [
        ("mx.example.net; dkim=pass header.d=example.org", "accepted"),
        ("mx.example.net; dkim=fail header.d=example.org; spf=fail", "refused"),
        ("elsewhere.example; dkim=fail", "accepted"),
    ],
)
def test_the_result_of_our_server_counts_where_it_states_one(marta, settings, results, outcome):
    settings.MAIL_AUTHSERV_ID = "mx.example.net"
    to = our_address()
    raw = f"Authentication-Results: {results}\n".encode() + letter(to)
    with Recorder():
        assert outcome_of(accept(raw, to))[0] == outcome


def test_to_no_address_of_ours(marta):
    assert outcome_of(accept(letter("x@example.net"), "x@example.net")) == (
        "refused",
        "token-missing",
    )


def test_without_a_handler_the_operator_sees_it_and_can_have_it_read_again(marta, client):
    to = our_address("bounce")
    row = accept(letter(to), to)
    assert outcome_of(row) == ("unhandled", "no-handler")
    client.force_login(OperatorFactory())
    page = client.get("/operator/inbound/?outcome=unhandled").text
    assert "marta@example.org" in page
    assert "Nothing here takes mails of this kind yet." in page
    with Recorder("bounce") as late:
        client.post(f"/operator/inbound/{row.pk}/retry/")
        assert inbound_sweep(timezone.now()) == 1
    assert len(late.replies) == 1
    source = client.get(f"/operator/inbound/{row.pk}/source/")
    assert source.content == letter(to)
    assert source["Content-Disposition"].startswith("attachment")
    assert not inbound_retry(mail_id=row.pk)


def test_a_handler_that_fails_leaves_nothing_behind_and_is_tried_again(marta, monkeypatch):
    def fails_after_writing(reply):
        AddressState.objects.create(address="half", since=timezone.now(), last_at=timezone.now())
        raise RuntimeError("the game is on fire")

    to, now = our_address(hours=999), timezone.now()
    row = accept(letter(to), to)
    monkeypatch.setitem(reply_handlers._handlers, "game", fails_after_writing)
    for tries in range(1, MAX_TRIES + 1):
        now += timedelta(hours=1)
        assert not inbound_process(mail_id=row.pk, now=now)
        row.refresh_from_db()
        assert row.tries == tries
        assert "the game is on fire" in row.detail
    assert (row.state, row.outcome, row.reason) == ("done", "broken", "broken")
    assert not AddressState.objects.exists()


def test_what_a_dead_worker_had_claimed_is_read_by_another(marta):
    to = our_address()
    row, now = accept(letter(to), to), timezone.now()
    InboundMail.objects.update(state="processing", claimed_at=now - STUCK_AFTER * 2)
    with Recorder() as game:
        assert inbound_sweep(now) == 1
    assert len(game.replies) == 1
    assert InboundMail.objects.get(pk=row.pk).outcome == "accepted"


def test_mails_are_kept_for_30_days(marta):
    to, now = our_address(), timezone.now()
    row = accept(letter(to), to)
    outcome_of(row)
    inbound_sweep(now + KEPT_FOR - timedelta(hours=1))
    assert InboundMail.objects.exists()
    inbound_sweep(now + KEPT_FOR + timedelta(hours=1))
    assert not InboundMail.objects.exists()


def test_nobody_sends_more_than_so_many_an_hour(marta):
    now = timezone.now()
    InboundMail.objects.bulk_create(
        InboundMail(key=str(n), door="smtp", received_at=now, due_at=now, state="done", user=marta)
        for n in range(MAILS_PER_HOUR)
    )
    to = our_address()
    with Recorder() as game:
        assert outcome_of(accept(letter(to), to)) == ("refused", "too-many")
    assert not game.replies


def test_too_big_for_any_door(marta):
    to = our_address()
    row = accept(letter(to, "x" * 70 + "\n") + b"y" * SIZE_LIMIT, to)
    assert outcome_of(row) == ("refused", "too-big")


def test_one_handler_for_each_kind():
    with Recorder() as game:
        assert handles_replies("game")(game) is game
        with pytest.raises(ValueError, match="two handlers"):
            handles_replies("game")(lambda reply: None)
    with pytest.raises(ValueError, match="no reply token"):
        handles_replies("pigeon")


# Notices about our own mails


def sent_mail(to: str = "jan@example.org") -> OutgoingMail:
    row = mail_queue(message=EmailMessage("Your turn", "Text", to=[to]))
    assert row is not None
    return row


def notice(about: str, *, action: str = "failed", status: str = "5.1.1", who="jan@example.org"):
    return f"""Return-Path: <>
From: mailer-daemon@mx.example.org
Subject: Undelivered
Message-ID: <{action}{status}{about[1:-1]}>
Content-Type: multipart/report; report-type=delivery-status; boundary=b

--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.org

Final-Recipient: rfc822; {who}
Action: {action}
Status: {status}

--b
Content-Type: text/rfc822-headers

Message-ID: {about}

--b--
""".encode()


def test_a_permanent_bounce_marks_the_address():
    sent = sent_mail()
    row = accept(notice(sent.message_id), our_address("bounce", subject=sent.pk), sender="")
    assert outcome_of(row) == ("machine", "bounce")
    assert "jan@example.org" in row.detail
    assert address_trouble(address="Jan@example.org") == "bounces"
    address_clear(address="jan@example.org")
    assert address_trouble(address="jan@example.org") == ""


def test_a_delay_notice_does_not():
    sent = sent_mail()
    raw = notice(sent.message_id, action="delayed", status="4.4.1")
    assert outcome_of(accept(raw, our_address("bounce"), sender="")) == ("machine", "bounce")
    assert not AddressState.objects.exists()


def test_a_full_mailbox_counts_only_after_repetition():
    now = timezone.now()
    for _ in range(SOFT_BOUNCES_COUNT - 1):
        bounce_note(address="jan@example.org", permanence=Permanence.SOFT, reason="5.2.2", now=now)
    assert address_trouble(address="jan@example.org") == ""
    bounce_note(address="jan@example.org", permanence=Permanence.SOFT, reason="5.2.2", now=now)
    assert address_trouble(address="jan@example.org") == "bounces"


def test_a_forged_notice_about_a_mail_that_we_never_sent_marks_nobody():
    sent_mail()
    row = accept(notice("<never@example.net>"), our_address("game"), sender="")
    assert outcome_of(row) == ("machine", "bounce")
    assert not AddressState.objects.exists()


def test_nobody_can_mark_the_address_of_another_by_a_mail_to_himself():
    sent = sent_mail("jan@example.org")
    outcome_of(accept(notice(sent.message_id, who="marta@example.org"), our_address(), sender=""))
    assert address_trouble(address="marta@example.org") == ""


def test_mails_leave_with_a_return_path_that_names_them(settings):
    sent = sent_mail()
    assert StoredMail(sent).from_email == sent.sender
    settings.BOUNCE_ADDRESS = REPLY_ADDRESS
    assert StoredMail(sent).from_email.startswith("move+")
    row = accept(notice("<unknown@x>"), StoredMail(sent).from_email, sender="")
    outcome_of(row)
    assert address_trouble(address="jan@example.org") == "bounces"
