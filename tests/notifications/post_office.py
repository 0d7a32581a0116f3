"""Real mail on loopback: a server that takes what we send, our own receiver, and mail programs."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from email.utils import make_msgid
from typing import Any

from aiosmtpd.controller import Controller

from notifications.doors.smtp import listen
from notifications.services.outbox import parsed
from tooling.services import free_port


class Collector:
    """Keeps what arrives; refuses one address for good, as a server does for an unknown user."""

    def __init__(self) -> None:
        self.arrived: list[EmailMessage] = []
        self.receivers: list[str] = []
        self.connections: set[object] = set()

    async def handle_RCPT(  # noqa: N802
        self, server: Any, session: Any, envelope: Any, address: str, options: list[str]
    ) -> str:
        if address.startswith("nobody@"):
            return "550 5.1.1 no such user"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        self.arrived.append(parsed(envelope.original_content))
        self.receivers.append(envelope.rcpt_tos[0])
        self.connections.add(session.peer)
        return f"250 2.0.0 Ok: queued as A{len(self.arrived)}"


@contextmanager
def collecting(settings: Any) -> Iterator[Collector]:
    """Our mail goes to a server of our own by SMTP."""
    collector, port = Collector(), free_port()
    controller = Controller(collector, hostname="127.0.0.1", port=port)
    controller.start()
    settings.MAIL_DELIVERY_BACKEND = "notifications.backends.SmtpBackend"
    settings.EMAIL_HOST = "127.0.0.1"
    settings.EMAIL_PORT = port
    try:
        yield collector
    finally:
        controller.stop()


@contextmanager
def receiving(scheme: str) -> Iterator[int]:
    """Our receiver, in a loop of its own; gives its port."""
    port, loop, ready = free_port(), asyncio.new_event_loop(), threading.Event()

    def run() -> None:
        asyncio.set_event_loop(loop)
        server = loop.run_until_complete(listen(scheme=scheme, host="127.0.0.1", port=port))
        ready.set()
        loop.run_forever()
        server.close()
        loop.run_until_complete(server.wait_closed())
        loop.run_until_complete(loop.shutdown_default_executor())

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    try:
        assert ready.wait(10)
        yield port
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join(10)
        loop.close()


def quoted(mail: EmailMessage) -> str:
    return "\n".join(f"> {line}" for line in text_of(mail).splitlines())


def text_of(mail: EmailMessage) -> str:
    body = mail.get_body(("plain",))
    assert body is not None
    return str(body.get_content())


def gmail(mail: EmailMessage, words: str) -> EmailMessage:
    """The answer on top, in text and HTML."""
    on = f"On Wed, Nov 18, 2026 at 8:49 PM {mail['From']} wrote:"
    reply = _reply(mail)
    reply.set_content(f"{words}\n\n{on}\n\n{quoted(mail)}\n")
    page = mail.get_body(("html",))
    assert page is not None
    lines = "<br>".join(words.split("\n"))
    reply.add_alternative(
        f'<div dir="ltr">{lines}</div><br><div class="gmail_quote"><div dir="ltr" '
        f'class="gmail_attr">{on}<br></div><blockquote>{page.get_content()}</blockquote></div>',
        "html",
    )
    return reply


def outlook(mail: EmailMessage, words: str) -> EmailMessage:
    """In Czech, the answer on top, the quoted mail without any marks."""
    reply = _reply(mail)
    reply.set_content(
        f"{words}\n\n________________________________\nOd: {mail['From']}\n"
        f"Odesláno: středa 18. listopadu 2026 20:49\nKomu: {mail['To']}\n"
        f"Předmět: {mail['Subject']}\n\n{text_of(mail)}\n"
    )
    return reply


def thunderbird(mail: EmailMessage, words: str) -> EmailMessage:
    """In Polish, the answer at the bottom, with a signature."""
    reply = _reply(mail)
    reply.set_content(
        f"W dniu 18.11.2026 o 20:49, Post & Spade pisze:\n{quoted(mail)}\n\n{words}\n\n"
        "-- \nTomasz\n"
    )
    return reply


def iphone(mail: EmailMessage, words: str) -> EmailMessage:
    """HTML alone, with the line that phones add."""
    reply = _reply(mail)
    page = mail.get_body(("html",))
    assert page is not None
    lines = "</div><div>".join(words.split("\n"))
    reply.set_content(
        f'<html><body dir="auto"><div>{lines}</div><div><br></div><div dir="ltr">Sent from my '
        f'iPhone</div><div dir="ltr"><br><blockquote type="cite">On 18 Nov 2026, at 20:49, '
        f'Post &amp; Spade wrote:<br></blockquote></div><blockquote type="cite">'
        f"{page.get_content()}</blockquote></body></html>",
        "html",
    )
    return reply


PROGRAMS = (gmail, outlook, thunderbird, iphone)
LANGUAGES = ("en", "cs", "pl", "en")


def _reply(mail: EmailMessage) -> EmailMessage:
    reply = EmailMessage()
    reply["From"], reply["To"] = str(mail["To"]), str(mail["Reply-To"])
    reply["Subject"] = f"Re: {mail['Subject']}"
    reply["Message-ID"] = make_msgid(domain="example.org")
    reply["In-Reply-To"] = str(mail["Message-ID"])
    reply["References"] = f"{mail['References']} {mail['Message-ID']}"
    return reply
