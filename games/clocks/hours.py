"""A player's own hours: zone, sleep, announced vacation. Pure data that goes into JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date, time, timedelta
from typing import Annotated
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec

LONGEST_SLEEP = timedelta(hours=12)
LONGEST_VACATION = 60
"""Days in one piece."""

HourOfDay = Annotated[int, msgspec.Meta(ge=0, le=23)]


class Vacation(msgspec.Struct, frozen=True, order=True):
    """From the beginning of the first day to the end of the last, in the player's zone."""

    first: date
    last: date

    @property
    def days(self) -> int:
        return (self.last - self.first).days + 1


class PlayerHours(msgspec.Struct, frozen=True, omit_defaults=True):
    """When a player's clock may run."""

    time_zone: str = "UTC"
    sleep_from: time | None = None
    sleep_to: time | None = None
    vacations: tuple[Vacation, ...] = ()
    usual_hour: HourOfDay | None = None
    """The hour of the day at which this player mostly moves."""

    @property
    def sleeps(self) -> bool:
        return (
            self.sleep_from is not None
            and self.sleep_to is not None
            and self.sleep_from != self.sleep_to
        )


ALWAYS_AWAKE = PlayerHours()


def hours_problem(hours: PlayerHours) -> str:
    """A code for what is wrong with somebody's hours; empty if nothing."""
    try:
        ZoneInfo(hours.time_zone)
    except (ZoneInfoNotFoundError, ValueError):
        return "unknown-zone"
    if (hours.sleep_from is None) != (hours.sleep_to is None):
        return "half-a-sleep"
    if sleep_length(hours) > LONGEST_SLEEP:
        return "sleep-too-long"
    return ""


def sleep_length(hours: PlayerHours) -> timedelta:
    if not hours.sleeps or hours.sleep_from is None or hours.sleep_to is None:
        return timedelta(0)
    length = _since_midnight(hours.sleep_to) - _since_midnight(hours.sleep_from)
    return length if length > timedelta(0) else length + timedelta(days=1)


def _since_midnight(moment: time) -> timedelta:
    return timedelta(hours=moment.hour, minutes=moment.minute, seconds=moment.second)


def granted_vacations(vacations: Iterable[Vacation], *, days_per_year: int) -> Iterator[Vacation]:
    """What a table's budget covers, earliest days of each year first."""
    left: dict[int, int] = {}
    for vacation in sorted(vacations):
        for piece in _by_year(vacation):
            budget = left.setdefault(piece.first.year, days_per_year)
            days = min(piece.days, budget)
            left[piece.first.year] = budget - days
            if days:
                yield Vacation(piece.first, piece.first + timedelta(days=days - 1))


def _by_year(vacation: Vacation) -> Iterator[Vacation]:
    first = vacation.first
    while first <= vacation.last:
        last = min(vacation.last, date(first.year, 12, 31))
        yield Vacation(first, last)
        first = last + timedelta(days=1)


def vacation_days_in(vacations: Iterable[Vacation], year: int) -> int:
    """Days of the year that are announced as vacation."""
    pieces = (piece for vacation in vacations for piece in _by_year(vacation))
    return sum(piece.days for piece in pieces if piece.first.year == year)


def vacation_problem(hours: PlayerHours, new: Vacation, *, today: date, days_per_year: int) -> str:
    """A code for why this vacation cannot be announced; empty if it can. `today`: in the zone."""
    if new.last < new.first:
        return "vacation-backwards"
    if new.first < today:
        return "vacation-past"
    if new.days > LONGEST_VACATION:
        return "vacation-too-long"
    if any(new.first <= old.last and old.first <= new.last for old in hours.vacations):
        return "vacation-overlaps"
    for piece in _by_year(new):
        year = piece.first.year
        if vacation_days_in(hours.vacations, year) + piece.days > days_per_year:
            return "vacation-over-budget"
    return ""
