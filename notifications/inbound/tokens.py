"""Reply addresses: a signed token that says what a mail answers.

The token is the part after `+` in the local part, at most 64 characters with its prefix. Its
alphabet is base32 in lower case, because mail servers on the way may change case.
"""

from __future__ import annotations

import base64
import binascii
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.utils.crypto import constant_time_compare, salted_hmac

from notifications.inbound.addresses import normal_address
from notifications.inbound.reasons import Reason

KINDS = {"game": 1, "forum": 2, "bounce": 3, "resign": 4, "appeal": 5, "check-in": 6, "news": 7}
"""Numbers are in addresses out there: add, never change."""
_KIND_OF = {number: kind for kind, number in KINDS.items()}

LONGEST_LOCAL_PART = 64
_SALT = "notifications.reply-token"
_MAC_BYTES = 10
_EPOCH = datetime(2025, 1, 1, tzinfo=UTC)


class TokenRefused(Exception):
    """`reason` is one of TOKEN_MISSING, TOKEN_FORGED, TOKEN_EXPIRED."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True)
class ReplyToken:
    """What a reply is about. For `forum`, subject and decision are topic and post; a mail about
    several topics has none. For `appeal`, the subject is the line of the moderators' log; for
    `news`, the announcement."""

    kind: str
    subject: int
    """Id of the game, topic or outgoing mail."""
    expires_at: datetime
    seat: int = 0
    decision: int = 0
    """Id of the open decision, of the post, or of the mail that wished to resign."""
    revision: int = 0
    """Length of the log that the mail showed."""


def token_write(token: ReplyToken) -> str:
    """Numbers as variable-length bytes, then the signature."""
    numbers = (token.subject, token.seat, token.decision, token.revision, _hours(token.expires_at))
    if min(numbers) < 0:
        raise ValueError("a reply token holds no negative numbers")
    body = bytes([KINDS[token.kind]]) + b"".join(_varint(number) for number in numbers)
    return _base32(body + _mac(body, settings.SECRET_KEY))


def token_open(text: str) -> ReplyToken:
    """Whatever its age; raises TokenRefused if it was not written by us."""
    body = _verified(text)
    kind = _KIND_OF.get(body[0])
    numbers = _numbers(body[1:])
    if kind is None or len(numbers) != 5:
        raise TokenRefused(Reason.TOKEN_FORGED)
    subject, seat, decision, revision, hours = numbers
    return ReplyToken(kind, subject, _EPOCH + timedelta(hours=hours), seat, decision, revision)


def token_read(text: str, *, now: datetime) -> ReplyToken:
    """As `token_open`, but refused once its time is over."""
    token = token_open(text)
    if now >= token.expires_at:
        raise TokenRefused(Reason.TOKEN_EXPIRED)
    return token


def reply_address(token: ReplyToken, *, base: str) -> str:
    """`move@mail.example.org` becomes `move+token@mail.example.org`."""
    local, _, domain = base.rpartition("@")
    whole = f"{local}+{token_write(token)}"
    if len(whole) > LONGEST_LOCAL_PART:
        raise ValueError(f"the reply address would be too long: {whole!r}")
    return f"{whole}@{domain}"


def token_in(address: str, *, base: str) -> str:
    """The token text in an address of ours; raises TokenRefused if it is none of ours."""
    local, _, domain = normal_address(address).rpartition("@")
    our_local, _, our_domain = normal_address(base).rpartition("@")
    begun, plus, token = local.partition("+")
    if not domain or domain != our_domain or begun != our_local or not plus or not token:
        raise TokenRefused(Reason.TOKEN_MISSING)
    return token


def _hours(moment: datetime) -> int:
    """Rounded up: an address lives at least as long as was promised."""
    return -((_EPOCH - moment) // timedelta(hours=1))


def _varint(number: int) -> bytes:
    done = bytearray()
    while number > 0x7F:
        done.append(number & 0x7F | 0x80)
        number >>= 7
    done.append(number)
    return bytes(done)


def _numbers(data: bytes) -> list[int]:
    numbers, value, shift = [], 0, 0
    for byte in data:
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            numbers.append(value)
            value = shift = 0
    return [] if shift else numbers


def _base32(data: bytes) -> str:
    return base64.b32encode(data).decode("ascii").rstrip("=").lower()


def _mac(body: bytes, secret: str | bytes) -> bytes:
    return salted_hmac(_SALT, body, secret=secret, algorithm="sha256").digest()[:_MAC_BYTES]


def _verified(text: str) -> bytes:
    folded = text.strip().lower()
    try:
        data = base64.b32decode(folded.upper() + "=" * (-len(folded) % 8))
    except (binascii.Error, ValueError):
        raise TokenRefused(Reason.TOKEN_FORGED) from None
    body, mac = data[:-_MAC_BYTES], data[-_MAC_BYTES:]
    # Several texts decode to the same bytes; only one of them was written by us.
    if len(body) < 2 or _base32(data) != folded:
        raise TokenRefused(Reason.TOKEN_FORGED)
    secrets = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    if not any(constant_time_compare(mac, _mac(body, secret)) for secret in secrets):
        raise TokenRefused(Reason.TOKEN_FORGED)
    return body
