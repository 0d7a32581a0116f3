"""Standing orders are written down, played when their moment comes, and switched off.

Exactly once: the line is played and the order marked in one transaction under the game's lock.
Right after the move that asks for it; a sweep finds what a process has left undone.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import msgspec
from django.db import transaction
from django.db.models import Exists, F, OuterRef
from django.utils import timezone

from accounts.models import User
from engine.api import MoveError, NotationError
from engine.api import Seat as SeatNumber
from engine.log import play_line
from games.errors import BadOrder, NoSuchOrder, NotYourSeat, SeatDropped, TooManyOrders
from games.models import Game, Move, OpenDecision, Seat, StandingOrder
from games.orders.language import OfferRule, OrderError, TurnOrder, order_read
from games.orders.meaning import (
    OFFER_KINDS,
    TURN_KINDS,
    answer_of,
    holds,
    is_free,
    line_of,
    offer_of,
)
from games.positions import position_at
from games.presenters.order_words import line_problem, order_problem, source_problem, thing_problem
from games.services.log import game_lock
from games.services.moves import check_running, move_submit
from games.signals import order_switched_off
from operations.due import due_work

MOST_ORDERS = 20
LEFT_UNDONE = timedelta(seconds=10)
Kind, State = StandingOrder.Kind, StandingOrder.State


@transaction.atomic
def order_from_text(
    *, game_id: int, user: User, text: str, now: datetime | None = None
) -> StandingOrder:
    """Write an order down, if it is understood and may come true. Raises BadOrder and its like.

    What it says is checked now: words, things, players, the notation of each line; and where it
    is the player's turn already, whether the line is legal.
    """
    now = now or timezone.now()
    game = game_lock(game_id=game_id)
    check_running(game)
    seat = game.seats.select_related("user").filter(user=user).first()
    if seat is None:
        raise NotYourSeat()
    if seat.dropped_at is not None:
        raise SeatDropped()
    if seat.orders.filter(state=State.ACTIVE).count() >= MOST_ORDERS:
        raise TooManyOrders(limit=MOST_ORDERS)
    try:
        order = order_read(text)
    except OrderError as problem:
        raise BadOrder(problem=order_problem(problem.problem, problem.part)) from None
    _check(game, seat, order)
    row = StandingOrder.objects.create(
        game=game,
        seat=seat,
        user=user,
        kind=Kind.OFFERS if isinstance(order, OfferRule) else Kind.TURN,
        text=order.write(),
        made_at=now,
    )
    transaction.on_commit(lambda: orders_play(game_id=game_id), robust=True)
    return row


def _check(game: Game, seat: Seat, order: OfferRule | TurnOrder) -> None:
    state = position_at(game=game)
    view = game.rules.view(state, SeatNumber(seat.number))
    if isinstance(order, OfferRule):
        if order.source and order.source.lower() not in _sources(game, view):
            raise BadOrder(problem=source_problem(order.source))
        return
    for branch in order.branches:
        for condition in branch.conditions:
            if condition.round is None and is_free(view, condition.thing) is None:
                raise BadOrder(problem=thing_problem(condition.thing))
        _check_line(
            game, seat, state, branch.line, now=all(holds(view, row) for row in branch.conditions)
        )


def _check_line(game: Game, seat: Seat, state: Any, line: str, *, now: bool) -> None:
    """Unreadable is refused at any time; not legal only where it would be played at once."""
    on_turn = game.decisions.filter(seat=seat, kind__in=TURN_KINDS).exists()
    try:
        play_line(game.rules, state, SeatNumber(seat.number), line)
    except MoveError as refusal:
        if isinstance(refusal, NotationError) or (on_turn and now):
            names = {row.number: row.holder_name for row in game.seats.select_related("user")}
            raise BadOrder(problem=line_problem(line, refusal.message, names)) from None


def _sources(game: Game, view: Any) -> set[str]:
    """Factions and players of the table, in small letters."""
    factions = {str(row.get("faction") or "").lower() for row in view.get("seats", ())}
    people = {row.holder_name.lower() for row in game.seats.select_related("user")}
    return (factions | people) - {""}


@transaction.atomic
def order_cancel(*, order_id: int, user: User, now: datetime | None = None) -> None:
    """The player no longer wants it."""
    off = StandingOrder.objects.filter(pk=order_id, user=user, state=State.ACTIVE).update(
        state=State.OFF, reason={"code": "cancelled"}, settled_at=now or timezone.now()
    )
    if not off:
        raise NoSuchOrder()


@transaction.atomic
def orders_play(*, game_id: int, now: datetime | None = None) -> int:
    """Everything that orders say about what is asked now; says how many lines were played."""
    now = now or timezone.now()
    game = game_lock(game_id=game_id)
    played = 0
    while game.is_running and (found := next(_moments(game), None)) is not None:
        orders, decision = found
        if decision.kind in OFFER_KINDS:
            played += _answer_offer(game, orders, decision, now)
        else:
            played += _take_turn(game, orders[0], decision, now)
        game.refresh_from_db()
    return played


def _moments(game: Game) -> Iterator[tuple[list[StandingOrder], OpenDecision]]:
    """Questions with the orders about them that were not tried on them yet."""
    active = list(
        game.orders.filter(state=State.ACTIVE, seat__caretaker="", seat__user=F("user"))
        .select_related("seat__user")
        .order_by("pk")
    )
    if not active:
        return
    asked = game.decisions.filter(
        answered=False, seat__in={order.seat_id for order in active}
    ).order_by("pk")
    for decision in asked:
        kind = (
            Kind.OFFERS
            if decision.kind in OFFER_KINDS
            else Kind.TURN
            if decision.kind in TURN_KINDS
            else None
        )
        fit = [row for row in active if row.kind == kind and row.seat_id == decision.seat_id]
        if fit and any(row.considered < decision.pk for row in fit):
            yield fit, decision


def _answer_offer(
    game: Game, orders: list[StandingOrder], decision: OpenDecision, now: datetime
) -> int:
    ids = [order.pk for order in orders]
    StandingOrder.objects.filter(pk__in=ids).update(considered=decision.pk)
    seat = orders[0].seat
    state = position_at(game=game)
    offer = offer_of(
        rules=game.rules,
        state=state,
        view=game.rules.view(state, SeatNumber(seat.number)),
        seat=seat.number,
        reason=decision.reason,
        default=decision.default,
        players={row.number: row.holder_name for row in game.seats.select_related("user")},
    )
    rules = [rule for rule in map(_read, orders) if isinstance(rule, OfferRule)]
    answer = "ask" if offer is None else answer_of(rules, offer)
    if offer is None or answer == "ask":
        return 0
    line = offer.accept if answer == "accept" else offer.decline
    refused = _played(game, orders[0], decision, line, now)
    if isinstance(refused, Move):
        return 1
    for order in orders:
        order_off(order=order, code="refused", now=now, line=line, message=refused)
    return 0


def _take_turn(game: Game, order: StandingOrder, decision: OpenDecision, now: datetime) -> int:
    parsed = _read(order)
    assert isinstance(parsed, TurnOrder)
    StandingOrder.objects.filter(pk=order.pk).update(considered=decision.pk)
    view = game.rules.view(position_at(game=game), SeatNumber(order.seat.number))
    line = line_of(parsed, view)
    if not line:
        order_off(order=order, code="asked", now=now)
        _others_wait(order, decision)
        return 0
    played = _played(game, order, decision, line, now)
    if not isinstance(played, Move):
        order_off(order=order, code="refused", now=now, line=line, message=played)
        _others_wait(order, decision)
        return 0
    order.state, order.move, order.settled_at = State.PLAYED, played, now
    order.save(update_fields=["state", "move", "settled_at"])
    # A turn may ask on; what comes next in it is the player's.
    rest = game.decisions.filter(seat=order.seat, kind__in=TURN_KINDS).order_by("-pk").first()
    if rest is not None and rest.ident == decision.ident:
        _others_wait(order, rest)
    return 1


def _others_wait(order: StandingOrder, decision: OpenDecision) -> None:
    """Orders for later turns are not for this one."""
    order.seat.orders.filter(state=State.ACTIVE, kind=Kind.TURN).update(considered=decision.pk)


def _read(order: StandingOrder) -> OfferRule | TurnOrder:
    return order_read(order.text)


def _played(
    game: Game, order: StandingOrder, decision: OpenDecision, line: str, now: datetime
) -> Move | dict[str, Any]:
    """The row; or the message of the rules why there is none."""
    try:
        with transaction.atomic():
            return move_submit(
                game_id=game.pk,
                seat=order.seat.number,
                line=line,
                decision=decision.ident,
                door=Move.Door.STANDING_ORDER,
                key=f"order:{order.pk}:{decision.pk}",
                now=now,
            )
    except MoveError as refusal:
        message: dict[str, Any] = msgspec.to_builtins(refusal.message)
        return message


def order_off(*, order: StandingOrder, code: str, now: datetime, **facts: Any) -> None:
    """It no longer fits; the player is told why."""
    order.state, order.settled_at = State.OFF, now
    order.reason = {"code": code, **facts}
    order.save(update_fields=["state", "settled_at", "reason"])
    order_switched_off.send(sender=StandingOrder, order=order)


def orders_drop(*, seat: Seat, code: str, now: datetime, told: bool) -> None:
    """None of a seat's orders holds any more: it has another player, or took such a move back."""
    for order in seat.orders.filter(state=State.ACTIVE).select_related("game", "user"):
        if told:
            order_off(order=order, code=code, now=now)
        else:
            order.state, order.reason, order.settled_at = State.OFF, {"code": code}, now
            order.save(update_fields=["state", "reason", "settled_at"])


@due_work("games.orders")
def orders_sweep(now: datetime) -> int:
    """What was asked of somebody with orders a while ago, and no process has looked at."""
    kinds = {Kind.OFFERS: OFFER_KINDS, Kind.TURN: TURN_KINDS}
    games: set[int] = set()
    for kind, decisions in kinds.items():
        asked = OpenDecision.objects.filter(
            seat=OuterRef("seat"),
            answered=False,
            kind__in=decisions,
            pk__gt=OuterRef("considered"),
            opened_at__lte=now - LEFT_UNDONE,
        )
        waiting = StandingOrder.objects.filter(
            Exists(asked),
            state=State.ACTIVE,
            kind=kind,
            game__status=Game.Status.RUNNING,
            seat__caretaker="",
        )
        games |= set(waiting.values_list("game_id", flat=True)[:200])
    return sum(orders_play(game_id=game_id, now=now) for game_id in sorted(games))
