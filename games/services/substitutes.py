"""A seat of a running game looks for somebody who takes it over, and finds him."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.errors import (
    HadThisTable,
    NotYourSeat,
    SeatDropped,
    SeatNotForYou,
    SeatNotOffered,
)
from games.models import Game, MissedDeadline, Seat, SeatOffer, Tenure
from games.seat_rules import seat_problem
from games.selectors.access import game_for
from games.services.joining import busy_check
from games.services.log import game_lock
from games.services.moves import check_running
from games.services.notices import notice_add
from games.services.reliability import deadline_missed
from games.services.seat_clock import clocks_start, clocks_stop
from games.services.tables import limits_check, limits_of
from games.signals import due_times_changed, substitute_took_over, substitute_wanted
from operations.due import due_work

WAITS = timedelta(days=3)
"""Then a caretaker plays until somebody comes, so that the others need not wait."""


def seat_offer(
    *, game: Game, seat: Seat, now: datetime, wish: bool, told: bool = False
) -> SeatOffer:
    """Open a seat to substitutes; the caller has locked the game.

    Who wished for it plays on until somebody comes; who ran out of time may still come back. With
    `told` the caller tells those concerned himself.
    """
    offer, new = SeatOffer.objects.get_or_create(
        seat=seat, closed_at=None, defaults={"game": game, "opened_at": now, "wish": wish}
    )
    if not wish:
        offer.wish = False
        offer.save(update_fields=["wish"])
        clocks_stop(game=game, seat=seat)
    if new or not wish:
        code = "seat-open-wish" if wish else "seat-open"
        notice_add(
            game=game, code=code, now=now, user=seat.user if wish else None, who=seat.user_id
        )
        substitute_wanted.send(sender=Game, game=game, seat=seat, told=told)
    return offer


@transaction.atomic
def substitute_ask(*, game_id: int, user: User, now: datetime | None = None) -> SeatOffer:
    """A player who cannot go on asks for somebody to take his seat; until then he plays."""
    game, seat = _own_seat(game_id, user)
    return seat_offer(game=game, seat=seat, now=now or timezone.now(), wish=True)


@transaction.atomic
def substitute_ask_withdraw(*, game_id: int, user: User, now: datetime | None = None) -> None:
    """He can go on after all."""
    now = now or timezone.now()
    game, seat = _own_seat(game_id, user)
    if not seat.offers.filter(closed_at=None, wish=True).update(closed_at=now):
        raise SeatNotOffered()
    notice_add(game=game, code="stays", now=now, user=user, who=user.pk)


def _own_seat(game_id: int, user: User) -> tuple[Game, Seat]:
    game = game_lock(game_id=game_id)
    check_running(game)
    seat = game.seats.select_related("user").filter(user=user).first()
    if seat is None:
        raise NotYourSeat()
    if seat.dropped_at is not None:
        raise SeatDropped()
    return game, seat


@transaction.atomic
def seat_hand_over(*, game_id: int, number: int, user: User, now: datetime) -> Seat:
    """An organiser gives a seat to somebody: nobody else is asked, and he tells those concerned."""
    game = game_lock(game_id=game_id)
    SeatOffer.objects.get_or_create(
        seat=game.seats.get(number=number),
        closed_at=None,
        defaults={"game": game, "opened_at": now, "wish": False},
    )
    return seat_take(game_id=game_id, number=number, user=user, now=now, told=True)


@transaction.atomic
def seat_take(
    *,
    game_id: int,
    number: int,
    user: User,
    token: str = "",
    now: datetime | None = None,
    told: bool = False,
) -> Seat:
    """Take an offered seat over, with all that it has; the clock starts afresh.

    Raises NoSuchTable, SeatNotOffered, HadThisTable, SeatNotForYou, OutsideLimits, TooBusy.
    """
    now = now or timezone.now()
    game_for(game_id=game_id, viewer=user, token=token)
    game = game_lock(game_id=game_id)
    check_running(game)
    seat = game.seats.select_related("user").filter(number=number).first()
    offer = None if seat is None else seat.offers.filter(closed_at=None).first()
    if seat is None or offer is None or seat.dropped_at is not None:
        raise SeatNotOffered()
    if Tenure.objects.filter(seat__game=game, user=user).exists():
        raise HadThisTable()
    if problem := seat_problem(user=user, game=game):
        raise SeatNotForYou(problem=problem)
    limits_check(user=user, rules_key=game.rules_key, limits=limits_of(game))
    busy_check(user=user)
    before = seat.user
    offer.closed_at, offer.taken_by = now, user
    offer.save(update_fields=["closed_at", "taken_by"])
    seat.tenures.filter(ended_at=None).update(ended_at=now, ended_revision=game.revision)
    Tenure.objects.create(seat=seat, user=user, began_at=now, began_revision=game.revision)
    seat.user, seat.caretaker, seat.bank = user, "", None
    seat.forgiven_at = None
    seat.save(update_fields=["user", "caretaker", "bank", "forgiven_at"])
    rows = clocks_start(game=game, seat=seat, now=now)
    if offer.wish and before is not None:
        deadline_missed(user=before, game=game, kind=MissedDeadline.Kind.LEFT, now=now)
    notice_add(
        game=game,
        code="seat-taken",
        now=now,
        user=user,
        who=user.pk,
        whom=before.pk if before else None,
    )
    substitute_took_over.send(
        sender=Game, game=game, seat=seat, user=user, before=before, told=told
    )
    due_times_changed.send(sender=Game, game=game, decisions=rows)
    return seat


@due_work("games.substitutes")
def offers_sweep(now: datetime) -> int:
    """Where nobody came in three days, a caretaker plays until somebody does."""
    from games.services.timeouts import caretaker_begin

    waiting = SeatOffer.objects.filter(
        closed_at=None,
        wish=False,
        opened_at__lte=now - WAITS,
        seat__caretaker="",
        game__status=Game.Status.RUNNING,
    )
    done = 0
    for pk in list(waiting.order_by("opened_at").values_list("pk", flat=True)[:200]):
        with transaction.atomic():
            game = game_lock(game_id=SeatOffer.objects.values_list("game_id", flat=True).get(pk=pk))
            offer = SeatOffer.objects.select_related("seat__user").get(pk=pk)
            if offer.closed_at is None and not offer.seat.caretaker and game.is_running:
                caretaker_begin(game=game, seat=offer.seat, now=now)
                done += 1
    return done
