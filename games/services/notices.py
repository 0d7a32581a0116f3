"""Lines that a table keeps about its time, for everybody to read."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from accounts.models import User
from games import live
from games.models import Game, TableNotice


def notice_add(
    *, game: Game, code: str, now: datetime, user: User | None = None, **facts: Any
) -> TableNotice:
    """One more line, within the transaction of its cause. People are named by their ids."""
    notice = TableNotice.objects.create(
        game=game, code=code, facts=facts, user=user, number=game.length, at=now
    )
    live.publish_on_commit(game_id=game.pk)
    return notice
