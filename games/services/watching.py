"""Spectators who want to hear how a game goes on."""

from __future__ import annotations

from accounts.models import User
from games.models import Watcher
from games.selectors.access import game_for
from games.selectors.talk import has_played


def game_watch(*, game_id: int, user: User) -> bool:
    """Follow a game; False for its players, who hear of it anyway."""
    game = game_for(game_id=game_id, viewer=user)
    if has_played(game=game, user=user):
        return False
    Watcher.objects.get_or_create(game=game, user=user)
    return True


def game_unwatch(*, game_id: int, user: User) -> None:
    Watcher.objects.filter(game_id=game_id, user=user).delete()
