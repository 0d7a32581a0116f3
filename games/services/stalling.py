"""Tables at which nobody moves any more are given up after four weeks, with notice."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef

from games.models import Game, OpenDecision
from games.services.log import game_lock
from games.services.notices import notice_add
from games.signals import table_stalled, table_stalling
from operations.due import due_work

WARNED_AFTER = timedelta(weeks=3)
GIVEN_UP_AFTER = timedelta(weeks=4)
NOTICE = GIVEN_UP_AFTER - WARNED_AFTER


@due_work("games.stalled")
def tables_stall(now: datetime) -> int:
    """Warn after three weeks without a move, give up a week after the warning.

    A paused table rests on purpose, and where a clock still runs it will see to things itself.
    """
    runs = Exists(OpenDecision.objects.filter(game=OuterRef("pk"), due_at__gt=now))
    idle = Game.objects.filter(
        ~runs, status=Game.Status.RUNNING, moved_at__lte=now - WARNED_AFTER, paused_at=None
    ).exclude(warned_at__gt=now - NOTICE)
    done = 0
    for pk in list(idle.order_by("moved_at").values_list("pk", flat=True)[:200]):
        with transaction.atomic():
            done += _table_stall(game_lock(game_id=pk), now)
    return done


def _table_stall(game: Game, now: datetime) -> int:
    if not game.is_running or game.paused_at is not None:
        return 0
    if game.moved_at is None or game.moved_at > now - WARNED_AFTER:
        return 0
    if OpenDecision.objects.filter(game=game, due_at__gt=now).exists():
        return 0
    # A warning from before the last move has been heard.
    warned = game.warned_at if game.warned_at and game.warned_at > game.moved_at else None
    if warned is None:
        game.warned_at = now
        game.save(update_fields=["warned_at"])
        notice_add(game=game, code="stalling", now=now, days=NOTICE.days)
        table_stalling.send(sender=Game, game=game)
        return 1
    if warned > now - NOTICE:
        return 0
    game.status, game.ended_at = Game.Status.STALLED, now
    game.save(update_fields=["status", "ended_at"])
    game.decisions.all().delete()
    game.seat_offers.filter(closed_at=None).update(closed_at=now)
    game.votes.filter(state="open").update(state="overtaken", settled_at=now)
    notice_add(game=game, code="stalled", now=now)
    table_stalled.send(sender=Game, game=game)
    return 1
