"""Which part of a mail holds what its sender wrote."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from email.message import EmailMessage
from enum import StrEnum

from notifications.inbound.charsets import decode_text
from notifications.inbound.lines import normal, unflow
from notifications.inbound.markup import html_to_text
from notifications.inbound.wire import content_type, parameter, readable


class Unreadable(StrEnum):
    """Why a mail has no text for us."""

    ENCRYPTED = "encrypted"
    NOT_TEXT = "not-text"
    """Only attachments, or Outlook's winmail.dat."""
    FORWARDED = "forwarded"
    """Another mail is attached, and nothing is written above it."""
    EMPTY = "empty"


@dataclass(frozen=True)
class Body:
    """The text of a mail, normalised; quotes and signatures still in it."""

    text: str
    problem: Unreadable | None = None
    whole: str = ""
    """All text parts together, where there are several: an answer may stand below a picture."""


_ENCRYPTED = {"multipart/encrypted", "application/pgp-encrypted"}
_SMIME = {"application/pkcs7-mime", "application/x-pkcs7-mime"}
LONGEST = 50_000
"""Letters. Nobody writes so much by hand; what is longer was pasted to keep us busy."""
MOST_LINES = 2000
LONGEST_HTML = 100_000
_PGP_MESSAGE = re.compile(r"^-----BEGIN PGP MESSAGE-----", re.M)
_NO_HTML = re.compile(r"[^\n]{0,120}\bHTML\b[^\n]{0,120}\Z", re.I)
"""All that some programs put into the text part."""


def body_of(message: EmailMessage) -> Body:
    """The first text part that is no attachment; where it is empty, the HTML part."""
    if _is_encrypted(message):
        return Body("", Unreadable.ENCRYPTED)
    plain = html = ""
    plains: list[str] = []
    other = forwarded = False
    for part in _leaves(message):
        kind = content_type(part)
        if kind.startswith("multipart/"):  # it names no boundary, or one that never comes
            kind = "text/plain"
        if _is_attachment(part) or kind not in {"text/plain", "text/html"}:
            other = other or not kind.startswith(("text/", "message/"))
            forwarded = forwarded or kind == "message/rfc822"
            continue
        # The first one that says something: a list's footer comes as a further part.
        if kind == "text/plain":
            plains.append(_text_of(part))
            plain = plain if plain.strip() else plains[-1]
        elif kind == "text/html" and not html.strip():
            html = normal(html_to_text(_decoded(part)[:LONGEST_HTML]))
    says_nothing = not plain.strip() or (html.strip() and _NO_HTML.match(plain.strip()))
    text = html if says_nothing else plain
    if _PGP_MESSAGE.search(text):
        return Body("", Unreadable.ENCRYPTED)
    if text.strip():
        whole = "\n".join(plains) if len(plains) > 1 and not says_nothing else ""
        return Body(_cut(_unsigned(text)), whole=_cut(whole))
    if forwarded:
        return Body("", Unreadable.FORWARDED)
    return Body("", Unreadable.NOT_TEXT if other else Unreadable.EMPTY)


def _leaves(part: EmailMessage) -> Iterator[EmailMessage]:
    """All parts in order, but not what stands inside a forwarded message."""
    if content_type(part) == "message/rfc822" or not part.is_multipart():
        yield part
        return
    for inner in part.iter_parts():
        if isinstance(inner, EmailMessage):
            yield from _leaves(inner)


def _is_attachment(part: EmailMessage) -> bool:
    disposition = str(part.get("content-disposition") or "").strip().lower()
    return disposition.startswith("attachment") or bool(part.get_filename())


def _is_encrypted(message: EmailMessage) -> bool:
    for part in message.walk():
        kind = content_type(part)
        if kind in _ENCRYPTED:
            return True
        if kind in _SMIME and parameter(part, "smime-type") != "signed-data":
            return True
    return False


def _decoded(part: EmailMessage) -> str:
    data = part.get_payload(decode=True)
    if data is None and isinstance(text := part.get_payload(), str):
        return readable(text)
    return decode_text(data, parameter(part, "charset")) if isinstance(data, bytes) else ""


def _text_of(part: EmailMessage) -> str:
    text = _decoded(part)
    if parameter(part, "format") == "flowed":
        text = unflow(text, delete_space=parameter(part, "delsp") == "yes")
    return normal(text)


def _cut(text: str) -> str:
    return "\n".join(text[:LONGEST].split("\n")[:MOST_LINES])


def _unsigned(text: str) -> str:
    """The words inside an inline PGP signature, without its armour."""
    if not text.lstrip().startswith("-----BEGIN PGP SIGNED MESSAGE-----"):
        return text
    _, _, rest = text.partition("\n\n")
    words, _, _ = rest.partition("-----BEGIN PGP SIGNATURE-----")
    return "\n".join(line.removeprefix("- ") for line in words.split("\n"))
