"""What people may know of each other's time: vacations, banks, votes, seats that are offered."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Prefetch, QuerySet

from accounts.models import User
from accounts.time_zones import zone_of
from games.clocks import Bank, Vacation, clock_read, vacation_days_in
from games.models import Ballot, Game, OpenDecision, PlayerTimes, Seat, SeatOffer, TableVote
from games.player_hours import vacations_of
from games.selectors.access import Viewer, games_visible_to
from games.services.seat_clock import clock_runs_for, time_left


def vacations_ahead(*, user: User, now: datetime) -> list[Vacation]:
    """Announced ones that are not over, soonest first."""
    times = PlayerTimes.objects.filter(user=user).first()
    return [] if times is None else _ahead(user, times, now)


def _ahead(user: User, times: PlayerTimes, now: datetime) -> list[Vacation]:
    today = now.astimezone(zone_of(user.time_zone)).date()
    return [row for row in vacations_of(times) if row.last >= today]


@dataclass(frozen=True, kw_only=True)
class Budget:
    """Days of vacation that a table grants its players this year, and what is used of them."""

    game: Game
    days: int
    used: int


def budgets_of(*, user: User, year: int) -> list[Budget]:
    """At the running tables of a user."""
    times = PlayerTimes.objects.filter(user=user).first()
    announced = () if times is None else vacations_of(times)
    days = vacation_days_in(announced, year)
    games = Game.objects.filter(
        status=Game.Status.RUNNING, seats__user=user, seats__dropped_at=None
    ).order_by("name", "pk")
    budgets = []
    for game in games:
        granted = clock_read(game.clock).vacation_days
        budgets.append(Budget(game=game, days=granted, used=min(days, granted)))
    return budgets


@dataclass(frozen=True, kw_only=True)
class SeatTime:
    """The time of one seat, for everybody's eyes."""

    seat: Seat
    owed: OpenDecision | None
    """What is due next."""
    left: timedelta | None
    """Thinking time for it; None: no clock runs."""
    bank: timedelta | None
    """None: the table has no banks."""
    vacations: list[Vacation]
    offer: SeatOffer | None


def seat_times(*, game: Game, now: datetime) -> list[SeatTime]:
    clock = clock_read(game.clock)
    seats = list(game.seats.select_related("user"))
    people = [seat.user_id for seat in seats if seat.user_id is not None]
    times = {row.user_id: row for row in PlayerTimes.objects.filter(user__in=people)}
    offers = {row.seat_id: row for row in game.seat_offers.filter(closed_at=None)}
    owed: dict[int, OpenDecision] = {}
    rows = game.decisions.filter(answered=False).select_related("seat__user").order_by("due_at")
    for row in rows:
        owed.setdefault(row.seat_id, row)
    return [
        SeatTime(
            seat=seat,
            owed=owed.get(seat.pk),
            left=time_left(owed[seat.pk], clock=clock, at=now) if seat.pk in owed else None,
            bank=_bank(clock, seat),
            vacations=_ahead(seat.user, times[seat.user.pk], now)
            if seat.user is not None and seat.user.pk in times
            else [],
            offer=offers.get(seat.pk),
        )
        for seat in seats
    ]


def _bank(clock: object, seat: Seat) -> timedelta | None:
    if not isinstance(clock, Bank) or not clock_runs_for(seat):
        return None
    return timedelta(hours=clock.hours) if seat.bank is None else seat.bank


def open_votes(*, game: Game) -> list[TableVote]:
    rows = game.votes.filter(state=TableVote.State.OPEN).select_related("seat__user")
    ballots = Prefetch("ballots", Ballot.objects.select_related("seat"))
    return list(rows.prefetch_related(ballots).order_by("pk"))


def open_seats(*, viewer: Viewer) -> QuerySet[SeatOffer]:
    """Seats of running games that look for a substitute, at tables the viewer may look at."""
    rows = SeatOffer.objects.filter(
        closed_at=None,
        game__status=Game.Status.RUNNING,
        game__in=games_visible_to(viewer=viewer),
    )
    return rows.select_related("game__host", "seat__user").order_by("-opened_at")
