"""When a player's clock runs: from what he has said of his nights and vacations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import date

import msgspec

from accounts.models import User
from accounts.time_zones import zone_of
from games.clocks import PlayerHours, Vacation
from games.models import Move, PlayerTimes, Seat

_KNOWN = "_hours_known"
LOOKED_AT = 60
"""Of the last moves, to find the hour at which somebody usually moves."""
ENOUGH = 12
BY_HAND = (Move.Door.PAGE, Move.Door.MAIL, Move.Door.API)


def hours_of(user: User) -> PlayerHours:
    """Nights, weekends and vacations are those of the player's own zone."""
    known = vars(user).get(_KNOWN)
    return known or hours_from(user, PlayerTimes.objects.filter(user=user).first())


def hours_remember(seats: Iterable[Seat]) -> None:
    """For seats that were loaded with `user__times` and live no longer than one transaction."""
    for seat in seats:
        if seat.user is not None:
            vars(seat.user)[_KNOWN] = hours_from(seat.user, getattr(seat.user, "times", None))


def hours_from(user: User, times: PlayerTimes | None) -> PlayerHours:
    zone = zone_of(user.time_zone).key
    if times is None:
        return PlayerHours(time_zone=zone)
    return PlayerHours(
        time_zone=zone,
        sleep_from=times.sleep_from,
        sleep_to=times.sleep_to,
        vacations=vacations_of(times),
    )


def vacations_of(times: PlayerTimes) -> tuple[Vacation, ...]:
    return tuple(
        Vacation(date.fromisoformat(first), date.fromisoformat(last))
        for first, last in sorted(times.vacations)
    )


def hours_for_reminders(user: User) -> PlayerHours:
    """The same with the hour at which he mostly moves."""
    zone = zone_of(user.time_zone)
    moved = Move.objects.filter(user=user, door__in=BY_HAND).order_by("-pk")
    lately = moved.values_list("at", flat=True)[:LOOKED_AT]
    return msgspec.structs.replace(
        hours_of(user), usual_hour=usual_hour(at.astimezone(zone).hour for at in lately)
    )


def usual_hour(hours: Iterable[int]) -> int | None:
    """The hour around which most moves lie; None: too few to tell."""
    counted = Counter(hours)
    if counted.total() < ENOUGH:
        return None
    # Neighbours count half, so that 19:58 and 20:02 belong together.
    return max(
        range(24),
        key=lambda hour: (
            2 * counted[hour] + counted[(hour - 1) % 24] + counted[(hour + 1) % 24],
            -hour,
        ),
    )
