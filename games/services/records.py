"""A game that was played elsewhere becomes a table here: from its options and lines alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from accounts.models import User
from engine.api import CHANCE
from engine.api import Seat as SeatNumber
from engine.log import LogRow, steps
from engine.registry import latest
from games.models import Game, Move, Seat, Tenure
from games.positions import EVERY, snapshot_store
from games.services.log import LogWriter

Holder = User | str
"""A person, or the key of a bot."""


@transaction.atomic
def record_store(
    *,
    rules_key: str,
    name: str,
    options: Mapping[str, Any],
    holders: Sequence[Holder],
    rows: Sequence[LogRow],
    started_at: datetime,
    pace: timedelta,
    visibility: str = Game.Visibility.PUBLIC,
    clock: Mapping[str, Any] | None = None,
    time_out: Mapping[str, Any] | None = None,
    rated: bool = False,
) -> Game:
    """Play the rows again, `pace` apart, and keep everything that follows; the game stands where
    they end. Raises OptionError or BrokenLog.

    Nobody is told but by the signals of the last row, as if the game had only just come there.
    """
    rules = latest(rules_key)
    game = Game.objects.create(
        rules_key=rules.key,
        rules_version=rules.version,
        name=name,
        options={option.key: option.default for option in rules.options()} | dict(options),
        seat_count=len(holders),
        status=Game.Status.RUNNING,
        visibility=visibility,
        rated=rated,
        clock=dict(clock or {"kind": "none"}),
        time_out=dict(time_out or {}),
        shuffle_seats=False,
        created_at=started_at,
        started_at=started_at,
    )
    seats = {}
    for number, holder in enumerate(holders):
        user, bot = (None, holder) if isinstance(holder, str) else (holder, "")
        seats[number] = Seat.objects.create(game=game, number=number, user=user, bot=bot)
        Tenure.objects.create(seat=seats[number], user=user, bot=bot, began_at=started_at)
    log = LogWriter(
        game=game, seats=seats, state=rules.setup(game.options, len(holders)), now=started_at
    )
    for row, step in zip(rows, steps(rules, game.options, len(holders), rows), strict=True):
        log.now += pace if row.seat != CHANCE else timedelta(0)
        seat = seats.get(row.seat)
        log.add(
            step,
            seat=row.seat,
            door=Move.Door.CHANCE
            if seat is None
            else Move.Door.BOT
            if seat.bot
            else Move.Door.PAGE,
            user_id=None if seat is None else seat.user_id,
            bot="" if seat is None else seat.bot,
        )
        if game.length % EVERY == 0:
            snapshot_store(game=game, number=game.length, state=log.state)
    log.finish()
    return game


def recording_store(*, recording: Mapping[str, Any], **given: Any) -> Game:
    """The same from a recording as JSON keeps it: options, and rows of seat and line."""
    rows = [LogRow(seat=SeatNumber(seat), line=line) for seat, line in recording["rows"]]
    return record_store(options=recording["options"], rows=rows, **given)
