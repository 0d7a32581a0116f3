"""The game that stands on the front page."""

from __future__ import annotations

from games.models import Game
from games.selectors.access import games_visible_to

MOVES_TO_SHOW = 24
"""Before that a board is nearly empty."""


def front_game() -> Game | None:
    """The liveliest public game that has something to show; without one, the newest finished."""
    shown = games_visible_to(viewer=None).filter(length__gte=MOVES_TO_SHOW)
    running = shown.filter(status=Game.Status.RUNNING).order_by("-moved_at")
    return running.first() or shown.filter(status="finished").order_by("-ended_at").first()
