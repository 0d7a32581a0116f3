"""A move is submitted, whichever door it comes through."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from engine.api import Seat as SeatNumber
from engine.log import play_line
from games.around import around_of
from games.errors import (
    DecisionGone,
    GameOver,
    KeyTaken,
    NotRunning,
    NotYourSeat,
    SeatDropped,
    StaleTable,
)
from games.models import Game, Move, OpenDecision, Seat
from games.player_hours import hours_remember
from games.positions import position_at
from games.services.log import LogWriter, game_lock
from games.services.returning import seat_returned

Door = Move.Door


@transaction.atomic
def move_submit(
    *,
    game_id: int,
    line: str,
    after: int | None = None,
    decision: str = "",
    user: User | None = None,
    seat: int | None = None,
    door: str = Door.PAGE,
    key: str = "",
    now: datetime | None = None,
) -> Move:
    """Play `line` for the seat that `user` holds, or for `seat` where the site acts for it.

    `after` is the revision of the table that the player was looking at. Who answers a question
    out of turn names the `decision` instead, or besides: as long as it is open, moves of others in
    between do no harm. The same `key` is played once; whoever repeats it gets the same row.

    Raises TableError (StaleTable and its like), or MoveError if the rules refuse the line; nothing
    has changed then.
    """
    now = now or timezone.now()
    game = game_lock(game_id=game_id)
    seats = {row.number: row for row in game.seats.select_related("user__times")}
    hours_remember(seats.values())
    mine = acting_seat(seats=seats, user=user, seat=seat)
    if key:
        known = Move.objects.filter(game=game, key=key).first()
        if known is not None:
            if known.seat != mine.number:
                raise KeyTaken(key=key)
            return known
    check_running(game)
    if mine.dropped_at is not None:
        raise SeatDropped()
    if door == Door.BOT and not (mine.bot or mine.caretaker):
        # The player came back while his caretaker was thinking.
        raise StaleTable(seen=after, now=game.revision, decision=decision)
    around = around_of(game_id=game.pk)
    if user is not None and (mine.caretaker or around.offers):
        seat_returned(game=game, seat=mine, now=now)
    _check_fresh(game, mine, after, decision)
    state = position_at(game=game)
    step = play_line(game.rules, state, SeatNumber(mine.number), line)
    log = LogWriter(game=game, seats=seats, state=state, now=now, around=around)
    move = log.add(
        step,
        seat=mine.number,
        door=door,
        user_id=user.pk if user is not None else None if door == Door.BOT else mine.user_id,
        bot=mine.bot or mine.caretaker if door == Door.BOT else "",
        key=key,
    )
    log.draw_all()
    log.finish()
    return move


def acting_seat(*, seats: dict[int, Seat], user: User | None, seat: int | None) -> Seat:
    """The seat a user holds; or, where the site acts, the seat that is named."""
    if user is None and seat is None:
        raise ValueError("a move needs a user or a seat")
    for row in seats.values():
        if (user is None or row.user_id == user.pk) and (seat is None or row.number == seat):
            return row
    raise NotYourSeat()


def check_running(game: Game) -> None:
    if game.is_finished:
        raise GameOver()
    if not game.is_running:
        raise NotRunning()


def _check_fresh(game: Game, mine: Seat, after: int | None, decision: str) -> None:
    facts = {"seen": after, "now": game.revision, "decision": decision}
    if decision:
        if not OpenDecision.objects.filter(game=game, seat=mine, ident=decision).exists():
            raise DecisionGone(**facts)
    elif after is None:
        raise ValueError("a move needs the revision it was meant for, or a decision")
    elif after != game.revision:
        raise StaleTable(**facts)
