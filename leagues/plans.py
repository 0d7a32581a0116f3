"""Doing nothing that was not shown before: a plan says what it will do, and then does just that.

Whatever changes a season is made as a plan by one function. The page shows its lines and the
notices it sends; the button sends back the plan's fingerprint, the same function makes the plan
again under the lock of the season, and only if it is still the same is it carried out.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from django.conf import settings
from django.utils import timezone, translation

from accounts.models import User
from leagues.errors import NotPossible, PlanChanged
from leagues.signals import people_told
from leagues.words import Words


@dataclass(frozen=True, kw_only=True)
class Notice:
    """One thing that people will be told."""

    kind: str
    """One of `leagues.signals.KINDS`."""
    key: str
    users: tuple[User, ...]
    title: Words
    paragraphs: tuple[Words, ...]
    url: str
    button: Words
    about: int = 0
    until: datetime | None = None
    """After this the news are of no use."""


@dataclass(frozen=True, kw_only=True)
class Part:
    """A list that is folded on the page."""

    title: Words
    lines: tuple[Words, ...]


@dataclass(frozen=True, kw_only=True)
class Plan:
    """What would happen. `carry_out` expects the lock and a transaction."""

    title: Words
    carry_out: Callable[[datetime], None]
    lines: tuple[Words, ...] = ()
    parts: tuple[Part, ...] = ()
    notices: tuple[Notice, ...] = ()
    problems: tuple[Words, ...] = ()
    """If there are any, the plan cannot be carried out."""
    warnings: tuple[Words, ...] = field(default=())

    @property
    def told(self) -> int:
        return len({user.pk for notice in self.notices for user in notice.users})

    @property
    def letters(self) -> list[Notice]:
        """For the eye: what reads the same is shown once, with all who get it."""
        merged: dict[tuple[str, ...], Notice] = {}
        for notice in self.notices:
            key = (str(notice.title), *map(str, notice.paragraphs))
            known = merged.get(key)
            merged[key] = replace(known, users=known.users + notice.users) if known else notice
        return [notice for notice in merged.values() if notice.users]

    @property
    def fingerprint(self) -> str:
        """The same for plans that say the same, whatever language the reader speaks."""
        with translation.override(settings.LANGUAGE_CODE), timezone.override("UTC"):
            words = [str(line) for line in (*self.lines, *self.problems)]
            for part in self.parts:
                words += [str(part.title), *map(str, part.lines)]
            for notice in self.notices:
                words += [notice.kind, str(notice.title), *map(str, notice.paragraphs)]
                words += [str(user.pk) for user in notice.users]
        return hashlib.sha256("\n".join(words).encode()).hexdigest()[:24]


def plan_carry_out(plan: Plan, *, seen: str, now: datetime, tell: bool = True) -> None:
    """The caller has made the plan anew, in the transaction and under the lock.

    Without `tell` nobody hears of it: for what is put down as long past.
    """
    if plan.problems:
        raise NotPossible(problem=str(plan.problems[0]))
    if seen != plan.fingerprint:
        raise PlanChanged()
    plan.carry_out(now)
    if tell:
        notices_send(plan.notices)


def notices_send(notices: Sequence[Notice]) -> None:
    for notice in notices:
        if notice.users:
            people_told.send(
                sender=Notice,
                kind=notice.kind,
                users=notice.users,
                key=notice.key,
                title=notice.title,
                paragraphs=notice.paragraphs,
                url=notice.url,
                button=notice.button,
                about=notice.about,
                until=notice.until,
            )
