"""A table becomes a running game."""

from __future__ import annotations

import secrets
from datetime import datetime
from random import Random

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.bots.policies import policies_for
from games.errors import BadTable, NotOpen, TableFull
from games.models import Game, Invitation, MirrorSet, Seat, Tenure
from games.services.log import LogWriter, game_lock
from games.services.tables import check_host, check_open, no_such_bot
from games.signals import game_started
from operations.due import due_work


def start_if_ready(*, game: Game, now: datetime) -> bool:
    """Start a locked table when all seats are taken and its time has come."""
    if not game.is_open or (game.start_at is not None and now < game.start_at):
        return False
    if game.seats.filter(user=None, bot="").exists():
        return False
    game_start(game=game, now=now)
    return True


def game_start(*, game: Game, now: datetime, rng: Random | None = None) -> None:
    """All seats are taken: shuffle if agreed, draw what is to be drawn, open the first decisions.

    The caller has locked the game.
    """
    rng = rng or secrets.SystemRandom()
    check_open(game)
    seats = list(game.seats.select_related("user"))
    if not all(seat.is_taken for seat in seats):
        raise NotOpen()
    if game.shuffle_seats:
        _shuffle(seats, rng)
    Tenure.objects.bulk_create(
        Tenure(seat=seat, user=seat.user, bot=seat.bot, began_at=now) for seat in seats
    )
    if any(seat.bot for seat in seats):
        game.rated = False
    if game.mirror_set_id is not None:
        game.mirror_set = MirrorSet.objects.select_for_update().get(pk=game.mirror_set_id)
    game.status = Game.Status.RUNNING
    game.started_at = game.moved_at = now
    game.expires_at = None
    log = LogWriter(
        game=game,
        seats={seat.number: seat for seat in seats},
        state=game.rules.setup(game.options, game.seat_count),
        now=now,
        rng=rng,
    )
    log.draw_all()
    game_started.send(sender=Game, game=game)
    log.finish()


def _shuffle(seats: list[Seat], rng: Random) -> None:
    """Holders change places; the seats stay."""
    holders = [(seat.user, seat.bot) for seat in seats]
    rng.shuffle(holders)
    # Nobody may hold two seats, not even for a moment.
    Seat.objects.filter(pk__in=[seat.pk for seat in seats]).update(user=None, bot="")
    for seat, (user, bot) in zip(seats, holders, strict=True):
        seat.user, seat.bot = user, bot
        seat.save(update_fields=["user", "bot"])


def seats_fill(*, game: Game, policy: str) -> int:
    """Bots take the seats that are free; invitations without an answer lapse."""
    game.invitations.filter(state=Invitation.State.PENDING).update(state=Invitation.State.WITHDRAWN)
    return game.seats.filter(user=None, bot="").update(bot=policy)


@due_work("games.starts")
def tables_start(now: datetime) -> int:
    """Start what was to start at a time. Who is not full by then waits for the last player."""
    due = Game.objects.filter(status=Game.Status.OPEN, start_at__lte=now)
    done = 0
    for pk in list(due.values_list("pk", flat=True)[:200]):
        with transaction.atomic():
            game = game_lock(game_id=pk)
            if not game.is_open or game.start_at is None or game.start_at > now:
                continue
            game.start_at = None
            if game.fill_with:
                seats_fill(game=game, policy=game.fill_with)
            if not start_if_ready(game=game, now=now):
                game.save(update_fields=["start_at"])
            done += 1
    return done


@transaction.atomic
def table_fill_with_bots(
    *, game_id: int, by: User, policy: str, now: datetime | None = None
) -> Game:
    """The host lets bots take the free seats; the game is unrated and may start."""
    now = now or timezone.now()
    game = game_lock(game_id=game_id)
    check_host(game, by)
    check_open(game)
    if policy not in policies_for(game.rules_key):
        raise BadTable(problem=no_such_bot(policy))
    if not seats_fill(game=game, policy=policy):
        raise TableFull()
    game.rated = False
    game.save(update_fields=["rated"])
    start_if_ready(game=game, now=now)
    return game
