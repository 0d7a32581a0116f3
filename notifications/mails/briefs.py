"""The same news in two lines: for browsers, webhooks, and the mail that tells many things."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from notifications.kinds import kind_of
from notifications.mails.letters import Letter, absolute
from notifications.mails.registry import writer_for
from notifications.models import Notification


@dataclass(frozen=True, kw_only=True)
class Brief:
    """What is to be told, without its envelope."""

    key: str
    """The same however often it is sent."""
    kind: str
    title: str
    lines: tuple[str, ...]
    url: str
    """Whole, with the site's address."""
    button: str
    topic: str
    """What it is about: of several about the same, only the newest matters."""
    asks: bool
    game_id: int | None = None
    until: datetime | None = None
    """Of no use after this."""
    reply_to: str = ""


@dataclass(frozen=True, kw_only=True)
class Words:
    """What a writer of briefs gives."""

    title: str
    lines: tuple[str, ...]
    url: str
    button: str
    until: datetime | None = None
    reply_to: str = ""


Abridge = Callable[[Notification, datetime], Words]

_short: dict[str, Abridge] = {}


def abridges(*kinds: str) -> Callable[[Abridge], Abridge]:
    """Register the function that says these kinds in few words; else the letter is shortened."""

    def register(abridge: Abridge) -> Abridge:
        for kind in kinds:
            if _short.get(kind, abridge) is not abridge:
                raise ValueError(f"two short forms of the kind {kind!r}")
            _short[kind] = abridge
        return abridge

    return register


def brief_of(row: Notification, now: datetime) -> Brief:
    """In the language and time zone that are active."""
    abridge = _short.get(row.kind)
    words = abridge(row, now) if abridge else words_of_letter(writer_for(row.kind).write(row, now))
    return Brief(
        key=f"{row.key}:{row.channel}",
        kind=row.kind,
        title=" ".join(words.title.split()),
        lines=words.lines,
        url=absolute(words.url),
        button=words.button,
        topic=f"{row.game_id}:{row.kind}" if row.game_id else row.key,
        asks=kind_of(row.kind).asks,
        game_id=row.game_id,
        until=words.until,
        reply_to=words.reply_to,
    )


def words_of_letter(letter: Letter) -> Words:
    return Words(
        title=letter.subject,
        lines=tuple(letter.paragraphs),
        url=letter.url,
        button=letter.button,
    )
