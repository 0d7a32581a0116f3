"""Bots move: at once after whatever made it their turn, or when the watchdog finds them asleep."""

from __future__ import annotations

import logging
import secrets
import time
from datetime import datetime, timedelta
from random import Random

from django.db.models import Q, QuerySet

from engine.api import MoveError
from engine.api import Seat as SeatNumber
from games.bots.policies import policies_for
from games.bots.policy import NoOffers
from games.errors import DecisionGone, GameOver, NotRunning, SeatDropped, StaleTable
from games.models import Game, Move, OpenDecision, Seat
from games.positions import position_at
from games.services.moves import move_submit
from operations.due import due_work

logger = logging.getLogger(__name__)

MOST_SECONDS = 3.0
"""In one go: a worker that thinks sends no mail meanwhile."""
ASLEEP_AFTER = timedelta(seconds=20)
MOST_LOOKED_AT = 100


def bots_play(
    *,
    game_id: int,
    moves: int | None = None,
    seconds: float | None = None,
    rng: Random | None = None,
) -> int:
    """Let the bots of a game move until they owe nothing more; says how many moves they made.

    Stops after so many moves or seconds (else `MOST_SECONDS`), but never before the first move.

    Any number of workers may try: a move is thought out without a lock, and played only if the
    table is still as the bot saw it.
    """
    rng = rng or secrets.SystemRandom()
    until = time.monotonic() + (MOST_SECONDS if seconds is None else seconds)
    played = tried = 0
    while tried == 0 or (tried != moves and time.monotonic() < until):
        game = Game.objects.filter(pk=game_id, status=Game.Status.RUNNING).first()
        owed = decisions_of_bots(game_id=game_id).select_related("seat").first()
        if game is None or owed is None:
            break
        played += _answer(game, owed, rng)
        tried += 1
    return played


def bots_owe(*, game_id: int) -> bool:
    """Whether a bot of a running game is asked for something."""
    return decisions_of_bots(game_id=game_id).filter(game__status=Game.Status.RUNNING).exists()


def decisions_of_bots(*, game_id: int | None = None) -> QuerySet[OpenDecision]:
    """What bots owe, oldest first."""
    machine = Q(seat__bot__gt="") | Q(seat__caretaker__gt="")
    rows = OpenDecision.objects.filter(machine, answered=False).order_by("opened_at", "pk")
    return rows if game_id is None else rows.filter(game_id=game_id)


def bot_of(seat: Seat) -> str:
    """Who plays for a seat that no person plays now."""
    return seat.bot or seat.caretaker


def _answer(game: Game, owed: OpenDecision, rng: Random) -> int:
    """One move of one bot; 0 if somebody else was quicker."""
    line = _chosen(game, owed, rng)
    try:
        move_submit(
            game_id=game.pk,
            seat=owed.seat.number,
            line=line,
            after=game.revision,
            door=Move.Door.BOT,
        )
    except (StaleTable, GameOver, NotRunning, SeatDropped):
        return 0
    except MoveError as refusal:
        # A bot must not hold a table up: what the rules play for a sleeper is played for it.
        logger.error(
            "bot %s, game %s: %r refused: %s", bot_of(owed.seat), game.pk, line, refusal.code
        )
        return _default(game, owed)
    return 1


def _chosen(game: Game, owed: OpenDecision, rng: Random) -> str:
    policy = policies_for(game.rules_key).get(bot_of(owed.seat))
    if policy is None:
        logger.error("game %s: there is no bot called %r any more", game.pk, bot_of(owed.seat))
        return owed.default
    try:
        return policy.choose(game.rules, position_at(game=game), SeatNumber(owed.seat.number), rng)
    except NoOffers:
        logger.exception("game %s: bot %s finds nothing legal", game.pk, bot_of(owed.seat))
        return owed.default


def _default(game: Game, owed: OpenDecision) -> int:
    try:
        move_submit(
            game_id=game.pk,
            seat=owed.seat.number,
            line=owed.default,
            decision=owed.ident,
            door=Move.Door.BOT,
        )
    except (DecisionGone, GameOver, NotRunning):
        return 0
    return 1


@due_work("games.bots")
def bots_wake(now: datetime) -> int:
    """The watchdog: bots whose task was lost with a broker or a process."""
    asleep = decisions_of_bots().filter(
        opened_at__lt=now - ASLEEP_AFTER, game__status=Game.Status.RUNNING
    )
    games = dict.fromkeys(asleep.values_list("game_id", flat=True)[:MOST_LOOKED_AT])
    until = time.monotonic() + MOST_SECONDS
    played = 0
    for game_id in games:
        left = until - time.monotonic()
        if left <= 0:
            break
        played += bots_play(game_id=game_id, seconds=left)
    return played
