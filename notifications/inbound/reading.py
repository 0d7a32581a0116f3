"""The whole way from the bytes of a mail to what its sender wants."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from email.message import EmailMessage

from notifications.inbound.addresses import Sender, sender_of
from notifications.inbound.body import Unreadable, body_of
from notifications.inbound.machine import MachineMail, machine_mail
from notifications.inbound.quotes import OwnWords, own_words
from notifications.inbound.reasons import Reason
from notifications.inbound.vocabulary import SAY
from notifications.inbound.wire import header, parse_message

_UNREADABLE = {
    Unreadable.ENCRYPTED: Reason.ENCRYPTED,
    Unreadable.NOT_TEXT: Reason.NOT_TEXT,
    Unreadable.FORWARDED: Reason.FORWARDED,
    Unreadable.EMPTY: Reason.NOTHING_WRITTEN,
}


_FORWARD_SUBJECT = re.compile(r"^(?:fwd?|fw|wg|tr|pd|rv|enc|doorst|vb|wtr)\s*:", re.I)
"""As mail programs write it in the languages around."""


@dataclass(frozen=True)
class Mail:
    """A mail that was read. `reason` is set where its words must not be acted upon."""

    message: EmailMessage
    message_id: str
    sender: Sender
    machine: MachineMail | None
    words: str
    """The sender's own, without quotes and signatures."""
    reason: Reason


def read_mail(
    raw: bytes,
    *,
    envelope_sender: str | None = None,
    ours: Collection[str] = (),
    ours_in_quotes: Collection[str] = (),
) -> Mail:
    """Parse, tell machine from person, take out what is not the sender's own.

    `ours_in_quotes`: texts that every mail of ours holds near its ready-made commands (the reply
    address, the address of the site). If one of them is among the words that are left, the quote
    was not recognised, and nothing of it may be played.
    """
    message = parse_message(raw)
    machine = machine_mail(message, envelope_sender=envelope_sender, ours=ours)
    body = body_of(message)
    words = own_words(body.text)
    if not words.text and body.whole:
        words = own_words(body.whole)
    reason = Reason.NONE
    if body.problem:
        reason = _UNREADABLE[body.problem]
    elif not words.text:
        passed_on = words.quoted and _FORWARD_SUBJECT.match(header(message, "subject"))
        forwarded = words.forwarded or passed_on
        reason = Reason.FORWARDED if forwarded else Reason.NOTHING_WRITTEN
    elif _quote_leaks(words, ours_in_quotes):
        reason = Reason.QUOTE_NOT_CLEAR
    return Mail(
        message, header(message, "message-id"), sender_of(message), machine, words.text, reason
    )


def _quote_leaks(words: OwnWords, ours: Collection[str]) -> bool:
    commands = []
    for line in words.text.split("\n"):
        if SAY.match(line):
            break  # a link in the chat harms nobody
        commands.append(line)
    text = "\n".join(commands).casefold()
    return any(mark.casefold() in text for mark in ours if mark)
