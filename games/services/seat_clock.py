"""What a seat's clock shows when a decision opens and when it is answered.

The caller holds the game's lock. Thinking time is either running towards `due_at`, or kept in
`left` while the table is paused; a bank is charged with what was used, and gifts do not fill it.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from games.clocks import (
    Bank,
    Clock,
    allowance_of,
    clock_read,
    due_after,
    remaining,
    reminders_begin,
)
from games.models import Game, OpenDecision, Seat
from games.player_hours import hours_of

_NOTHING = timedelta(0)


def clock_runs_for(seat: Seat) -> bool:
    """Bots, empty seats and seats in a caretaker's hands have all the time in the world."""
    return seat.user_id is not None and not seat.caretaker


def times_at_opening(
    *, game: Game, seat: Seat, opened_at: datetime, not_before: datetime | None = None
) -> dict[str, Any]:
    """`due_at`, `left` and `remind_at` of a decision that opens.

    `not_before`: it was due then already.
    """
    clock = clock_read(game.clock)
    allowance = allowance_of(clock, seat.bank)
    if allowance is None or not clock_runs_for(seat) or seat.user is None:
        return {"due_at": None, "left": None, "remind_at": None}
    if game.paused_at is not None:
        return {"due_at": None, "left": allowance, "remind_at": None}
    due_at = due_after(opened_at, allowance, clock=clock, hours=hours_of(seat.user))
    due_at = max(due_at, not_before or due_at)
    remind_at = reminders_begin(opened_at, due_at, allowance=allowance)
    return {"due_at": due_at, "left": None, "remind_at": remind_at}


def time_left(row: OpenDecision, *, clock: Clock, at: datetime) -> timedelta | None:
    """Thinking time that is left for a decision; None: no clock runs."""
    if row.left is not None:
        return row.left
    if row.due_at is None or row.seat.user is None:
        return None
    return remaining(at, row.due_at, clock=clock, hours=hours_of(row.seat.user))


def bank_charge(
    *, game: Game, seat: Seat, answered: Iterable[OpenDecision], now: datetime
) -> timedelta | None:
    """Take what an answer used out of the bank and put the increment in.

    Returns what the bank held before; None if there is no bank.
    """
    clock = clock_read(game.clock)
    if not isinstance(clock, Bank) or not clock_runs_for(seat):
        return None
    full = timedelta(hours=clock.hours)
    before = full if seat.bank is None else seat.bank
    seat.bank = bank_left(
        clock,
        before,
        [
            max(left - row.gift, _NOTHING)
            for row in answered
            if (left := time_left(row, clock=clock, at=now)) is not None
        ],
    )
    seat.save(update_fields=["bank"])
    return before


def bank_left(clock: Bank, before: timedelta, left: list[timedelta]) -> timedelta:
    """`left`: of the decisions that were answered, grace and bank together."""
    kept = min([before, *left]) + timedelta(hours=clock.increment)
    return min(kept, timedelta(hours=clock.most))


def clocks_start(*, game: Game, seat: Seat, now: datetime) -> list[OpenDecision]:
    """Whoever (again) answers for a seat himself has the whole time from now on."""
    rows = list(game.decisions.filter(seat=seat, answered=False).select_related("seat__user"))
    for row in rows:
        times = times_at_opening(game=game, seat=seat, opened_at=now)
        row.due_at, row.left = times["due_at"], times["left"]
        row.gift, row.held = _NOTHING, False
        row.save(update_fields=["due_at", "left", "gift", "held"])
    return rows


def clocks_stop(*, game: Game, seat: Seat) -> None:
    """Nobody is to answer for the seat in person now."""
    game.decisions.filter(seat=seat).update(due_at=None, left=None, held=False)
