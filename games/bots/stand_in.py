"""A bot thinks and a person moves: for simulations, through the door that people use."""

from __future__ import annotations

from datetime import datetime
from random import Random

from engine.api import Seat as SeatNumber
from games.bots.policies import policies_for
from games.models import Game, OpenDecision
from games.positions import position_at
from games.services.moves import move_submit


def move_for_person(*, game_id: int, policy: str, rng: Random, now: datetime) -> bool:
    """One move for whoever has waited longest; False if nobody is asked."""
    game = Game.objects.get(pk=game_id)
    owed = (
        OpenDecision.objects.filter(game=game, answered=False, seat__user__isnull=False)
        .select_related("seat__user")
        .first()
    )
    if not game.is_running or owed is None:
        return False
    number = SeatNumber(owed.seat.number)
    line = policies_for(game.rules_key)[policy].choose(
        game.rules, position_at(game=game), number, rng
    )
    move_submit(game_id=game.pk, user=owed.seat.user, line=line, after=game.revision, now=now)
    return True
