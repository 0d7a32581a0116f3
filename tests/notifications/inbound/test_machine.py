"""Mails that no person wrote, and what delivery notices say."""

import pytest

from notifications.inbound.machine import MachineKind, machine_mail
from notifications.inbound.reports import Permanence
from notifications.inbound.wire import parse_message

PERSON = "From: Marta <marta@example.org>\nReturn-Path: <marta@example.org>\n"


@pytest.mark.parametrize(
    ("headers", "kind"),
    [
        ("", None),
        ("X-Auto-Response-Suppress: All\n", None),
        ("Auto-Submitted: no\n", None),
        ("Precedence: normal\n", None),
        ("Subject: Re: Automatic\n", None),
        ("Auto-Submitted: auto-replied\n", "auto-reply"),
        ("AUTO-SUBMITTED: Auto-Generated; owner=x\n", "auto-reply"),
        ("Precedence: auto_reply\n", "auto-reply"),
        ("X-Autoreply: yes\n", "auto-reply"),
        ("X-Autorespond: Away\n", "auto-reply"),
        ("Subject: Automatic reply: your turn\n", "auto-reply"),
        ("Subject: =?utf-8?q?Automatick=C3=A1_odpov=C4=9B=C4=8F=3A_x?=\n", "auto-reply"),
        ("Subject: =?utf-8?q?Autoodpowied=C5=BA=3A_x?=\n", "auto-reply"),
        ("Subject: =?utf-8?q?Odpowied=C5=BA_automatyczna=3A_x?=\n", "auto-reply"),
        ("X-Failed-Recipients: jan@example.org\n", "bounce"),
        ("List-Id: <friends.example.org>\n", "list"),
        ("Precedence: bulk\n", "list"),
        ("Content-Type: multipart/report; report-type=disposition-notification\n", "read-receipt"),
        ("Content-Type: multipart/report; report-type=feedback-report\n", "complaint"),
        ("Content-Type: multipart/report; report-type=delivery-status\n", "bounce"),
        ("Sender: table@play.example.net\n", "loop"),
    ],
)
def test_signs(headers, kind):
    message = parse_message(f"{PERSON}{headers}\nyes\n".encode())
    found = machine_mail(message, ours=["Table@play.example.net"])
    assert (found.kind if found else None) == kind


def test_an_empty_sender_is_told_by_the_envelope_if_there_is_one():
    message = parse_message(f"{PERSON}\nyes".encode())
    assert machine_mail(message, envelope_sender="marta@example.org") is None
    found = machine_mail(message, envelope_sender="")
    assert found is not None
    assert found.kind is MachineKind.AUTO_REPLY


NOTICE = """Return-Path: <>
From: Mail Delivery System <mailer-daemon@mx.example.org>
To: move+k7@reply.example.net
Subject: Undelivered Mail Returned to Sender
Auto-Submitted: auto-replied
Content-Type: multipart/report; report-type=delivery-status; boundary=b

--b
Content-Type: text/plain

I am sorry to inform you.

--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.org

Final-Recipient: rfc822; Jan@Example.org
Action: {action}
Status: {status}
Diagnostic-Code: smtp; {said}

--b
Content-Type: text/rfc822-headers

Message-ID: <turn.1@reply.example.net>
To: jan@example.org

--b--
"""


@pytest.mark.parametrize(
    ("action", "status", "said", "permanence"),
    [
        ("failed", "5.1.1", "550 no such user", Permanence.PERMANENT),
        ("failed", "5.7.1", "554 refused by policy", Permanence.PERMANENT),
        ("failed", "5.2.2", "552 over quota", Permanence.SOFT),
        ("failed", "5.0.0", "552 mailbox full", Permanence.SOFT),
        ("failed", "4.4.7", "queue time exceeded", Permanence.SOFT),
        ("delayed", "4.4.1", "no answer from host", Permanence.DELAY),
        ("delayed", "5.1.1", "odd but still tried", Permanence.DELAY),
        ("delivered", "2.0.0", "250 ok", Permanence.UNKNOWN),
    ],
)
def test_a_delivery_notice(action, status, said, permanence):
    message = parse_message(NOTICE.format(action=action, status=status, said=said).encode())
    found = machine_mail(message)
    assert found is not None
    assert found.bounce is not None
    assert found.bounce.permanence is permanence
    assert found.bounce.addresses == ("jan@example.org",)
    assert found.bounce.about == "<turn.1@reply.example.net>"


@pytest.mark.parametrize(
    ("text", "permanence"),
    [
        ("<jan@example.org>:\n550 5.1.1 User unknown\n", Permanence.PERMANENT),
        ("The mailbox of jan@example.org is full: 552 5.2.2\n", Permanence.SOFT),
        ("Adresát jan@example.org neexistuje.\n", Permanence.PERMANENT),
        ("jan@example.org: temporary problem, 451 try later\n", Permanence.SOFT),
        ("Something happened to jan@example.org.\n", Permanence.PERMANENT),
    ],
)
def test_a_notice_in_plain_words(text, permanence):
    raw = f"Return-Path: <>\nFrom: MAILER-DAEMON@mx.example.org\nSubject: undeliverable\n\n{text}"
    found = machine_mail(parse_message(raw.encode()))
    assert found is not None
    assert found.bounce is not None
    assert found.bounce.addresses == ("jan@example.org",)
    assert found.bounce.permanence is permanence


def test_a_complaint_names_the_one_who_complained():
    raw = """From: fbl@provider.example
Content-Type: multipart/report; report-type=feedback-report; boundary=b

--b
Content-Type: message/feedback-report

Feedback-Type: abuse
Original-Rcpt-To: jan@example.org

--b--
"""
    found = machine_mail(parse_message(raw.encode()))
    assert found is not None
    assert found.complaint_about == ("jan@example.org",)


def test_a_delay_told_in_plain_words_marks_nobody():
    raw = (
        "Return-Path: <>\nFrom: MAILER-DAEMON@mx.example.org\n"
        "Subject: Warning: message 1abc delayed 24 hours\n\njan@example.org\n 451 4.7.1 try later\n"
    )
    found = machine_mail(parse_message(raw.encode()))
    assert found is not None
    assert found.bounce is not None
    assert found.bounce.permanence is Permanence.DELAY
