"""Somebody's own hours: when nothing is sent, and when the daily mail comes. Pure functions."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from games.clocks.standstill import moment_of

_DAY = timedelta(days=1)


@dataclass(frozen=True)
class QuietHours:
    """From (included) to (not included) on the wall clock of a zone, every day."""

    begin: time
    end: time
    zone: ZoneInfo

    def stretch_at(self, moment: datetime) -> tuple[datetime, datetime] | None:
        """The quiet hours that hold the moment, in UTC; None: somebody may be told."""
        if self.begin == self.end:
            return None
        today = moment.astimezone(self.zone).date()
        for day in (today - _DAY, today):
            last = day if self.begin < self.end else day + _DAY
            begins = moment_of(day, self.begin, self.zone)
            ends = moment_of(last, self.end, self.zone, last=True)
            if begins <= moment < ends:
                return begins, ends
        return None


def next_allowed(
    moment: datetime, quiet: QuietHours | None, *, latest: datetime | None = None
) -> datetime:
    """When to tell what should be told at the moment.

    After the quiet hours; but before them if it would be of no use after `latest`.
    """
    stretch = quiet.stretch_at(moment) if quiet else None
    if stretch is None:
        return moment
    begins, ends = stretch
    if latest is not None and ends >= latest:
        return begins - timedelta(seconds=1)
    return ends


def next_daily(moment: datetime, *, hour: int, zone: ZoneInfo) -> datetime:
    """The next time that clocks in the zone show this full hour, after the moment."""
    day = moment.astimezone(zone).date()
    today = moment_of(day, time(hour), zone)
    following = today if today > moment else moment_of(day + _DAY, time(hour), zone)
    return following.astimezone(UTC)
