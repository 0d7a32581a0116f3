"""What a delivery status notice says: which address, and whether for good."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from email.message import EmailMessage
from enum import StrEnum

from notifications.inbound.addresses import addresses_in, normal_address
from notifications.inbound.body import body_of
from notifications.inbound.wire import content_type, header


class Permanence(StrEnum):
    PERMANENT = "permanent"
    """There is no such mailbox, or it will never take our mail."""
    SOFT = "soft"
    """Given up this time (mailbox full); only repetition means anything."""
    DELAY = "delay"
    """Still being tried: says nothing about the address."""
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Bounce:
    """A mail of ours that did not arrive."""

    addresses: tuple[str, ...]
    permanence: Permanence
    status: str = ""
    """Enhanced status code (RFC 3463), as `5.1.1`."""
    about: str = ""
    """Message-ID of our mail, where the notice names it."""


_STATUS = re.compile(r"(?<![\d.])([245])\.(\d{1,3})\.(\d{1,3})(?![\d.]*\d)")
_REPLY = re.compile(r"(?<![\d.])([45]\d\d)[ :-]")
_FULL = re.compile(
    r"mailbox (?:is )?full|quota|over ?quota|insufficient (?:system )?storage|plná schránka"
    r"|schránka je plná|pełna skrzynka|skrzynka (?:jest )?(?:pełna|przepełniona)|postfach voll",
    re.I,
)
_GIVEN_UP = re.compile(
    r"permanent (?:error|failure)|given up|fatal error|user unknown|unknown user|no such (?:user|"
    r"mailbox|address)|address (?:not found|rejected)|does not exist|could(?:n.t| not) be found"
    r"|doesn.t exist|wasn.t found|undeliverable|not delivered|delivery (?:has )?failed"
    r"|neexistuje|nedoručite[lľ]n|nie istnieje|nieznany (?:użytkownik|odbiorca)|unzustellbar"
    r"|nepodařilo\s+(?:se\s+)?doručit|nepodarilo\s+doručiť|nebyla?\s+nalezen|nebola?\s+nájden"
    r"|niedostarcz|nie\s+(?:można|udało\s+się)\s+dostarczyć|nie\s+znaleziono",
    re.I,
)
_PASSING = re.compile(
    r"retry timeout|timed? ?out|temporar|try (?:again )?later|greylist|connection refused|deferred",
    re.I,
)
"""Given up, but nothing against the address."""
_DELAYED = re.compile(
    r"\bdelay(?:ed)?\b|will (?:be re)?tr(?:y|ied)|still being (?:tried|retried)|warning: message"
    r"|warning: could not send|still undelivered"
    r"|opožděn|zpožděn|opóźnion|verzöger",
    re.I,
)
_ADDRESS = re.compile(r"[\w.+%=~-]+@[\w-]+(?:\.[\w-]+)+")
_COPY_BELOW = re.compile(
    r"^.*(?:-{2,}.*(?:copy of (?:the|your) message|original message|returned message"
    r"|message header)"
    r"|original message headers|diagnostic information for admin).*$",
    re.I | re.M,
)


def bounce_of(message: EmailMessage) -> Bounce:
    """Read the machine's part of the notice; where it is missing, the people's."""
    recipients = list(_recipients(message))
    if recipients:
        return _from_fields(message, recipients)
    return _from_text(message)


def _recipients(message: EmailMessage) -> Iterator[EmailMessage]:
    for part in message.walk():
        if content_type(part) not in {"message/delivery-status", "message/global-delivery-status"}:
            continue
        for group in part.iter_parts() if part.is_multipart() else ():
            if isinstance(group, EmailMessage) and (group["action"] or group["final-recipient"]):
                yield group


def _from_fields(message: EmailMessage, groups: list[EmailMessage]) -> Bounce:
    # Of several receivers, only those count whom it did not reach.
    groups = [
        group for group in groups if header(group, "action").lower() in {"failed", ""}
    ] or groups
    addresses = [_recipient_of(group) for group in groups]
    actions = {header(group, "action").lower() for group in groups}
    status = next((code for group in groups if (code := _code(header(group, "status")))), "")
    said = " ".join(header(group, "diagnostic-code") for group in groups)
    if actions <= {"delayed"}:
        permanence = Permanence.DELAY
    elif actions <= {"delivered", "relayed", "expanded", "delayed"}:
        permanence = Permanence.UNKNOWN
    else:
        permanence = _judged(status or _code(said), said)
    known = tuple(dict.fromkeys(address for address in addresses if address))
    return Bounce(known or _named_in_headers(message), permanence, status, about_of(message))


def _recipient_of(group: EmailMessage) -> str:
    for name in ("original-recipient", "final-recipient"):
        _kind, _, address = header(group, name).partition(";")
        if found := normal_address(address or header(group, name)):
            return found
    return ""


def _from_text(message: EmailMessage) -> Bounce:
    text = body_of(message).text
    # Below lies our own mail with addresses and words of its own.
    text = _COPY_BELOW.split(text, maxsplit=1)[0]
    subject = header(message, "subject")
    named = _named_in_headers(message) or _named_in(text, not_these=_parties(message))
    status = _code(text)
    if _DELAYED.search(subject) and not _GIVEN_UP.search(subject) and not status.startswith("5"):
        return Bounce(named, Permanence.DELAY, "", about_of(message))
    if not status and not _REPLY.search(text) and _PASSING.search(text):
        return Bounce(named, Permanence.SOFT, "", about_of(message))
    if status or _REPLY.search(text) or _GIVEN_UP.search(text) or _GIVEN_UP.search(subject):
        reply = _REPLY.search(text)
        code = status or (f"{reply[1][0]}.0.0" if reply else "5.0.0")
        return Bounce(named, _judged(code, text), status, about_of(message))
    if _FULL.search(text):
        return Bounce(named, Permanence.SOFT, "", about_of(message))
    return Bounce(named, Permanence.UNKNOWN, "", about_of(message))


def _judged(status: str, said: str) -> Permanence:
    if status.startswith("4."):
        return Permanence.SOFT
    # x.2.2: full today, emptied tomorrow.
    if status.endswith(".2.2") or _FULL.search(said):
        return Permanence.SOFT
    return Permanence.PERMANENT if status.startswith("5.") else Permanence.UNKNOWN


def _code(text: str) -> str:
    found = _STATUS.search(text)
    return ".".join(found.groups()) if found else ""


def _named_in_headers(message: EmailMessage) -> tuple[str, ...]:
    return tuple(addresses_in(message, "x-failed-recipients", "x-ms-exchange-failed-recipients"))


def _parties(message: EmailMessage) -> set[str]:
    return set(addresses_in(message, "from", "to", "delivered-to", "x-original-to", "sender"))


def _named_in(text: str, *, not_these: set[str]) -> tuple[str, ...]:
    for candidate in _ADDRESS.findall(text):
        address = normal_address(candidate.strip("."))
        if address and address not in not_these and not address.startswith(("postmaster@", "mail")):
            return (address,)
    return ()


def about_of(message: EmailMessage) -> str:
    """The Message-ID of the mail that a notice is about, or empty."""
    for part in message.walk():
        if content_type(part) == "message/rfc822" and part.is_multipart():
            for inner in part.iter_parts():
                if isinstance(inner, EmailMessage) and (found := header(inner, "message-id")):
                    return found
        if content_type(part) == "text/rfc822-headers":
            payload = part.get_payload(decode=True)
            text = payload.decode("latin-1") if isinstance(payload, bytes) else ""
            if inside := re.search(r"^message-id:\s*(<[^>\s]+>)", text, re.I | re.M):
                return inside[1]
    return header(message, "in-reply-to")
