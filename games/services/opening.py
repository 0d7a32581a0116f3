"""A table is opened together with its guests."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db import transaction

from accounts.models import User
from games.models import Game
from games.services.joining import invitation_make
from games.services.tables import table_create, table_link


@transaction.atomic
def table_open(*, host: User, guests: Iterable[User], with_link: bool, **table: Any) -> Game:
    """Create a table as `table_create` does, invite the guests and make the link, or do nothing."""
    game = table_create(host=host, **table)
    for guest in guests:
        invitation_make(game=game, by=host, guest=guest)
    if with_link:
        table_link(game_id=game.pk, by=host)
    game.refresh_from_db()
    return game
