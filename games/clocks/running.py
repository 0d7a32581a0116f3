"""The one place where thinking time becomes a due time, and a due time thinking time."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from games.clocks.hours import ALWAYS_AWAKE, PlayerHours
from games.clocks.settings import Bank, Clock, PerMove, allowance_of, clock_read
from games.clocks.standstill import standstills

_NOTHING = timedelta(0)


def due_after(
    start: datetime, allowance: timedelta, *, clock: Clock, hours: PlayerHours = ALWAYS_AWAKE
) -> datetime:
    """The first moment, in UTC, at which the allowance is used up and the clock does not stand."""
    now, left = start.astimezone(UTC), max(allowance, _NOTHING)
    for begin, end in standstills(clock, hours, since=now):
        running = begin - now
        if running > left:
            break
        # Time that runs out just as the night begins is due in the morning.
        left -= max(running, _NOTHING)
        now = end
    return now + left


def running_time(
    start: datetime, end: datetime, *, clock: Clock, hours: PlayerHours = ALWAYS_AWAKE
) -> timedelta:
    """How much of the time from start to end the clock ran."""
    now, end = start.astimezone(UTC), end.astimezone(UTC)
    total = _NOTHING
    for begin, over in standstills(clock, hours, since=now):
        if begin >= end:
            break
        total += max(begin - now, _NOTHING)
        now = over
    return total + max(end - now, _NOTHING)


def remaining(
    at: datetime, due_at: datetime, *, clock: Clock, hours: PlayerHours = ALWAYS_AWAKE
) -> timedelta:
    """The allowance that is left at a moment: kept during a pause, then given to `due_after`."""
    return running_time(at, due_at, clock=clock, hours=hours)


def extended(
    due_at: datetime, by: timedelta, *, clock: Clock, hours: PlayerHours = ALWAYS_AWAKE
) -> datetime:
    """A due time with more thinking time added."""
    return due_after(due_at, by, clock=clock, hours=hours)


def due_time(
    clock: Mapping[str, Any] | Clock,
    opened_at: datetime,
    *,
    hours: PlayerHours = ALWAYS_AWAKE,
    bank: timedelta | None = None,
) -> datetime | None:
    """When a decision opened at that time is due; None: never."""
    known = clock_read(clock) if isinstance(clock, Mapping) else clock
    allowance = allowance_of(known, bank)
    return None if allowance is None else due_after(opened_at, allowance, clock=known, hours=hours)


def hours_per_move(clock: Mapping[str, Any]) -> int | None:
    known = clock_read(clock)
    return known.hours if isinstance(known, PerMove) else None


def hours_on_average(clock: Mapping[str, Any], *, turns: int) -> float | None:
    """The time a seat has for a move if it moves so often; None: as long as it likes.

    A bank is shared out over all moves of a game, so that both kinds of clock can be compared.
    """
    match clock_read(clock):
        case PerMove(hours=hours):
            return float(hours)
        case Bank(hours=hours, increment=increment, grace=grace):
            return hours / turns + increment + grace
        case _:
            return None
