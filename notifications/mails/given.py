"""News whose words the sender gives: of leagues, of the forum, tests of a channel.

The facts are `title`, `paragraphs`, `url`, `button`, and `until` (a time in ISO 8601) if the news
are of no use after it. They are stored in the reader's language.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _

from games.models import SeatOffer
from notifications.inbound.tokens import ReplyToken, reply_address
from notifications.mails.briefs import Words, abridges
from notifications.mails.letters import Letter
from notifications.mails.registry import writes
from notifications.models import Notification

GIVEN_KINDS = (
    "league-season",
    "league-check-in",
    "league-schedule",
    "league-result",
    "league-message",
    "substitute-wanted",
    "test",
)


def facts_of(
    *,
    title: object,
    paragraphs: Iterable[object] = (),
    url: str = "/",
    button: object = "",
    until: datetime | None = None,
) -> dict[str, Any]:
    """Facts as they are stored: lazy texts are said in the language that is active."""
    return {
        "title": str(title),
        "paragraphs": [str(paragraph) for paragraph in paragraphs],
        "url": url,
        "button": str(button),
        "until": until.isoformat() if until else "",
    }


def is_of_use(row: Notification) -> bool:
    """Until its time, and as long as the seat that it may be about is offered."""
    until, seat = until_of(row), row.facts.get("seat")
    if seat and not SeatOffer.objects.filter(seat=seat, closed_at=None).exists():
        return False
    return until is None or timezone.now() < until


def until_of(row: Notification) -> datetime | None:
    value = row.facts.get("until")
    return datetime.fromisoformat(value) if value else None


@writes(*GIVEN_KINDS, still_true=is_of_use)
def write_given(row: Notification, now: datetime) -> Letter:
    title = row.facts["title"]
    return Letter(
        subject=f"{row.game.name}: {title}" if row.game else title,
        title=title,
        url=row.facts["url"],
        button=row.facts["button"] or _("Read more"),
        paragraphs=tuple(row.facts["paragraphs"]),
        reply_to=check_in_address(season_id=row.about, now=now)
        if row.kind == "league-check-in" and row.about
        else "",
    )


@abridges(*GIVEN_KINDS)
def given_in_brief(row: Notification, now: datetime) -> Words:
    letter = write_given(row, now)
    return Words(
        title=letter.subject,
        lines=letter.paragraphs,
        url=letter.url,
        button=letter.button,
        until=until_of(row),
    )


def check_in_address(*, season_id: int, now: datetime) -> str:
    """Where a check-in mail is answered; who answers is known by the address of the sender."""
    token = ReplyToken("check-in", season_id, now + timedelta(days=60))
    return reply_address(token, base=settings.REPLY_ADDRESS)
