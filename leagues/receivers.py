"""What a league does when something happens at its tables."""

from __future__ import annotations

from typing import Any

from django.dispatch import receiver
from django.utils import timezone

from accounts.models import User
from games.models import Game, Seat
from games.signals import (
    game_ended,
    move_played,
    moves_taken_back,
    substitute_took_over,
    table_stalled,
)
from games.signals import substitute_wanted as seat_is_free
from leagues.services.live import live_mark
from leagues.services.results import result_record
from leagues.services.substitutes import substitutes_tell, substitution_note
from leagues.services.tournaments import tournament_result_record
from leagues.services.unfinished import table_given_up


@receiver([move_played, moves_taken_back])
def mark_table(*, game: Game, **_: Any) -> None:
    live_mark(game=game, now=game.moved_at or timezone.now())


@receiver(game_ended)
def note_result(*, game: Game, **_: Any) -> None:
    now = game.ended_at or timezone.now()
    result_record(game=game, now=now)
    tournament_result_record(game=game, now=now)


@receiver(table_stalled)
def note_given_up(*, game: Game, **_: Any) -> None:
    table_given_up(game=game, now=game.ended_at or timezone.now())


@receiver(seat_is_free)
def tell_pool(*, game: Game, seat: Seat, told: bool = False, **_: Any) -> None:
    if not told:
        substitutes_tell(game=game, seat=seat)


@receiver(substitute_took_over)
def note_substitution(
    *, game: Game, user: User, before: User | None, told: bool = False, **_: Any
) -> None:
    if not told:
        substitution_note(game=game, user=user, before=before, now=timezone.now())
