"""People say when they sleep and when they are away; open due times follow, but only to later."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.time_zones import zone_of
from games.clocks import (
    PlayerHours,
    Vacation,
    clock_read,
    due_after,
    hours_problem,
    remaining,
    vacation_problem,
)
from games.errors import BadHours
from games.models import Game, OpenDecision, PlayerTimes
from games.player_hours import hours_of, vacations_of
from games.services.log import game_lock
from games.signals import due_times_changed

MOST_DAYS = 120
"""Announced in a year; a table counts no more of them than its own rules grant."""


@transaction.atomic
def sleep_save(
    *, user: User, sleep_from: time | None, sleep_to: time | None, now: datetime | None = None
) -> None:
    """The hours at which somebody sleeps; None and None: no clock stands still at night."""
    before = hours_of(user)
    problem = hours_problem(
        PlayerHours(time_zone=before.time_zone, sleep_from=sleep_from, sleep_to=sleep_to)
    )
    if problem:
        raise BadHours(problem=problem)
    PlayerTimes.objects.update_or_create(
        user=user, defaults={"sleep_from": sleep_from, "sleep_to": sleep_to}
    )
    due_times_follow(user=user, before=before, now=now or timezone.now())


@transaction.atomic
def vacation_announce(
    *, user: User, first: date, last: date, now: datetime | None = None
) -> Vacation:
    """Days, whole ones in the user's own zone, on which clocks stand still; not in hindsight."""
    now = now or timezone.now()
    times = _times_locked(user)
    before, new = hours_of(user), Vacation(first, last)
    today = now.astimezone(zone_of(user.time_zone)).date()
    problem = vacation_problem(before, new, today=today, days_per_year=MOST_DAYS)
    if problem:
        raise BadHours(problem=problem)
    _vacations_store(times, [*before.vacations, new])
    due_times_follow(user=user, before=before, now=now)
    return new


@transaction.atomic
def vacation_withdraw(*, user: User, first: date, now: datetime | None = None) -> None:
    """Who does not go away after all; of a vacation that has begun, the rest of its days goes.

    Nothing becomes due any sooner: what was put off stays put off.
    """
    now = now or timezone.now()
    times = _times_locked(user)
    known = list(vacations_of(times))
    today = now.astimezone(zone_of(user.time_zone)).date()
    found = next((row for row in known if row.first == first and row.last >= today), None)
    if found is None:
        raise BadHours(problem="no-such-vacation")
    known.remove(found)
    if found.first < today:
        known.append(Vacation(found.first, today - timedelta(days=1)))
    _vacations_store(times, known)


def _times_locked(user: User) -> PlayerTimes:
    PlayerTimes.objects.get_or_create(user=user)
    return PlayerTimes.objects.select_for_update().get(user=user)


def _vacations_store(times: PlayerTimes, vacations: list[Vacation]) -> None:
    times.vacations = [[row.first.isoformat(), row.last.isoformat()] for row in sorted(vacations)]
    times.save(update_fields=["vacations"])


def due_times_follow(*, user: User, before: PlayerHours, now: datetime) -> int:
    """What a user owes becomes due by his new hours: the thinking time that was left counts from
    now on by them. Nothing becomes due sooner. Says how many due times moved."""
    owed = OpenDecision.objects.filter(
        seat__user=user, answered=False, due_at__gt=now, game__status=Game.Status.RUNNING
    )
    moved = 0
    for game_id in sorted(set(owed.values_list("game_id", flat=True))):
        moved += _follow_at(game_lock(game_id=game_id), user, before, now)
    return moved


def _follow_at(game: Game, user: User, before: PlayerHours, now: datetime) -> int:
    clock, hours = clock_read(game.clock), hours_of(user)
    changed = []
    rows = game.decisions.filter(seat__user=user, answered=False, due_at__gt=now)
    for row in rows.select_related("seat__user"):
        assert row.due_at is not None
        left = remaining(now, row.due_at, clock=clock, hours=before)
        due_at = due_after(now, left, clock=clock, hours=hours)
        if due_at > row.due_at:
            row.due_at = due_at
            changed.append(row)
    OpenDecision.objects.bulk_update(changed, ["due_at"])
    if changed:
        due_times_changed.send(sender=Game, game=game, decisions=changed)
    return len(changed)
