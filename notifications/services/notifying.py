"""Writing down that people are to be told something: a row for each channel, with its cause."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Min
from django.utils import timezone

from accounts.models import User
from games.models import Game
from notifications.kinds import OUTWARD, kind_of
from notifications.models import Notification
from notifications.reaching import Plan, Wish, plans_for
from operations.hints import worker_call

State = Notification.State


@dataclass(frozen=True, kw_only=True)
class News:
    """Something that one person is to be told."""

    kind: str
    user: User
    key: str
    """Names the cause and the person: the same is written once."""
    game: Game | None = None
    about: int = 0
    facts: Mapping[str, Any] = field(default_factory=dict)
    due_at: datetime | None = None
    latest: datetime | None = None
    """Of no use after this, so that quiet hours rather bring it forward."""

    @property
    def wish(self) -> Wish:
        return self.user.pk, self.kind, self.game.pk if self.game else None


def notify(
    *,
    kind: str,
    user: User,
    key: str,
    game: Game | None = None,
    about: int = 0,
    facts: Mapping[str, Any] | None = None,
    due_at: datetime | None = None,
    latest: datetime | None = None,
) -> None:
    """Write down that somebody is to be told, once for each channel on which he wants to hear it.

    Call it in the transaction of the cause.
    """
    notify_all(
        [
            News(
                kind=kind,
                user=user,
                key=key,
                game=game,
                about=about,
                facts=facts or {},
                due_at=due_at,
                latest=latest,
            )
        ]
    )


def notify_all(told: Collection[News]) -> None:
    """The same for any number of people, with a handful of questions to the database."""
    if not told:
        return
    plans = plans_for({news.wish for news in told})
    now = timezone.now()
    rows = [
        _row(news, channel, plans[news.wish], now)
        for news in told
        for channel in plans[news.wish].channels
        # What is asked at a table is in the calendar without a row.
        if channel != "calendar" or news.facts.get("until")
    ]
    if rows:
        Notification.objects.bulk_create(rows, ignore_conflicts=True)
        call_when_written(rows)


def _row(news: News, channel: str, plan: Plan, now: datetime) -> Notification:
    return Notification(
        key=news.key,
        kind=news.kind,
        channel=channel,
        instead_of=plan.instead_of.get(channel, ""),
        user=news.user,
        game=news.game,
        about=news.about,
        facts=dict(news.facts),
        **_timing(plan, news, channel, news.due_at or now),
    )


def _timing(plan: Plan, news: News, channel: str, planned: datetime) -> dict[str, Any]:
    """When it is to go, and whether with others."""
    if channel == "calendar":  # nothing is sent: the calendar comes and reads
        return {"planned_at": planned, "due_at": planned, "state": State.TOLD}
    reach = plan.reach
    if channel == "daily":
        due = reach.daily_after(planned)
        return {"planned_at": due, "due_at": reach.allowed_at(due), "bundled": True}
    bundled = channel == "mail" and bool(reach.bundle) and not kind_of(news.kind).urgent
    due = _end_of_pause(news.user, planned, reach.bundle) if bundled else planned
    due = reach.allowed_at(due, latest=news.latest)
    return {"planned_at": max(planned, due), "due_at": due, "bundled": bundled}


def _end_of_pause(user: User, planned: datetime, pause: timedelta) -> datetime:
    """With the mail that waits already, else a pause from now."""
    waiting = Notification.objects.filter(
        user=user, channel="mail", bundled=True, state=State.QUEUED, due_at__gte=planned
    )
    first: datetime | None = waiting.aggregate(first=Min("due_at"))["first"]
    return min(first or planned + pause, planned + pause)


def call_when_written(rows: Sequence[Notification]) -> None:
    """Workers are called after the commit, unless all rows have to wait."""
    from notifications.tasks import reach_out_now, tell_now

    now = timezone.now()
    due = {row.channel for row in rows if row.state == State.QUEUED and row.due_at <= now}
    if due - set(OUTWARD):
        transaction.on_commit(lambda: worker_call(tell_now))
    if due & set(OUTWARD):
        transaction.on_commit(lambda: worker_call(reach_out_now))
