"""What leagues and tournaments tell people becomes notifications, with its cause."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.dispatch import receiver

from accounts.models import User
from games.models import Game
from leagues.signals import people_told
from notifications.mails.given import facts_of
from notifications.mails.letters import words_of
from notifications.services.notifying import notify

WISHES = {
    "season-open": "league-season",
    "check-in": "league-check-in",
    "season-start": "league-schedule",
    "season-news": "league-schedule",
    "league-result": "league-result",
    "league-ruling": "league-result",
    "league-message": "league-message",
    "league-nudge": "league-message",
    "substitute-wanted": "substitute-wanted",
    "substitute-briefing": "league-schedule",
}
"""Which wish of the settings each kind of news obeys."""


@receiver(people_told)
def tell_people(
    *,
    kind: str,
    users: Iterable[User],
    key: str,
    title: object,
    paragraphs: Iterable[object] = (),
    url: str = "/",
    button: object = "",
    about: int = 0,
    game: Game | None = None,
    until: datetime | None = None,
    **_: Any,
) -> None:
    """The words are lazy: said once for each reader, in his language and time zone."""
    texts = list(paragraphs)
    for user in users:
        with words_of(user):
            facts = facts_of(title=title, paragraphs=texts, url=url, button=button, until=until)
        notify(
            kind=WISHES[kind],
            user=user,
            key=f"league:{key}:{user.pk}",
            game=game,
            about=about,
            facts=facts,
        )
