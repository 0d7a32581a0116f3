"""When to remind somebody: three times, at the hour at which this person usually moves."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from games.clocks.hours import ALWAYS_AWAKE, PlayerHours
from games.clocks.running import due_after, remaining
from games.clocks.settings import Clock
from games.clocks.standstill import moment_of

LADDER = (50, 80, 95)
"""Per cent of the allowance."""
EARLIER, LATER = 0.20, 0.10
"""How far a reminder may move, as a share of the time from opening to due."""


def reminder_times(
    opened_at: datetime, due_at: datetime, *, clock: Clock, hours: PlayerHours = ALWAYS_AWAKE
) -> tuple[datetime, ...]:
    """One moment for each step of the ladder: in order, after the opening, before the due time."""
    allowance = remaining(opened_at, due_at, clock=clock, hours=hours)
    whole = due_at - opened_at
    times: list[datetime] = []
    last = opened_at.astimezone(UTC)
    for percent in LADDER:
        exact = due_after(opened_at, allowance * percent / 100, clock=clock, hours=hours)
        if not last < exact < due_at:
            continue  # too short a time for so many reminders
        low = max(last, exact - whole * EARLIER)
        high = min(due_at, exact + whole * LATER)
        last = _at_usual_hour(exact, low, high, clock=clock, hours=hours) or exact
        times.append(last)
    return tuple(times)


def reminders_begin(opened_at: datetime, due_at: datetime, *, allowance: timedelta) -> datetime:
    """No reminder is earlier than this: until then nobody need know when they are."""
    half = allowance * LADDER[0] / 100
    return opened_at + max(half - (due_at - opened_at) * EARLIER, timedelta(0))


def _at_usual_hour(
    exact: datetime, low: datetime, high: datetime, *, clock: Clock, hours: PlayerHours
) -> datetime | None:
    """The nearest such hour strictly between, and not while the player's clock stands still."""
    awake = [
        moment
        for moment in _usual_moments(exact, hours)
        if low < moment < high
        and due_after(moment, timedelta(0), clock=clock, hours=hours) == moment
    ]
    return min(awake, key=lambda moment: abs(moment - exact), default=None)


def _usual_moments(around: datetime, hours: PlayerHours) -> Iterator[datetime]:
    if hours.usual_hour is None:
        return
    zone = ZoneInfo(hours.time_zone)
    today = around.astimezone(zone).date()
    # A week each way: with weekends off, a fifth of a long allowance spans several days.
    for days in range(-7, 8):
        yield moment_of(today + timedelta(days=days), time(hours.usual_hour), zone)
