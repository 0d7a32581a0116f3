"""When a player's clock stands still: sleep, weekends and vacation as stretches of absolute time.

Everything is said in the player's wall-clock time and turned into UTC here, and only here. Where
the clocks are changed, a wall time may come twice (the standstill begins with the first and ends
with the second) or not at all (then it counts as passed at the moment of the change).
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from games.clocks.hours import PlayerHours, granted_vacations
from games.clocks.settings import Clock

Stretch = tuple[datetime, datetime]
"""From (included) to (not included), in UTC."""

_DAY = timedelta(days=1)
_SATURDAY = 5


def moment_of(day: date, clock: time, zone: ZoneInfo, *, last: bool = False) -> datetime:
    """The instant at which clocks in the zone show this; `last`: the second of two."""
    wall = datetime.combine(day, clock)
    first, second = (wall.replace(tzinfo=zone, fold=fold).astimezone(UTC) for fold in (0, 1))
    if first == second:
        return first
    if first < second:
        return second if last else first
    return _change_between(second, first, zone)


def _change_between(before: datetime, after: datetime, zone: ZoneInfo) -> datetime:
    """The moment at which the zone's clocks are put forward."""
    offset = before.astimezone(zone).utcoffset()
    while after - before > timedelta(seconds=1):
        middle = before + (after - before) / 2
        if middle.astimezone(zone).utcoffset() == offset:
            before = middle
        else:
            after = middle
    return after.replace(microsecond=0)


def standstills(clock: Clock, hours: PlayerHours, *, since: datetime) -> Iterator[Stretch]:
    """All stretches that end after `since`, in order, none touching the next; may be endless."""
    zone = ZoneInfo(hours.time_zone)
    day = since.astimezone(zone).date() - 2 * _DAY
    sources: list[Iterator[Stretch]] = [_vacations(clock, hours, zone)]
    if hours.sleeps and not clock.sleep_counts:
        sources.append(_nights(hours, zone, day))
    if clock.weekends_off:
        sources.append(_weekends(zone, day))
    for begin, end in _merged(heapq.merge(*sources)):
        if end > since:
            yield begin, end


def _nights(hours: PlayerHours, zone: ZoneInfo, day: date) -> Iterator[Stretch]:
    assert hours.sleep_from is not None
    assert hours.sleep_to is not None
    over_midnight = _DAY if hours.sleep_to <= hours.sleep_from else timedelta(0)
    while True:
        begin = moment_of(day, hours.sleep_from, zone)
        end = moment_of(day + over_midnight, hours.sleep_to, zone, last=True)
        if begin < end:
            yield begin, end
        day += _DAY


def _weekends(zone: ZoneInfo, day: date) -> Iterator[Stretch]:
    # A weekend that began before the first day looked at still counts.
    saturday = day - timedelta(days=(day.weekday() - _SATURDAY) % 7)
    while True:
        yield (
            moment_of(saturday, time(0), zone),
            moment_of(saturday + 2 * _DAY, time(0), zone, last=True),
        )
        saturday += 7 * _DAY


def _vacations(clock: Clock, hours: PlayerHours, zone: ZoneInfo) -> Iterator[Stretch]:
    granted = granted_vacations(hours.vacations, days_per_year=clock.vacation_days)
    for vacation in sorted(granted):
        yield (
            moment_of(vacation.first, time(0), zone),
            moment_of(vacation.last + _DAY, time(0), zone, last=True),
        )


def _merged(stretches: Iterator[Stretch]) -> Iterator[Stretch]:
    current: Stretch | None = None
    for begin, end in stretches:
        if current is None:
            current = (begin, end)
        elif begin <= current[1]:
            current = (current[0], max(current[1], end))
        else:
            yield current
            current = (begin, end)
    if current is not None:
        yield current
