"""Celery entry points of the tables."""

from celery import shared_task

from games.services.bots import bots_owe, bots_play
from games.services.plans import plans_rebase


@shared_task
def play_bots(game_id: int) -> None:
    """The bots of one game; whoever has more to do comes again, so that others get their turn."""
    if bots_play(game_id=game_id) and bots_owe(game_id=game_id):
        play_bots.delay(game_id)


@shared_task
def rebase_plans(game_id: int) -> None:
    plans_rebase(game_id=game_id)
