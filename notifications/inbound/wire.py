"""From bytes as they came over the wire to a message that can be asked."""

from __future__ import annotations

import re
from collections.abc import Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage

_MBOX_LINE = re.compile(rb"\A>?From [^\n]*\n")
_MULTIPART = re.compile(rb"^content-type:[ \t]*multipart/[^\n]*(?:\n[ \t][^\n]*)*", re.I | re.M)
_FIRST_BOUNDARY = re.compile(rb"^--([^\s\"]{1,70})\ncontent-", re.I | re.M)
_HEADER_NAME = re.compile(rb"\A[\x21-\x39\x3b-\x7e]+[ \t]*:")


def parse_message(raw: bytes) -> EmailMessage:
    """Parse leniently: any line ends, a mailbox line or blank space before the headers."""
    data = raw.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    # Some doors hand over files: blank lines and the "From " line of a mailbox come first there.
    while data:
        line, _, rest = data.partition(b"\n")
        if line.strip() and not _MBOX_LINE.match(line + b"\n"):
            break
        if line.strip() and _HEADER_NAME.match(line):
            break
        data = rest
    message = message_from_bytes(_with_boundary(_without_broken_lines(data)), policy=policy.default)
    assert isinstance(message, EmailMessage)
    return message


def _without_broken_lines(data: bytes) -> bytes:
    """A line among the headers that is none would end them for the parser."""
    head, blank, body = data.partition(b"\n\n")
    lines = head.split(b"\n")
    last = max((i for i, line in enumerate(lines) if _HEADER_NAME.match(line)), default=0)
    kept = [
        line
        for index, line in enumerate(lines)
        if index > last or line[:1] in b" \t" or _HEADER_NAME.match(line)
    ]
    return b"\n".join(kept) + blank + body


def _with_boundary(data: bytes) -> bytes:
    """The boundary that the parts have, where the header names none."""
    head, blank, body = data.partition(b"\n\n")
    kind = _MULTIPART.search(head)
    if not kind or b"boundary" in kind[0].lower():
        return data
    first = _FIRST_BOUNDARY.search(body)
    if not first:
        return data
    named = kind[0].rstrip().rstrip(b";") + b'; boundary="' + first[1] + b'"\n'
    return head.replace(kind[0].rstrip(b"\n"), named.rstrip(b"\n"), 1) + blank + body


def header(message: EmailMessage, name: str) -> str:
    """A header as one line of text; a broken one as much as can be read, a missing one empty."""
    return next(iter(headers(message, name)), "")


def headers(message: EmailMessage, name: str) -> list[str]:
    """All headers of this name, top first."""
    return [value for key, value in _all_headers(message) if key == name.lower()]


def _all_headers(message: EmailMessage) -> Iterator[tuple[str, str]]:
    for name, raw_value in message.raw_items():
        try:
            value = str(message.policy.header_fetch_parse(name, raw_value))
        except Exception:  # the parser of the standard library stumbles over some broken headers
            value = str(raw_value)
        yield name.lower(), " ".join(readable(value).split())


def readable(text: str) -> str:
    """Raw eight-bit headers come as surrogates: read them as UTF-8, else as Latin-1."""
    try:
        data = text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "replace").decode("utf-8")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def content_type(part: EmailMessage) -> str:
    """The type of a part; `text/plain` where the header is broken."""
    try:
        return part.get_content_type()
    except Exception:  # same parser, same stumbling
        return "text/plain"


def parameter(part: EmailMessage, name: str) -> str:
    """A parameter of Content-Type, lower case, or empty."""
    try:
        value = part.get_param(name)
    except Exception:
        return ""
    if isinstance(value, tuple):  # RFC 2231: charset, language, text
        value = value[2]
    return str(value or "").strip().strip("\"'").lower()
