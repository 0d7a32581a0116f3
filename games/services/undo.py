"""Moves are taken back: freely, or by consent. The log keeps what was taken back."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.errors import (
    NotFreeToTakeBack,
    NothingToTakeBack,
    NotYourSeat,
    SeatDropped,
    StaleTable,
    UndoAlreadyAsked,
    UndoSettled,
)
from games.models import Game, Move, Seat, UndoConsent, UndoRequest
from games.positions import position_at, snapshots_forget
from games.services.log import LogWriter, game_lock
from games.services.moves import acting_seat, check_running
from games.signals import moves_taken_back, undo_settled, undo_wanted
from games.undo_rules import free_to_keep

State = UndoRequest.State


@transaction.atomic
def move_undo(
    *, game_id: int, user: User, after: int, keep: int | None = None, now: datetime | None = None
) -> Move:
    """Take back one's own last row, or all rows after `keep`, as far as that is free.

    Returns the row of the undo. Raises NotFreeToTakeBack where others must be asked.
    """
    now = now or timezone.now()
    game, seats, mine = _at_the_table(game_id, user, after)
    own = _own_row(game, mine, keep)
    last = list(game.moves.filter(live=True, number__gte=own.number).order_by("number"))
    free = free_to_keep(moves=last, seat=mine.number)
    if free is None or free >= own.number:
        raise NotFreeToTakeBack(keep=free)
    # The clock goes on as if nothing had happened: nobody gains time by taking back.
    asked = {mine.number: own} if own.asked_at is not None else {}
    return _take_back(game, seats, mine, own.number - 1, user, now, asked)


@transaction.atomic
def undo_request(
    *, game_id: int, user: User, after: int, keep: int | None = None, now: datetime | None = None
) -> UndoRequest:
    """Ask all others to go back to before one's own last row, or to `keep` rows.

    Everybody who still plays has seen what would be unseen, so everybody is asked. Bots agree.
    """
    now = now or timezone.now()
    game, seats, mine = _at_the_table(game_id, user, after)
    own = _own_row(game, mine, keep)
    if game.undo_requests.filter(state=State.OPEN).exists():
        raise UndoAlreadyAsked()
    request = UndoRequest.objects.create(
        game=game, seat=mine, keep=own.number - 1, revision=game.revision, asked_at=now
    )
    others = [seat for seat in seats.values() if seat.user_id and seat.dropped_at is None]
    asked = [UndoConsent(request=request, seat=seat) for seat in others if seat != mine]
    UndoConsent.objects.bulk_create(asked)
    if asked:
        undo_wanted.send(sender=UndoRequest, request=request)
    else:
        _grant(request, game, seats, now)
    return request


@transaction.atomic
def undo_answer(
    *, request_id: int, user: User, agrees: bool, now: datetime | None = None
) -> UndoRequest:
    """Say yes or no; the last yes takes the moves back, the first no ends it."""
    now = now or timezone.now()
    request, game = _open_request(request_id)
    consent = request.consents.filter(seat__user=user).first()
    if consent is None:
        raise NotYourSeat()
    consent.agrees = agrees
    consent.answered_at = now
    consent.save(update_fields=["agrees", "answered_at"])
    if not agrees:
        _settle(request, State.REFUSED, now)
    elif not request.consents.exclude(agrees=True).exists():
        seats = {seat.number: seat for seat in game.seats.select_related("user")}
        _grant(request, game, seats, now)
    return request


@transaction.atomic
def undo_withdraw(*, request_id: int, user: User, now: datetime | None = None) -> UndoRequest:
    """Who asked no longer wants it."""
    request, _game = _open_request(request_id)
    if request.seat.user_id != user.pk:
        raise NotYourSeat()
    _settle(request, State.WITHDRAWN, now or timezone.now())
    return request


def _at_the_table(game_id: int, user: User, after: int) -> tuple[Game, dict[int, Seat], Seat]:
    game = game_lock(game_id=game_id)
    seats = {seat.number: seat for seat in game.seats.select_related("user")}
    mine = acting_seat(seats=seats, user=user, seat=None)
    check_running(game)
    if mine.dropped_at is not None:
        raise SeatDropped()
    if after != game.revision:
        raise StaleTable(seen=after, now=game.revision, decision="")
    return game, seats, mine


def _own_row(game: Game, mine: Seat, keep: int | None) -> Move:
    """The first row that would go: one of the seat's own, so that no draw is drawn anew alone."""
    rows = game.moves.filter(live=True, seat=mine.number)
    if keep is not None:
        rows = rows.filter(number=keep + 1)
    row = rows.order_by("-number").first()
    if row is None:
        raise NothingToTakeBack()
    return row


def _open_request(request_id: int) -> tuple[UndoRequest, Game]:
    request = UndoRequest.objects.select_related("seat").filter(pk=request_id).first()
    if request is None:
        raise UndoSettled()
    game = game_lock(game_id=request.game_id)
    request.refresh_from_db(fields=["state"])
    if request.state != State.OPEN:
        raise UndoSettled()
    return request, game


def _settle(request: UndoRequest, state: str, now: datetime) -> None:
    request.state = state
    request.settled_at = now
    request.save(update_fields=["state", "settled_at"])
    undo_settled.send(sender=UndoRequest, request=request)


def _grant(request: UndoRequest, game: Game, seats: dict[int, Seat], now: datetime) -> None:
    _settle(request, State.GRANTED, now)
    mine = seats[request.seat.number]
    _take_back(game, seats, mine, request.keep, mine.user, now, {})


def _take_back(
    game: Game,
    seats: dict[int, Seat],
    mine: Seat,
    keep: int,
    user: User | None,
    now: datetime,
    asked: dict[int, Move],
) -> Move:
    taken = list(game.moves.filter(live=True, number__gt=keep).order_by("number"))
    game.moves.filter(pk__in=[move.pk for move in taken]).update(live=False)
    snapshots_forget(game=game, after=keep)
    _banks_refill(taken, seats)
    for move in taken:
        if move.line == game.rules.resign_line:
            seats[move.seat].dropped_at = None
            seats[move.seat].save(update_fields=["dropped_at"])
    state = position_at(game=game, number=keep)
    log = LogWriter(game=game, seats=seats, state=state, now=now)
    row = log.add_undo(seat=mine.number, keep=keep, user_id=user.pk if user else None)
    log.finish(asked=asked)
    moves_taken_back.send(sender=Game, game=game, move=row, taken_back=taken)
    return row


def _banks_refill(taken: list[Move], seats: dict[int, Seat]) -> None:
    """What an answer did to a bank of time goes with the answer; the first row that goes knows."""
    for move in reversed(taken):
        if move.bank is not None:
            seats[move.seat].bank = move.bank
            seats[move.seat].save(update_fields=["bank"])
