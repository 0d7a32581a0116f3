"""Mails as compact text: files in `letters/` hold many, each with what is to be read from it.

A case begins with `##### name`. Lines of facts follow, then `.....`, then the body as its reader
sees it; here it is put into the charset and the transfer encoding that its facts name.
"""

from __future__ import annotations

import base64
import quopri
import re
from dataclasses import dataclass, field
from pathlib import Path

from notifications.inbound.commands import Order, OrderKind

FOLDER = Path(__file__).parent / "letters"
OUR_ADDRESS = "move+kq7h2q9m4x2abc3d@reply.example.net"
QUOTED = [
    "North Shore: your turn",
    "Round 3, dwarves",
    "",
    "Please answer by Sat 14 Nov, 20:00 (1 day 6 hours left).",
    "",
    "YOU HAVE",
    "7 coins, 5 workers, 31 points",
    "",
    "ANSWER THIS MAIL with a line or its number, for example:",
    "1) upgrade Q9 to SH",
    "2) pass BON9",
    "yes",
    "3",
    "",
    "Open the game: https://play.example.net/table/4711",
    "",
    "-- ",
    "Change what we tell you: https://play.example.net/settings",
]
"""Our mail as it is quoted: full of commands that nobody gave."""
_PLACES = {
    "@A@": OUR_ADDRESS,
    "@Q@": QUOTED[0],
    "@PLAIN@": "\n".join(QUOTED),
    "@MARKED@": "\n".join(f"> {line}".rstrip() for line in QUOTED),
    "@INDENTED@": "\n".join(f"    {line}  " for line in QUOTED),
    "@HTML@": "<table><tr><td>" + "<br>".join(QUOTED) + "</td></tr></table>",
}
_HEADERS = {
    "From": "Player <player@example.org>",
    "To": f"Post & Spade <{OUR_ADDRESS}>",
    "Subject": "Re: North Shore: your turn",
    "Message-ID": "<1@example.org>",
    "MIME-Version": "1.0",
    "Content-Type": "text/plain; charset=utf-8",
}


@dataclass
class Case:
    name: str
    raw: bytes
    words: str
    order: Order | None
    chat: str
    reason: str
    kind: list[str] = field(default_factory=list)
    """Of a machine: its sort, then what a notice says."""
    language: str = "en"


def cases(file: str, content_type: str = "text/plain; charset=utf-8") -> list[Case]:
    text = (FOLDER / f"{file}.txt").read_text(encoding="utf-8")
    return [_case(part, content_type) for part in re.split(r"^##### ", text, flags=re.M)[1:]]


def _case(part: str, content_type: str) -> Case:
    facts, _, body = part.partition("\n.....\n")
    name, *lines = facts.split("\n")
    known: dict[str, list[str]] = {}
    for line in lines:
        key, _, value = line.partition(" ")
        known.setdefault(key, []).append(value)
    return Case(
        name=name,
        raw=_raw(known, body, content_type),
        words="\n".join(known.get("words", [])),
        order=_order(known["order"][0]) if "order" in known else None,
        chat=known.get("chat", [""])[0],
        reason=known.get("why", [""])[0],
        kind=known.get("kind", [""])[0].split(),
        language=known.get("lang", ["en"])[0],
    )


def _order(text: str) -> Order:
    kind, _, rest = text.partition(" ")
    if kind in ("choice", "vacation"):
        return Order(OrderKind(kind), int(rest))
    return Order(OrderKind(kind), lines=tuple(rest.split(" | ")) if rest else ())


def _raw(known: dict[str, list[str]], body: str, content_type: str) -> bytes:
    for place, text in _PLACES.items():
        body = body.replace(place, text)
    headers = {**_HEADERS, "Content-Type": content_type}
    broken = []
    for line in known.get("head", []):
        name, colon, value = line.partition(":")
        if colon:
            headers[name] = value.strip()
        else:
            broken.append(line)
    data = body.encode(known.get("bytes", ["utf-8"])[0])
    transfer = known.get("as", [""])[0]
    if transfer == "base64":
        data = base64.encodebytes(data)
    elif transfer == "quoted-printable":
        # Breaks that the case sets itself stay where it wants them.
        data = b"=\n".join(quopri.encodestring(piece) for piece in data.split(b"=\n"))
    if transfer:
        headers["Content-Transfer-Encoding"] = transfer.removeprefix("raw-")
    lines = [f"{name}: {value}" for name, value in headers.items() if value]
    lines[1:1] = [f"{name}:" for name in headers if not headers[name] and name.startswith("X-")]
    lines[1:1] = broken
    head = "\n".join(lines) + "\n"
    return f"{head}\n".encode() + data
