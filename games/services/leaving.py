"""A player leaves a running game of his own accord, by the rules for drop-outs."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import User
from games.errors import NotYourSeat
from games.models import Move
from games.services.log import game_lock
from games.services.moves import move_submit


@transaction.atomic
def seat_resign(
    *, game_id: int, user: User, door: str = Move.Door.PAGE, now: datetime | None = None
) -> Move:
    """Play the line that leaves, whoever's turn it is."""
    game = game_lock(game_id=game_id)
    if not game.seats.filter(user=user).exists():
        raise NotYourSeat()
    return move_submit(
        game_id=game_id,
        user=user,
        line=game.rules.resign_line,
        after=game.revision,
        door=door,
        now=now,
    )
