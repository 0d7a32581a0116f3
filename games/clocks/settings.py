"""A table's clock as data: what is stored with the table, checked when it is read."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Annotated, Any

import msgspec
from django.utils.translation import gettext

SHORTEST_HOURS, LONGEST_HOURS = 1, 24 * 21
MOST_BANK_HOURS = 24 * 90

Hours = Annotated[int, msgspec.Meta(ge=SHORTEST_HOURS, le=LONGEST_HOURS)]
BankHours = Annotated[int, msgspec.Meta(ge=SHORTEST_HOURS, le=MOST_BANK_HOURS)]
FewHours = Annotated[int, msgspec.Meta(ge=0, le=LONGEST_HOURS)]
DaysPerYear = Annotated[int, msgspec.Meta(ge=0, le=120)]


class _Clock(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", omit_defaults=True):
    weekends_off: bool = False
    """Saturdays and Sundays, in each player's own zone, do not count."""
    sleep_counts: bool = False
    """Time passes also while a player sleeps."""
    vacation_days: DaysPerYear = 0
    """Days of announced vacation a year on which a player's clock stands still here."""


class NoClock(_Clock, frozen=True, kw_only=True, tag="none"):
    """Nothing is ever due."""


class PerMove(_Clock, frozen=True, kw_only=True, tag="per-move"):
    """The same time for every decision."""

    hours: Hours


class Bank(_Clock, frozen=True, kw_only=True, tag="bank"):
    """A store of time that thinking uses up and every answer fills a little."""

    hours: BankHours
    """In the bank at the start."""
    increment: FewHours = 0
    """Hours added by each answer."""
    grace: FewHours = 0
    """Hours at the beginning of each decision that cost nothing."""
    most: BankHours = MOST_BANK_HOURS
    """The bank never holds more hours than this."""


Clock = NoClock | PerMove | Bank

NO_CLOCK: dict[str, Any] = {"kind": "none"}
KINDS = frozenset({"none", "per-move", "bank"})


def clock_read(stored: Mapping[str, Any]) -> Clock:
    """The clock of a table from its JSON; raises msgspec.ValidationError."""
    clock: Clock = msgspec.convert({"kind": "none", **stored}, Clock)
    return clock


def clock_write(clock: Clock) -> dict[str, Any]:
    written: dict[str, Any] = msgspec.to_builtins(clock)
    return written


def clock_problem(stored: Mapping[str, Any]) -> str:
    """What is wrong with a table's clock settings, as a sentence; empty if nothing."""
    try:
        clock_read(stored)
    except msgspec.ValidationError:
        return _problem_of(stored)
    return ""


def _problem_of(stored: Mapping[str, Any]) -> str:
    if stored.get("kind", "none") not in KINDS:
        return gettext("there is no such clock.")
    hours, most = stored.get("hours"), LONGEST_HOURS
    if stored["kind"] == "bank":
        most = MOST_BANK_HOURS
    if isinstance(hours, bool) or not isinstance(hours, int):
        return gettext("the hours for a move must be a whole number.")
    if not SHORTEST_HOURS <= hours <= most:
        return gettext("the hours for a move must be from %(least)s to %(most)s.") % {
            "least": SHORTEST_HOURS,
            "most": most,
        }
    return gettext("the settings of the clock do not fit together.")


def allowance_of(clock: Clock, bank: timedelta | None = None) -> timedelta | None:
    """Thinking time for a decision that opens now; None: as long as one likes."""
    match clock:
        case PerMove():
            return timedelta(hours=clock.hours)
        case Bank():
            kept = timedelta(hours=clock.hours) if bank is None else max(bank, timedelta(0))
            return timedelta(hours=clock.grace) + kept
        case NoClock():
            return None


def bank_after(clock: Bank, *, bank: timedelta, used: timedelta) -> timedelta:
    """What is left in the bank after an answer that took `used` of running time."""
    charged = max(used - timedelta(hours=clock.grace), timedelta(0))
    left = max(bank - charged, timedelta(0)) + timedelta(hours=clock.increment)
    return min(left, timedelta(hours=clock.most))
