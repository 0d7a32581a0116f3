"""Games that end at once: played by bots through the same door as people, or only their results."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from random import Random

from django.db import transaction
from django.utils import timezone

from games.models import Game, OpenDecision, Seat
from games.services.log import game_lock
from games.signals import game_ended


@transaction.atomic
def result_generate(*, game: Game, scores: Sequence[int], now: datetime | None = None) -> Game:
    """End a running game with these scores by seat, without the moves that would lead there.

    For simulations only: the log of such a game explains nothing.
    """
    game = game_lock(game_id=game.pk)
    if not game.is_running:
        raise ValueError(f"game {game.pk} is {game.status}")
    dropped = set(
        Seat.objects.filter(game=game, dropped_at__isnull=False).values_list("number", flat=True)
    )
    rows = [
        {
            "seat": seat,
            "place": 1 + sum(other > score for other in scores),
            "score": score,
            "dropped": seat in dropped,
            "details": {},
        }
        for seat, score in enumerate(scores)
    ]
    OpenDecision.objects.filter(game=game).delete()
    game.status = Game.Status.FINISHED
    game.result = sorted(rows, key=lambda row: row["place"])
    game.ended_at = game.moved_at = now or timezone.now()
    game.save(update_fields=["status", "result", "ended_at", "moved_at"])
    game_ended.send(sender=Game, game=game)
    return game


def scores_drawn(*, strengths: Sequence[float], rng: Random) -> list[int]:
    """Scores around what the strengths say; now and then two of them are equal."""
    return [round(rng.gauss(115 + strength, 14) / 2) * 2 for strength in strengths]
