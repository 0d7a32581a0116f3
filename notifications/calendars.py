"""Somebody's deadlines as a calendar (RFC 5545), as of this moment."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.utils.translation import gettext as _
from icalendar import Alarm, Calendar, Event, vDuration

from accounts.models import User
from games.addresses import table_url
from games.models import Game, OpenDecision
from games.presenters.asked import asked
from games.presenters.letters import QUICK
from notifications.kinds import kind_of
from notifications.mails.given import until_of
from notifications.mails.letters import absolute, mail_domain
from notifications.models import GameSilence, Notification
from notifications.reaching import choices_of, wanted_channels

LENGTH = timedelta(minutes=30)
"""An event of no length is hidden by some calendars, so it ends at the deadline."""
ALARM = timedelta(hours=2)
KEPT = timedelta(days=14)
"""Dates that the organiser of a league gave stay so long."""
READ_EVERY = timedelta(hours=1)


def calendar_of(*, user: User, now: datetime) -> bytes:
    """In the language that is active."""
    calendar = Calendar()
    calendar.add("prodid", f"-//{settings.SITE_NAME}//deadlines//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add("x-wr-calname", _("%(site)s: deadlines") % {"site": settings.SITE_NAME})
    calendar.add("refresh-interval", vDuration(READ_EVERY), parameters={"VALUE": "DURATION"})
    calendar.add("x-published-ttl", vDuration(READ_EVERY))
    chosen = choices_of(user=user)
    shown = {
        kind
        for kind in ("your-turn", "decision", "reminder")
        if "calendar" in wanted_channels(kind_of(kind), chosen)
    }
    for row in _decisions(user):
        if ("decision" if row.kind in QUICK else "your-turn") in shown:
            calendar.add_component(_decision_event(row, alarm="reminder" in shown))
    for notice, at in _given_dates(user, now):
        calendar.add_component(_given_event(notice, at))
    return bytes(calendar.to_ical())


def _decisions(user: User) -> list[OpenDecision]:
    """What is asked of somebody and has a deadline, without tables of which he wants nothing."""
    silent = GameSilence.objects.filter(user=user, extent=GameSilence.Extent.ALL)
    return list(
        OpenDecision.objects.filter(
            seat__user=user, answered=False, due_at__isnull=False, game__status=Game.Status.RUNNING
        )
        .exclude(game__in=silent.values("game"))
        .select_related("game")
        .order_by("due_at", "pk")
    )


def _decision_event(row: OpenDecision, *, alarm: bool) -> Event:
    assert row.due_at is not None
    game = row.game
    event = _event(
        uid=f"decision-{row.pk}",
        title=f"{game.name}: {asked(game.rules_key, row.kind).tag}",
        at=row.due_at,
        url=absolute(table_url(game)),
        stamp=row.opened_at,
    )
    if alarm:
        bell = Alarm()
        bell.add("action", "DISPLAY")
        bell.add("description", event["summary"])
        bell.add("trigger", LENGTH - ALARM)  # counted from the beginning of the event
        event.add_component(bell)
    return event


def _given_dates(user: User, now: datetime) -> list[tuple[Notification, datetime]]:
    rows = Notification.objects.filter(
        user=user, channel="calendar", created_at__gte=now - 8 * KEPT
    ).select_related("game")
    found = ((row, until_of(row)) for row in rows.order_by("pk"))
    return [(row, at) for row, at in found if at is not None and at >= now - KEPT]


def _given_event(row: Notification, at: datetime) -> Event:
    title = row.facts.get("title", "")
    return _event(
        uid=f"notice-{row.pk}",
        title=f"{row.game.name}: {title}" if row.game else title,
        at=at,
        url=absolute(row.facts.get("url", "/")),
        stamp=row.created_at,
        text="\n".join(row.facts.get("paragraphs", ())),
    )


def _event(
    *, uid: str, title: str, at: datetime, url: str, stamp: datetime, text: str = ""
) -> Event:
    event = Event()
    event.add("uid", f"{uid}@{mail_domain()}")
    event.add("dtstamp", stamp)
    event.add("summary", title)
    event.add("dtstart", at - LENGTH)
    event.add("dtend", at)
    event.add("url", url)
    event.add("description", f"{text}\n{url}".strip())
    event.add("transp", "TRANSPARENT")
    return event
