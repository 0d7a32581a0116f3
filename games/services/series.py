"""Tables that follow from others: a copy, a rematch, a mirror set."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from accounts.models import User
from games.bots.policies import policies_for
from games.errors import BadTable, NotYourSeat
from games.models import Game, Invitation, MirrorSet, Seat
from games.selectors.access import game_for
from games.services.joining import invitation_accept, invitation_make
from games.services.log import game_lock
from games.services.starting import start_if_ready
from games.services.tables import NO_LIMITS, limits_of, no_such_bot, table_create

Holder = User | str
"""A person, or the key of a bot."""


def table_copy(*, game_id: int, user: User, name: str = "", now: datetime | None = None) -> Game:
    """A new table with the choices of an earlier one, and no guests yet."""
    old = game_for(game_id=game_id, viewer=user)
    return table_create(
        host=user,
        rules_key=old.rules_key,
        name=name or old.name,
        seats=old.seat_count,
        options=old.options,
        visibility=old.visibility,
        rated=old.rated or any(seat.bot for seat in old.seats.all()),
        clock=old.clock,
        time_out=old.time_out,
        limits=limits_of(old) if old.host_id == user.pk else NO_LIMITS,
        shuffle_seats=old.shuffle_seats,
        now=now,
    )


@transaction.atomic
def rematch_create(*, game_id: int, user: User, now: datetime | None = None) -> Game:
    """The same people again, each one seat further; whoever asks second gets the same table."""
    now = now or timezone.now()
    old = game_lock(game_id=game_id)
    seats = list(old.seats.select_related("user"))
    if not any(seat.user_id == user.pk for seat in seats):
        raise NotYourSeat()
    if not old.is_finished:
        raise BadTable(problem=gettext("the game before is not over yet."))
    known = old.rematches.filter(status__in=[Game.Status.OPEN, Game.Status.RUNNING]).first()
    if known is not None:
        return known
    game = table_create(
        host=user,
        rules_key=old.rules_key,
        name=old.name,
        seats=old.seat_count,
        options=old.options,
        visibility=old.visibility,
        rated=old.rated,
        clock=old.clock,
        time_out=old.time_out,
        shuffle_seats=False,
        host_plays=False,
        now=now,
    )
    game.rematch_of = old
    game.save(update_fields=["rematch_of"])
    holders: list[Holder] = [seat.user or seat.bot for seat in seats]
    seats_assign(game=game, host=user, holders=rotated(holders, 1), now=now)
    return game


@transaction.atomic
def mirror_set_create(
    *,
    host: User,
    rules_key: str,
    name: str,
    options: Mapping[str, Any],
    players: Sequence[Holder],
    games: int | None = None,
    rated: bool = True,
    clock: Mapping[str, Any] | None = None,
    time_out: Mapping[str, Any] | None = None,
    visibility: str = Game.Visibility.PRIVATE,
    now: datetime | None = None,
) -> MirrorSet:
    """The same set-up several times (once for each seat unless told), seats rotating.

    What chance deals before the first move is the same at every table, so that with the seats
    everything dealt to them rotates too.
    """
    now = now or timezone.now()
    count = len(players) if games is None else games
    people = [player for player in players if isinstance(player, User)]
    if not 1 <= count <= len(players):
        raise BadTable(problem=gettext("there are more tables than seats."))
    if host not in people or len({person.pk for person in people}) != len(people):
        raise BadTable(problem=gettext("everybody sits once, and you are one of them."))
    for player in players:
        if isinstance(player, str) and player not in policies_for(rules_key):
            raise BadTable(problem=no_such_bot(player))
    mirror = MirrorSet.objects.create(created_at=now)
    for turn in range(count):
        game = table_create(
            host=host,
            rules_key=rules_key,
            name=f"{name} {turn + 1}/{count}",
            seats=len(players),
            options=options,
            visibility=visibility,
            rated=rated,
            clock=clock,
            time_out=time_out,
            shuffle_seats=False,
            host_plays=False,
            now=now,
        )
        game.mirror_set = mirror
        game.save(update_fields=["mirror_set"])
        seats_assign(game=game, host=host, holders=rotated(players, turn), now=now)
    return mirror


@transaction.atomic
def mirror_set_accept(*, mirror_set_id: int, user: User, now: datetime | None = None) -> int:
    """Accept all invitations to the tables of a set; says how many there were."""
    waiting = Invitation.objects.filter(
        game__mirror_set_id=mirror_set_id, user=user, state=Invitation.State.PENDING
    )
    ids = list(waiting.order_by("game_id").values_list("pk", flat=True))
    for pk in ids:
        invitation_accept(invitation_id=pk, user=user, now=now)
    return len(ids)


def rotated(holders: Sequence[Holder], by: int) -> list[Holder]:
    """Everybody sits `by` seats further."""
    count = len(holders)
    return [holders[(number - by) % count] for number in range(count)]


def seats_assign(*, game: Game, host: User, holders: Sequence[Holder], now: datetime) -> None:
    """Seat the host and the bots; everybody else is invited to a certain seat."""
    seats: list[Seat] = list(game.seats.all())
    for seat, holder in zip(seats, holders, strict=True):
        if isinstance(holder, str):
            seat.bot = holder
        elif holder == host:
            seat.user = host
        else:
            continue
        seat.save(update_fields=["user", "bot"])
    if any(isinstance(holder, str) for holder in holders):
        game.rated = False
        game.save(update_fields=["rated"])
    for number, holder in enumerate(holders):
        # Who has left the site cannot come again; the seat is free for somebody else.
        if isinstance(holder, User) and holder != host and holder.is_active:
            invitation_make(game=game, by=host, guest=holder, seat_number=number)
    start_if_ready(game=game, now=now)
