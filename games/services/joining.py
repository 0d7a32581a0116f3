"""Who comes to a table, and who leaves it before the start."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from accounts.models import User
from accounts.selectors import user_named
from games.errors import (
    AlreadySeated,
    ByInvitationOnly,
    NoSuchPlayer,
    NotInvited,
    NotYourSeat,
    TableFull,
    TooBusy,
)
from games.models import Game, Invitation, OpenDecision, Seat
from games.services.log import game_lock
from games.services.starting import start_if_ready
from games.services.tables import check_host, check_open, limits_check, limits_of, table_close
from games.signals import invitation_sent, seats_changed

MOST_WAITING = 12
"""Who lets more tables wait does not join another one."""

Pending = Invitation.State.PENDING


@transaction.atomic
def table_join(*, game_id: int, user: User, token: str = "", now: datetime | None = None) -> Seat:
    """Take a seat: at a public table, with its link, or because one was invited."""
    now = now or timezone.now()
    game = game_lock(game_id=game_id)
    check_open(game)
    seats = list(game.seats.all())
    if any(seat.user_id == user.pk for seat in seats):
        raise AlreadySeated()
    waiting = list(game.invitations.filter(state=Pending))
    mine = next((row for row in waiting if row.user_id == user.pk), None)
    has_link = bool(token) and constant_time_compare(token, game.link_token or "")
    if mine is None and game.visibility == Game.Visibility.PRIVATE and not has_link:
        raise ByInvitationOnly()
    if mine is None and not has_link:
        # Who is invited was chosen; the limits are for strangers.
        limits_check(user=user, rules_key=game.rules_key, limits=limits_of(game))
    busy_check(user=user)
    seat = _seat_for(seats, waiting, mine)
    seat.user = user
    seat.save(update_fields=["user"])
    if mine is not None:
        mine.state = Invitation.State.ACCEPTED
        mine.answered_at = now
        mine.save(update_fields=["state", "answered_at"])
    seats_changed.send(sender=Game, game=game)
    start_if_ready(game=game, now=now)
    return game.seats.get(user=user)


def busy_check(*, user: User) -> None:
    """Raises TooBusy for somebody who lets too many tables wait."""
    waiting = (
        OpenDecision.objects.filter(seat__user=user, answered=False, game__status="running")
        .values("game_id")
        .distinct()
        .count()
    )
    if waiting >= MOST_WAITING:
        raise TooBusy(waiting=waiting, limit=MOST_WAITING)


def _seat_for(seats: list[Seat], waiting: list[Invitation], mine: Invitation | None) -> Seat:
    """The seat that was meant, or one that is kept for nobody."""
    free = [seat for seat in seats if not seat.is_taken]
    if mine is not None and mine.seat_number is not None:
        return next(seat for seat in free if seat.number == mine.seat_number)
    others = [row for row in waiting if row is not mine]
    named = {row.seat_number for row in others if row.seat_number is not None}
    unnamed = sum(row.seat_number is None for row in others)
    open_seats = [seat for seat in free if seat.number not in named]
    if len(open_seats) <= unnamed:
        raise TableFull()
    return open_seats[0]


@transaction.atomic
def table_leave(*, game_id: int, user: User) -> Game:
    """Give a seat up before the start. A table without players is closed."""
    game = game_lock(game_id=game_id)
    check_open(game)
    seat = game.seats.filter(user=user).first()
    if seat is None:
        raise NotYourSeat()
    seat.user = None
    seat.save(update_fields=["user"])
    game.invitations.filter(user=user).update(
        state=Invitation.State.DECLINED, answered_at=timezone.now()
    )
    seats_changed.send(sender=Game, game=game)
    if game.host_id == user.pk:
        heir = game.seats.exclude(user=None).first()
        if heir is None:
            table_close(game=game, status=Game.Status.CANCELLED)
        else:
            game.host = heir.user
            game.save(update_fields=["host"])
    return game


@transaction.atomic
def invitation_send(
    *, game_id: int, by: User, username: str, seat_number: int | None = None
) -> Invitation:
    """Ask somebody by name; a seat is kept for the answer."""
    game = game_lock(game_id=game_id)
    check_host(game, by)
    check_open(game)
    guest = user_named(username=username.strip())
    if guest is None or not guest.is_active:
        raise NoSuchPlayer(name=username)
    return invitation_make(game=game, by=by, guest=guest, seat_number=seat_number)


def invitation_make(
    *, game: Game, by: User | None, guest: User, seat_number: int | None = None
) -> Invitation:
    """The invitation itself; the caller has locked the game and checked who may invite."""
    seats = list(game.seats.all())
    if any(seat.user_id == guest.pk for seat in seats):
        raise AlreadySeated()
    waiting = list(game.invitations.filter(state=Pending).exclude(user=guest))
    if seat_number is None:
        _seat_for(seats, waiting, None)
    elif seats[seat_number].is_taken or any(row.seat_number == seat_number for row in waiting):
        raise TableFull()
    invitation, _ = Invitation.objects.update_or_create(
        game=game,
        user=guest,
        defaults={
            "invited_by": by,
            "seat_number": seat_number,
            "state": Pending,
            "answered_at": None,
        },
    )
    invitation_sent.send(sender=Invitation, invitation=invitation)
    return invitation


def invitation_accept(*, invitation_id: int, user: User, now: datetime | None = None) -> Seat:
    """Take the seat that was kept."""
    invitation = Invitation.objects.filter(pk=invitation_id, user=user).first()
    if invitation is None or invitation.state != Pending:
        raise NotInvited()
    return table_join(game_id=invitation.game_id, user=user, now=now)


@transaction.atomic
def invitation_decline(*, invitation_id: int, user: User, now: datetime | None = None) -> None:
    """Free the seat that was kept."""
    answered = Invitation.objects.filter(pk=invitation_id, user=user, state=Pending).update(
        state=Invitation.State.DECLINED, answered_at=now or timezone.now()
    )
    if not answered:
        raise NotInvited()
    game = Invitation.objects.select_related("game").get(pk=invitation_id).game
    seats_changed.send(sender=Game, game=game)


@transaction.atomic
def invitation_withdraw(*, invitation_id: int, by: User) -> None:
    invitation = Invitation.objects.select_related("game").filter(pk=invitation_id).first()
    if invitation is None or invitation.state != Pending:
        raise NotInvited()
    check_host(invitation.game, by)
    invitation.state = Invitation.State.WITHDRAWN
    invitation.save(update_fields=["state"])
    seats_changed.send(sender=Game, game=invitation.game)
