"""Games of others that somebody follows."""

from __future__ import annotations

from django.db.models import QuerySet

from accounts.models import User
from games.models import Game, Watcher
from games.selectors.access import games_visible_to
from games.selectors.tables import Table

MOST = 20


def is_watching(*, table: Table, user: User) -> bool | None:
    """Whether a spectator follows the game; None for its players."""
    if table.my_seat is not None:
        return None
    return Watcher.objects.filter(game=table.game, user=user).exists()


def games_followed(*, user: User) -> QuerySet[Game]:
    """What somebody follows and may still look at, the liveliest first."""
    return (
        games_visible_to(viewer=user)
        .filter(watchers__user=user, started_at__isnull=False)
        .order_by("-moved_at")[:MOST]
    )
