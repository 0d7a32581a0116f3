"""A game is over: remember it with its last row, and tell a worker."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.db import transaction
from django.dispatch import receiver

from games.models import Game
from games.signals import game_ended
from operations.hints import worker_hint
from ratings.services.settling import game_note


@receiver(game_ended)
def note_finished_game(*, game: Game, **_: Any) -> None:
    from ratings.tasks import settle_results

    game_note(game=game)
    transaction.on_commit(partial(worker_hint, settle_results))
