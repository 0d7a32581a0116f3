"""A running game is called off: something outside it has decided how it counts."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from games.models import Game, OpenDecision
from games.services.log import game_lock
from games.signals import table_closed, turn_changed


@transaction.atomic
def game_call_off(*, game_id: int, now: datetime) -> Game:
    """Nobody is asked for anything any more; the log stays. The caller may do so."""
    game = game_lock(game_id=game_id)
    if not game.is_running:
        return game
    open_now = OpenDecision.objects.filter(game=game)
    closed = list(open_now.values_list("ident", flat=True))
    open_now.delete()
    game.status, game.ended_at = Game.Status.CANCELLED, now
    game.save(update_fields=["status", "ended_at"])
    turn_changed.send(sender=Game, game=game, move=None, opened=[], closed=closed)
    table_closed.send(sender=Game, game=game)
    return game
