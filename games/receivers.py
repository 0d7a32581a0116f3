"""What the tables themselves do when something has happened at one of them."""

from __future__ import annotations

from functools import partial
from typing import Any

import msgspec
from django.db import transaction
from django.dispatch import receiver
from django.utils import timezone

from accounts.models import User
from accounts.signals import time_zone_changed, user_anonymised
from accounts.time_zones import zone_of
from games import live
from games.around import Around
from games.models import (
    ChatLine,
    Game,
    MissedDeadline,
    Move,
    OpenDecision,
    Plan,
    Seat,
    StandingOrder,
    UndoRequest,
)
from games.player_hours import hours_of
from games.services.forgetting import person_forget
from games.services.hours import due_times_follow
from games.services.orders import orders_drop, orders_play
from games.services.reliability import deadline_missed, leaving_taken_back
from games.services.voting import votes_overtaken
from games.signals import (
    caretaker_began,
    chat_posted,
    due_times_changed,
    game_ended,
    game_started,
    move_played,
    moves_taken_back,
    seats_changed,
    substitute_took_over,
    table_closed,
    turn_changed,
    undo_settled,
    undo_wanted,
)
from operations.hints import worker_hint


@receiver(turn_changed)
def wake_bots(*, game: Game, opened: list[OpenDecision], move: Move | None, **_: Any) -> None:
    from games.tasks import play_bots

    # A bot that has just moved goes on by itself.
    if move is not None and move.door == Move.Door.BOT:
        return
    if any(row.seat.bot or row.seat.caretaker for row in opened):
        transaction.on_commit(partial(worker_hint, play_bots, game.pk))


@receiver(caretaker_began)
def wake_caretaker(*, game: Game, seat: Seat, **_: Any) -> None:
    from games.tasks import play_bots

    transaction.on_commit(partial(worker_hint, play_bots, game.pk))


@receiver([move_played, moves_taken_back])
def rebase_plans(*, game: Game, around: Around | None = None, **_: Any) -> None:
    from games.tasks import rebase_plans as task

    if around is not None and not around.plans:
        return
    if Plan.objects.filter(game=game).exists():
        transaction.on_commit(partial(worker_hint, task, game.pk))


@receiver(move_played)
def wake_pages(*, game: Game, **_: Any) -> None:
    live.wake_on_commit(game_id=game.pk)


@receiver([moves_taken_back, game_started, seats_changed, table_closed])
def tell_pages(*, game: Game, **_: Any) -> None:
    live.publish_on_commit(game_id=game.pk)


@receiver(chat_posted)
def tell_pages_of_talk(*, line: ChatLine, **_: Any) -> None:
    live.publish_on_commit(game_id=line.game_id)


@receiver([undo_wanted, undo_settled])
def tell_pages_of_undo(*, request: UndoRequest, **_: Any) -> None:
    live.publish_on_commit(game_id=request.game_id)


@receiver(user_anonymised)
def forget_person(*, user: User, **_: Any) -> None:
    person_forget(user=user)


@receiver(move_played)
def count_missed(*, game: Game, move: Move, **_: Any) -> None:
    """What the clock played for somebody, and who left the game before its end."""
    timed_out = move.door == Move.Door.TIMEOUT
    left = move.line == game.rules.resign_line
    if move.user is None or move.bot or not (timed_out or left):
        return
    kinds = MissedDeadline.Kind
    kind = kinds.DEFAULT if not left else kinds.DROPPED if timed_out else kinds.LEFT
    deadline_missed(user=move.user, game=game, kind=kind, now=move.at)


@receiver(moves_taken_back)
def forget_leaving(*, game: Game, taken_back: list[Move], **_: Any) -> None:
    for move in taken_back:
        if move.line == game.rules.resign_line and move.user is not None:
            leaving_taken_back(user=move.user, game=game, now=timezone.now())


@receiver(turn_changed)
def play_orders(
    *, game: Game, opened: list[OpenDecision], around: Around | None = None, **_: Any
) -> None:
    """Right after the commit, in the same process; what dies with it is found by the sweep."""
    if around is not None and not around.orders:
        return
    seats = [row.seat for row in opened if not row.answered]
    if StandingOrder.objects.filter(seat__in=seats, state=StandingOrder.State.ACTIVE).exists():
        transaction.on_commit(partial(orders_play, game_id=game.pk), robust=True)


@receiver(substitute_took_over)
def drop_orders(*, seat: Seat, **_: Any) -> None:
    orders_drop(seat=seat, code="seat", now=timezone.now(), told=False)


@receiver(game_ended)
def end_orders(*, game: Game, **_: Any) -> None:
    for seat in game.seats.all():
        orders_drop(seat=seat, code="over", now=timezone.now(), told=False)


@receiver(moves_taken_back)
def doubt_orders(*, game: Game, taken_back: list[Move], **_: Any) -> None:
    """Else an order would play at once again what was just taken back."""
    numbers = {move.seat for move in taken_back if move.door == Move.Door.STANDING_ORDER}
    for seat in game.seats.filter(number__in=numbers):
        orders_drop(seat=seat, code="taken-back", now=timezone.now(), told=True)


@receiver([turn_changed, game_ended, due_times_changed])
def settle_votes(*, game: Game, around: Around | None = None, **_: Any) -> None:
    """A question about time is settled by whoever answers in the meantime."""
    if around is not None and not around.votes:
        return
    votes_overtaken(game=game, now=timezone.now())


@receiver(time_zone_changed)
def follow_the_zone(*, user: User, before: str, **_: Any) -> None:
    hours = hours_of(user)
    due_times_follow(
        user=user,
        before=msgspec.structs.replace(hours, time_zone=zone_of(before).key),
        now=timezone.now(),
    )
