"""Who sent a mail: one clear address, vouched for by what our own server found."""

import pytest

from notifications.inbound.addresses import normal_address, sender_of
from notifications.inbound.authenticity import Vouching, message_key, vouching_for
from notifications.inbound.wire import parse_message

SERVER = "mx.play.example.net"
RECEIVED = (
    "Received: from out.example.org by mx.play.example.net; Wed, 11 Nov 2026 10:15:00 +0100\n"
)


def vouched(headers: str, address: str = "marta@example.org") -> Vouching:
    message = parse_message(f"{headers}From: {address}\n\nyes\n".encode())
    return vouching_for(message, address=address, server=SERVER)


@pytest.mark.parametrize(
    ("results", "outcome"),
    [
        (f"{SERVER}; dkim=pass header.d=example.org", Vouching.PROVEN),
        (f"{SERVER}; dkim=pass header.i=@example.org header.s=x header.b=y", Vouching.PROVEN),
        (f"{SERVER}; spf=pass (sender ok) smtp.mailfrom=marta@example.org", Vouching.PROVEN),
        (f"{SERVER}; spf=fail smtp.mailfrom=example.org; dkim=pass header.d=example.org", "proven"),
        (f"{SERVER} 1; dmarc=pass (p=none) header.from=example.org", Vouching.PROVEN),
        (f"{SERVER}; dkim=pass header.d=mail.example.org", Vouching.PROVEN),
        (f"{SERVER}; dkim=pass header.d=attacker.example", Vouching.REFUTED),
        (f"{SERVER}; dkim=pass header.d=notexample.org", Vouching.REFUTED),
        (f"{SERVER}; spf=pass smtp.mailfrom=attacker.example", Vouching.REFUTED),
        (f"{SERVER}; spf=softfail smtp.mailfrom=example.org; dkim=none", Vouching.REFUTED),
        (
            f"{SERVER}; dkim=pass header.d=example.org; dmarc=fail header.from=example.org",
            Vouching.REFUTED,
        ),
        (f"{SERVER}; none", Vouching.NOT_STATED),
        ("elsewhere.example; dkim=pass header.d=example.org", Vouching.NOT_STATED),
        (f"{SERVER}.attacker.example; dkim=pass header.d=example.org", Vouching.NOT_STATED),
        (f"(dkim=pass header.d=example.org) {SERVER}; spf=fail", Vouching.REFUTED),
    ],
)
def test_results_of_our_server(results, outcome):
    assert vouched(f"Authentication-Results: {results}\n{RECEIVED}") == outcome


def test_results_that_were_in_the_mail_when_it_came_do_not_count():
    forged = f"Authentication-Results: {SERVER}; dkim=pass header.d=example.org\n"
    foreign = "Received: from pc by out.example.org; Wed, 11 Nov 2026 10:14:00 +0100\n"
    assert vouched(RECEIVED + foreign + forged) is Vouching.NOT_STATED


def test_without_a_server_of_our_own_nothing_is_stated():
    message = parse_message(b"Authentication-Results: x; dkim=pass header.d=example.org\n\n")
    found = vouching_for(message, address="marta@example.org", server="")
    assert found is Vouching.NOT_STATED


@pytest.mark.parametrize(
    ("written", "normal"),
    [
        ("Marta@Example.ORG", "marta@example.org"),
        (" <marta@example.org.> ", "marta@example.org"),
        ("marta@háčky.example", "marta@xn--hky-ela4t.example"),
        ("marta+tm@example.org", "marta+tm@example.org"),
        ("mar.ta@example.org", "mar.ta@example.org"),
        ("marta", ""),
        ("mar ta@example.org", ""),
        ("@example.org", ""),
        ("a@b@example.org", ""),
    ],
)
def test_one_form_for_comparing(written, normal):
    assert normal_address(written) == normal


@pytest.mark.parametrize(
    ("headers", "problem"),
    [
        ("From: Marta <marta@example.org>", ""),
        ("From: =?utf-8?q?Marta_Dubov=C3=A1?= <marta@example.org>", ""),
        ("Subject: x", "sender-missing"),
        ("From: a@example.org, b@example.org", "sender-not-clear"),
        ("From: a@example.org\nFrom: b@example.org", "sender-not-clear"),
        ('From: "Marta"@', "sender-not-readable"),
    ],
)
def test_the_sender_must_be_clear(headers, problem):
    assert sender_of(parse_message(f"{headers}\n\nx".encode())).problem == problem


def test_a_mail_is_known_again_by_its_id_sender_and_receiver():
    raw = b"Message-ID: <1@example.org>\n\nyes"
    message = parse_message(raw)
    key = message_key(message, raw, sender="a@example.org", recipient="move+x@reply.example.net")
    again = message_key(message, raw, sender="A@example.org", recipient="MOVE+x@reply.example.net")
    assert key == again
    other = message_key(message, raw, sender="b@example.org", recipient="move+x@reply.example.net")
    assert key != other


def test_a_mail_without_id_is_known_by_its_bytes():
    keys = {
        message_key(parse_message(raw), raw, sender="a@example.org", recipient="b@example.org")
        for raw in (b"Subject: x\n\nyes", b"Subject: x\n\nno", b"Subject: x\n\nyes")
    }
    assert len(keys) == 2
