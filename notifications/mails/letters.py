"""A letter about a table becomes a mail: text, HTML, and the headers that mail programs want."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from email.mime.image import MIMEImage
from email.utils import formataddr, parseaddr
from typing import Any

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import formats, timezone, translation
from django.utils.translation import pgettext

from accounts.models import User
from accounts.time_zones import zone_of
from games.models import Game
from notifications.unsubscribing import unsubscribe_address

_SHORT_LINES = re.compile(r"(</?(?:tr|td|table|p|div)\b[^>]*>)(?!\n)")
"""Where a page may be broken: longer lines would travel encoded, larger and slower."""
_MESSAGE_ID = re.compile(r"^<[!-;=?-~]{1,250}>$")


@dataclass(frozen=True)
class Picture:
    """A PNG that travels in the mail."""

    content: bytes
    words: str
    """What it shows, for who does not see it."""


@dataclass(frozen=True, kw_only=True)
class Letter:
    """What a mail says, before it is put into an envelope."""

    subject: str
    title: str
    url: str
    """Where the button leads, without the site's address."""
    button: str
    paragraphs: tuple[str, ...] = ()
    template: str = "plain"
    facts: Mapping[str, Any] = field(default_factory=dict)
    reply_to: str = ""
    in_reply_to: str = ""
    """The Message-ID of the mail that this one answers."""
    thread: str = ""
    """What it belongs to, as "topic-7.forum"; else the game, if there is one."""
    stop: str = ""
    """The whole address that ends mails like this one; else one for game, kind and everything."""
    automatic: str = "auto-generated"
    """What Auto-Submitted says (RFC 3834)."""
    teaser: str = ""
    """What mail programs show beside the subject."""
    picture: Picture | None = None


@contextmanager
def words_of(user: User) -> Iterator[None]:
    """The reader's language and time zone."""
    with (
        translation.override(user.language or settings.LANGUAGE_CODE),
        timezone.override(zone_of(user.time_zone)),
    ):
        yield


def mail_of(
    letter: Letter, *, to: User, address: str = "", kind: str, game: Game | None, message_id: str
) -> EmailMultiAlternatives:
    """The mail, in the language that is active."""
    unsubscribe = letter.stop or unsubscribe_address(user=to, kind=kind, game=game)
    facts = {
        **letter.facts,
        "letter": letter,
        "table": game,
        "receiver": to,
        "url": absolute(letter.url),
        "unsubscribe_url": unsubscribe,
        "settings_url": absolute(reverse("notification_settings")),
        "site_url": settings.SITE_URL,
        "language": translation.get_language() or settings.LANGUAGE_CODE,
    }
    if letter.picture:
        # Named after the mail: the same name in another mail of the thread is another picture.
        facts["picture_id"] = f"board.{message_id.strip('<>')}"
    folder = "notifications/email"
    mail = EmailMultiAlternatives(
        subject=" ".join(letter.subject.split()),
        body=render_to_string(f"{folder}/{letter.template}.txt", facts).strip() + "\n",
        to=[formataddr((to.username, address or to.email))],
        reply_to=[letter.reply_to] if letter.reply_to else None,
        headers={
            "Message-ID": message_id,
            **machine_headers(automatic=letter.automatic, unsubscribe=unsubscribe),
            **_thread(letter, game),
        },
    )
    page = render_to_string(f"{folder}/{letter.template}.html", facts)
    mail.attach_alternative(_SHORT_LINES.sub(r"\1\n", page), "text/html")
    if letter.picture:
        _enclose(mail, letter.picture, facts["picture_id"])
    return mail


def machine_headers(*, automatic: str = "auto-generated", unsubscribe: str = "") -> dict[str, str]:
    """What tells other programs that no person wrote this, and how it is ended (RFC 8058)."""
    headers = {
        "Auto-Submitted": automatic,
        # Exchange knows no Auto-Submitted: without this it sends "out of office" for each turn.
        "X-Auto-Response-Suppress": "OOF, AutoReply",
    }
    if unsubscribe:
        headers["List-Unsubscribe"] = f"<{unsubscribe}>"
        headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    return headers


def _enclose(mail: EmailMultiAlternatives, picture: Picture, name: str) -> None:
    """As a part of the page, not as an attachment, and nothing is fetched from anywhere."""
    part = MIMEImage(picture.content, "png")
    part["Content-ID"] = f"<{name}>"
    part["Content-Disposition"] = 'inline; filename="board.png"'
    mail.mixed_subtype = "related"  # type: ignore[attr-defined]  # the stubs do not know it
    mail.attach(part)


def _thread(letter: Letter, game: Game | None) -> dict[str, str]:
    """One thread and one list for each game or topic."""
    name = letter.thread or (f"game-{game.pk}" if game else "")
    if not name:
        return {}
    root = f"<{name}@{mail_domain()}>"
    # Somebody else wrote it, so it must not be more than an id.
    answered = letter.in_reply_to if _MESSAGE_ID.match(letter.in_reply_to) else ""
    return {
        "In-Reply-To": answered or root,
        "References": f"{root} {answered}".strip(),
        "List-Id": f"<{name}.{mail_domain()}>",
    }


def moment_words(at: datetime) -> str:
    """A day and a time in the reader's zone, which is named."""
    local = timezone.localtime(at)
    form = pgettext("how a day and a time are written in mails", "D j M, H:i")
    written = formats.date_format(local, form)
    # It stands within a sentence, where Polish writes days small and Django does not know it.
    written = written.lower() if translation.get_language() == "pl" else written
    return f"{written} {local.tzname()}"


def mail_domain() -> str:
    return parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2] or "localhost"


def absolute(path: str) -> str:
    return settings.SITE_URL.rstrip("/") + path
