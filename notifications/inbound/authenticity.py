"""Whether the sender's domain vouches for a mail, as our own receiving server found.

Only headers of our server count (RFC 8601): anybody can write such a header into a mail. The server
must remove foreign ones that bear its name; to be safe, only the topmost part is looked at.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from email.message import EmailMessage
from enum import StrEnum

from notifications.inbound.addresses import domain_of
from notifications.inbound.wire import header

SIZE_LIMIT = 5 * 1024 * 1024
"""Bytes. A reply is a few kilobytes; a photograph of the board attached by mistake may pass."""


class Vouching(StrEnum):
    PROVEN = "proven"
    REFUTED = "refuted"
    """Our server checked, and nothing speaks for the sender."""
    NOT_STATED = "not-stated"


@dataclass(frozen=True)
class Check:
    """One result of one method, with the domain it was found for."""

    method: str
    result: str
    domain: str


_COMMENT = re.compile(r"\((?:[^()]|\([^()]*\))*\)")
_RESULT = re.compile(r"^\s*([a-z0-9-]+)(?:/\d+)?\s*=\s*([a-z]+)", re.I)
_PROPERTY = re.compile(r"([a-z0-9-]+)\.([a-z0-9_.-]+)\s*=\s*(\"[^\"]*\"|\S+)", re.I)
_DOMAIN_IN = {
    "dkim": ("header.d", "header.i"),
    "spf": ("smtp.mailfrom", "smtp.helo"),
    "dmarc": ("header.from",),
}


def checks_of(message: EmailMessage, *, server: str, hops: int = 1) -> list[Check]:
    """What the server of this name found; `hops` is how many Received lines are our own."""
    if not server:
        return []
    found: list[Check] = []
    received = 0
    for name, value in message.raw_items():
        if name.lower() == "received":
            received += 1
            if received > hops:
                break
        elif name.lower() == "authentication-results":
            found.extend(_read(" ".join(str(value).split()), server))
    return found


def _read(value: str, server: str) -> list[Check]:
    first, *parts = _COMMENT.sub(" ", value).split(";")
    named = first.split()
    if not named or named[0].lower().strip('"') != server.lower():
        return []
    checks = []
    for part in parts:
        if result := _RESULT.match(part):
            method = result[1].lower()
            properties = {f"{p[0]}.{p[1]}".lower(): p[2] for p in _PROPERTY.findall(part)}
            domain = next(
                (
                    properties[name].strip('"').rpartition("@")[2].lower().rstrip(".")
                    for name in _DOMAIN_IN.get(method, ())
                    if name in properties
                ),
                "",
            )
            checks.append(Check(method, result[2].lower(), domain))
    return checks


def vouching_for(message: EmailMessage, *, address: str, server: str, hops: int = 1) -> Vouching:
    """Does SPF or DKIM, for the very domain of the sender, speak for this mail?"""
    checks = checks_of(message, server=server, hops=hops)
    if not checks:
        return Vouching.NOT_STATED
    domain = domain_of(address)
    if any(check.method == "dmarc" and check.result == "fail" for check in checks):
        return Vouching.REFUTED
    for check in checks:
        if check.method in _DOMAIN_IN and check.result == "pass" and _aligned(check.domain, domain):
            return Vouching.PROVEN
    return Vouching.REFUTED


def _aligned(checked: str, claimed: str) -> bool:
    """The same domain, or one below the other, as mail of subdomains is signed by the parent."""
    if not checked or not claimed or "." not in checked:
        return False
    return checked == claimed or claimed.endswith(f".{checked}") or checked.endswith(f".{claimed}")


def message_key(message: EmailMessage, raw: bytes, *, sender: str, recipient: str) -> str:
    """The same for the same mail that arrives twice.

    Sender and receiver belong to it: else a stranger could block a mail by sending its Message-ID
    first. A mail without one is known by its bytes.
    """
    name = header(message, "message-id") or hashlib.sha256(raw).hexdigest()
    parts = "\n".join((name, sender.lower(), recipient.lower()))
    return hashlib.sha256(parts.encode("utf-8", "replace")).hexdigest()
