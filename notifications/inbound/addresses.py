"""Addresses of senders and receivers, in the one form in which they are compared."""

from __future__ import annotations

import re
from dataclasses import dataclass
from email.message import EmailMessage
from email.utils import getaddresses

from notifications.inbound.wire import headers

_SHAPE = re.compile(r"^[^\s@<>\"(),:;\[\]\\]{1,64}@[a-z0-9-]+(?:\.[a-z0-9-]+)*$")


def normal_address(address: str) -> str:
    """Lower case, ASCII domain, no blanks; empty if it is no address.

    Dots and +tags stay: only some providers ignore them, and a guess would let a stranger in.
    """
    local, at, domain = address.strip().strip("<>").strip().rpartition("@")
    if not at:
        return ""
    try:
        domain = domain.rstrip(".").encode("idna").decode("ascii")
    except UnicodeError:
        return ""
    whole = f"{local}@{domain}".lower()
    return whole if _SHAPE.match(whole) and len(whole) <= 254 else ""


def domain_of(address: str) -> str:
    return normal_address(address).rpartition("@")[2]


@dataclass(frozen=True)
class Sender:
    """Whom a mail claims to be from; `problem` is a reason code if that is not clear."""

    address: str
    problem: str = ""
    name: str = ""
    """As the mail shows it; people sign with it."""


def sender_of(message: EmailMessage) -> Sender:
    """The one address in the one From header."""
    found = headers(message, "from")
    if not found:
        return Sender("", "sender-missing")
    if len(found) > 1:
        return Sender("", "sender-not-clear")
    pairs = [pair for pair in getaddresses(found) if pair[1] or pair[0]]
    addresses = {normal_address(address) for _, address in pairs if "@" in address}
    if len(addresses) > 1 or len(pairs) > 1:
        return Sender("", "sender-not-clear")
    address = next(iter(addresses), "")
    if not address:
        return Sender("", "sender-not-readable")
    return Sender(address, name=pairs[0][0])


def addresses_in(message: EmailMessage, *names: str) -> list[str]:
    """All well-formed addresses in these headers, in order."""
    values = [value for name in names for value in headers(message, name)]
    found = (normal_address(address) for _, address in getaddresses(values))
    return list(dict.fromkeys(address for address in found if address))
