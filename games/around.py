"""What hangs on a table besides its log: asked once with each row that is added."""

from __future__ import annotations

from typing import NamedTuple

from django.db import connection


class Around(NamedTuple):
    """What there is at a table, so that nobody looks for what is not there."""

    undo: bool
    """A wish to take moves back waits for answers."""
    votes: bool
    plans: bool
    orders: bool
    watchers: bool
    offers: bool
    """A seat looks for a substitute."""


# By hand, because composing such a question takes Django longer than answering it the database.
_ASKED = """
SELECT
EXISTS (SELECT 1 FROM games_undorequest WHERE game_id = %s AND state = 'open'),
EXISTS (SELECT 1 FROM games_tablevote WHERE game_id = %s AND state = 'open'),
EXISTS (SELECT 1 FROM games_plan WHERE game_id = %s),
EXISTS (SELECT 1 FROM games_standingorder WHERE game_id = %s AND state = 'active'),
EXISTS (SELECT 1 FROM games_watcher WHERE game_id = %s),
EXISTS (SELECT 1 FROM games_seatoffer WHERE game_id = %s AND closed_at IS NULL)
"""


def around_of(*, game_id: int) -> Around:
    """As it is now. Ask after the game was locked, and nobody changes it meanwhile."""
    with connection.cursor() as cursor:
        cursor.execute(_ASKED, [game_id] * 6)
        return Around(*map(bool, cursor.fetchone()))
