"""All clocks of a table are stopped or set going again; a seat is given more time.

For pages and for organisers alike. `by` is who does it and must be allowed to; None is the site
itself (a league, a round that begins later), and then the caller has checked.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.clocks import clock_read, due_after, extended
from games.errors import (
    AlreadyPaused,
    GiftTooLarge,
    NoClockHere,
    NotAllowed,
    NothingIsDue,
    NotPaused,
    NotToYourself,
    NotYourSeat,
    TableError,
)
from games.models import Game, OpenDecision, Seat
from games.organisers import runs_table
from games.player_hours import hours_of
from games.services.log import game_lock
from games.services.moves import check_running
from games.services.notices import notice_add
from games.services.seat_clock import time_left
from games.signals import deadline_extended, due_times_changed, game_paused, game_resumed

LEAST_GIFT, MOST_GIFT = 1, 168
"""Hours."""


@transaction.atomic
def game_pause(*, game_id: int, by: User | None, now: datetime | None = None) -> Game:
    """The host or an organiser stops all clocks. Players ask each other: `services.votes`.

    Raises NotAllowed, AlreadyPaused, NotRunning, GameOver.
    """
    game = game_lock(game_id=game_id)
    if by is not None and not runs_table(user=by, game=game):
        raise NotAllowed()
    clocks_halt(game=game, by=by, by_host=True, now=now or timezone.now())
    return game


def clocks_halt(*, game: Game, by: User | None, by_host: bool, now: datetime) -> None:
    """Every due time becomes the thinking time that is left. The caller has locked the game."""
    check_running(game)
    if game.paused_at is not None:
        raise AlreadyPaused()
    clock = clock_read(game.clock)
    rows = _open_rows(game)
    for row in rows:
        row.left = time_left(row, clock=clock, at=now)
        row.due_at = None
    OpenDecision.objects.bulk_update(rows, ["left", "due_at"])
    game.paused_at, game.paused_by_host = now, by_host
    game.save(update_fields=["paused_at", "paused_by_host"])
    notice_add(
        game=game,
        code="paused" if by_host else "paused-agreed",
        now=now,
        user=by,
        who=by.pk if by else None,
    )
    game_paused.send(sender=Game, game=game)
    due_times_changed.send(sender=Game, game=game, decisions=rows)


@transaction.atomic
def game_resume(*, game_id: int, by: User | None, now: datetime | None = None) -> Game:
    """All clocks run on with what was left. A pause that all agreed to may be ended by any player;
    one that the host or an organiser ordered only by them.

    Raises NotAllowed, NotPaused.
    """
    now = now or timezone.now()
    game = game_lock(game_id=game_id)
    if by is not None and not may_resume(user=by, game=game):
        raise NotAllowed()
    if game.paused_at is None:
        raise NotPaused()
    game.paused_at, game.paused_by_host = None, False
    game.save(update_fields=["paused_at", "paused_by_host"])
    clock = clock_read(game.clock)
    rows = [row for row in _open_rows(game) if row.left is not None]
    for row in rows:
        assert row.left is not None
        assert row.seat.user is not None
        row.due_at = due_after(now, row.left, clock=clock, hours=hours_of(row.seat.user))
        row.left = None
    OpenDecision.objects.bulk_update(rows, ["left", "due_at"])
    notice_add(game=game, code="resumed", now=now, user=by, who=by.pk if by else None)
    game_resumed.send(sender=Game, game=game)
    due_times_changed.send(sender=Game, game=game, decisions=rows)
    return game


def may_resume(*, user: User, game: Game) -> bool:
    if runs_table(user=user, game=game):
        return True
    plays = game.seats.filter(user=user, dropped_at=None).exists()
    return plays and not game.paused_by_host


@transaction.atomic
def deadline_extend(
    *, game_id: int, seat: int, hours: int, by: User | None, now: datetime | None = None
) -> list[OpenDecision]:
    """Give a seat more time for all that it owes: another player does, the host, an organiser.

    Nobody gives time to himself. Raises NotAllowed, NotToYourself, GiftTooLarge, NothingIsDue.
    """
    now = now or timezone.now()
    game = game_lock(game_id=game_id)
    check_running(game)
    row = game.seats.select_related("user").filter(number=seat).first()
    if row is None:
        raise NotYourSeat()
    if by is not None and (problem := gift_problem(user=by, game=game, seat=row)):
        raise problem
    if not LEAST_GIFT <= hours <= MOST_GIFT:
        raise GiftTooLarge(least=LEAST_GIFT, most=MOST_GIFT)
    rows = time_add(
        game=game,
        rows=[owed for owed in _open_rows(game) if owed.seat_id == row.pk],
        gift=timedelta(hours=hours),
        now=now,
    )
    if not rows:
        raise NothingIsDue()
    notice_add(
        game=game,
        code="gift",
        now=now,
        user=by,
        who=by.pk if by else None,
        whom=row.user_id,
        hours=hours,
    )
    deadline_extended.send(sender=Game, game=game, seat=row, by=by, hours=hours)
    return rows


def gift_problem(*, user: User, game: Game, seat: Seat) -> TableError | None:
    """Why somebody may not give time to a seat; None: he may."""
    if seat.user_id == user.pk:
        return NotToYourself()
    plays = game.seats.filter(user=user, dropped_at=None).exists()
    if not plays and not runs_table(user=user, game=game):
        return NotAllowed()
    return NoClockHere() if game.clock.get("kind", "none") == "none" else None


def time_add(
    *, game: Game, rows: Iterable[OpenDecision], gift: timedelta, now: datetime
) -> list[OpenDecision]:
    """More thinking time for open decisions on which a clock runs; from now on if it had run out.

    The caller has locked the game.
    """
    clock = clock_read(game.clock)
    changed = []
    for row in rows:
        if row.left is not None:
            row.left += gift
        elif row.due_at is not None and row.seat.user is not None:
            hours = hours_of(row.seat.user)
            row.due_at = extended(max(row.due_at, now), gift, clock=clock, hours=hours)
        else:
            continue
        row.gift += gift
        row.held = False
        changed.append(row)
    OpenDecision.objects.bulk_update(changed, ["left", "due_at", "gift", "held"])
    due_times_changed.send(sender=Game, game=game, decisions=changed)
    return changed


def _open_rows(game: Game) -> list[OpenDecision]:
    return list(game.decisions.filter(answered=False).select_related("seat__user"))
