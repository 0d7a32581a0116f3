"""Time is up for a seat: it is forgiven once, then the table does what was agreed for it.

Never early: a decision is looked at again under the game's lock. Exactly once: whatever is done
takes the row out of what is due in the same transaction, so a second scheduler finds nothing.
"""

from __future__ import annotations

import logging
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from engine.api import MoveError
from games.bots.policies import policies_for
from games.clocks.policy import FORGIVENESS, TimeOut, time_out_read
from games.errors import TableError
from games.models import Game, MissedDeadline, Move, OpenDecision, Seat
from games.services.clocks import time_add
from games.services.log import game_lock
from games.services.moves import move_submit
from games.services.notices import notice_add
from games.services.reliability import deadline_missed
from games.services.seat_clock import clocks_stop
from games.services.substitutes import seat_offer
from games.services.voting import time_out_ask
from games.signals import caretaker_began, deadline_forgiven
from operations.due import due_work

logger = logging.getLogger(__name__)

MOST_AT_ONCE = 200


@transaction.atomic
def decision_time_out(*, decision_id: int, now: datetime) -> str:
    """Do what is to be done about a decision that is due, and say what it was: "forgiven",
    "asked", or the table's policy. Empty if it is not due, or not any more."""
    asked = OpenDecision.objects.filter(pk=decision_id).values_list("game_id", flat=True).first()
    if asked is None:
        return ""
    game = game_lock(game_id=asked)
    row = (
        OpenDecision.objects.select_related("seat__user")
        .filter(
            pk=decision_id,
            answered=False,
            held=False,
            due_at__lte=now,
            seat__bot="",
            seat__caretaker="",
            seat__user__isnull=False,
        )
        .first()
    )
    if row is None or not game.is_running or game.paused_at is not None:
        return ""
    policy = time_out_read(game.time_out)
    if policy.forgive and row.seat.forgiven_at is None:
        _forgive(game, row, now)
        return "forgiven"
    if policy.by != "automatic" and time_out_ask(game=game, row=row, by=policy.by, now=now):
        return "asked"
    time_out_act(game=game, seat=row.seat, policy=policy, now=now)
    return policy.action


def _forgive(game: Game, row: OpenDecision, now: datetime) -> None:
    """One day more for all that the seat owes, once in a game."""
    seat = row.seat
    seat.forgiven_at = now
    seat.save(update_fields=["forgiven_at"])
    owed = game.decisions.filter(seat=seat, answered=False).select_related("seat__user")
    time_add(game=game, rows=owed, gift=FORGIVENESS, now=now)
    hours = round(FORGIVENESS.total_seconds() / 3600)
    notice_add(game=game, code="forgiven", now=now, who=seat.user_id, hours=hours)
    row.refresh_from_db(fields=["due_at"])
    deadline_forgiven.send(sender=Game, game=game, decision=row)


def time_out_act(*, game: Game, seat: Seat, policy: TimeOut, now: datetime) -> None:
    """Do it for all that is due from a seat. The caller has locked the game."""
    if policy.action in ("caretaker", "substitute") and seat.user is not None:
        deadline_missed(user=seat.user, game=game, kind=MissedDeadline.Kind(policy.action), now=now)
    match policy.action:
        case "default":
            _defaults(game=game, seat=seat, now=now)
        case "drop":
            _drop(game=game, seat=seat, now=now)
        case "caretaker":
            caretaker_begin(game=game, seat=seat, now=now)
        case "substitute":
            seat_offer(game=game, seat=seat, now=now, wish=False)


def _defaults(*, game: Game, seat: Seat, now: datetime) -> None:
    """The default of each decision that is due, as long as the rules still ask for it."""
    due = game.decisions.filter(seat=seat, answered=False, due_at__lte=now).order_by("due_at", "pk")
    for pk in list(due.values_list("pk", flat=True)):
        row = OpenDecision.objects.filter(pk=pk).first()
        if row is not None:
            move_submit(
                game_id=game.pk,
                seat=seat.number,
                line=row.default,
                decision=row.ident,
                door=Move.Door.TIMEOUT,
                now=now,
            )
    # What a refused answer left open is tried again, not forgotten.
    game.decisions.filter(seat=seat, held=True).update(held=False)


def _drop(*, game: Game, seat: Seat, now: datetime) -> None:
    move_submit(
        game_id=game.pk,
        seat=seat.number,
        line=game.rules.resign_line,
        after=game.revision,
        door=Move.Door.TIMEOUT,
        now=now,
    )


def caretaker_begin(*, game: Game, seat: Seat, now: datetime) -> None:
    """The best bot there is plays until the player is back; a game without bots plays defaults."""
    policies = list(policies_for(game.rules_key))
    if not policies:
        _defaults(game=game, seat=seat, now=now)
        return
    seat.caretaker = policies[0]
    seat.save(update_fields=["caretaker"])
    clocks_stop(game=game, seat=seat)
    notice_add(game=game, code="caretaker", now=now, who=seat.user_id)
    caretaker_began.send(sender=Game, game=game, seat=seat)


@due_work("games.timeouts")
def timeouts_sweep(now: datetime) -> int:
    """Everything that is due, most overdue first; one table that fails does not stop the others."""
    acted = 0
    for pk in decisions_due(now):
        try:
            acted += bool(decision_time_out(decision_id=pk, now=now))
        except (MoveError, TableError) as refusal:
            logger.error("decision %s is due, its default is refused: %s", pk, refusal.code)
    return acted


def decisions_due(now: datetime) -> list[int]:
    """Whether they really are is seen under the lock."""
    return list(due_rows(now))


def due_rows(now: datetime) -> QuerySet[OpenDecision, int]:
    """Answered by the index of due times alone: games, seats and clocks are looked at later."""
    due = OpenDecision.objects.filter(answered=False, held=False, due_at__lte=now)
    return due.order_by("due_at").values_list("pk", flat=True)[:MOST_AT_ONCE]
