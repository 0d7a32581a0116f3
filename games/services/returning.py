"""Who was away is back: his caretaker stops, his seat is offered no longer, his clock runs."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.errors import NotAway, NotYourSeat
from games.models import Game, Seat
from games.services.log import game_lock
from games.services.notices import notice_add
from games.services.seat_clock import clocks_start
from games.signals import due_times_changed, player_returned


@transaction.atomic
def seat_return(*, game_id: int, user: User, now: datetime | None = None) -> Seat:
    """ "I am back". Raises NotAway for who has not been away."""
    game = game_lock(game_id=game_id)
    seat = game.seats.select_related("user").filter(user=user).first()
    if seat is None:
        raise NotYourSeat()
    if not seat.caretaker and not seat.offers.filter(closed_at=None, wish=False).exists():
        raise NotAway()
    seat_returned(game=game, seat=seat, now=now or timezone.now())
    return seat


def seat_returned(*, game: Game, seat: Seat, now: datetime) -> None:
    """The same; also for who simply moves. The caller has locked the game."""
    was_away = bool(seat.caretaker) or seat.offers.filter(closed_at=None, wish=False).exists()
    seat.offers.filter(closed_at=None, wish=False).update(closed_at=now)
    if not was_away:
        return  # he has asked for a substitute himself, and plays until one comes
    seat.caretaker = ""
    seat.save(update_fields=["caretaker"])
    rows = clocks_start(game=game, seat=seat, now=now)
    notice_add(game=game, code="back", now=now, user=seat.user, who=seat.user_id)
    player_returned.send(sender=Game, game=game, seat=seat)
    due_times_changed.send(sender=Game, game=game, decisions=rows)
