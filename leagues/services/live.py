"""How games of leagues and tournaments stand, looked at by the worker and kept for the pages."""

from __future__ import annotations

import time
from datetime import datetime, timedelta

from django.db import connection

from games.models import Game
from games.selectors.progress import progress_of
from leagues.models import AnyTable, Group, LeagueTable, TournamentTable
from operations.due import due_work

MOST_SECONDS = 3.0
SETTLES = timedelta(minutes=2)
"""Moves come in bursts: one look at a table for all of them."""
KINDS: tuple[type[LeagueTable] | type[TournamentTable], ...] = (LeagueTable, TournamentTable)


def live_mark(*, game: Game, now: datetime) -> None:
    """Something was played: the lists will hear of it."""
    # By hand, because composing it takes Django longer than doing it the database, and it is done
    # with every move of every table.
    due = connection.ops.adapt_datetimefield_value(now + SETTLES)
    with connection.cursor() as cursor:
        for kind in KINDS:
            cursor.execute(
                f"UPDATE {kind._meta.db_table} SET live_due = %s"
                " WHERE game_id = %s AND live_due IS NULL",
                [due, game.pk],
            )


@due_work("leagues.live")
def live_sweep(now: datetime) -> int:
    """Look at tables where something has happened."""
    until = time.monotonic() + MOST_SECONDS
    done = 0
    for kind in KINDS:
        due = kind.objects.filter(live_due__lte=now, game__isnull=False)
        for table in due.select_related("game").order_by("live_due")[:200]:
            if time.monotonic() > until:
                return done
            live_refresh(table=table)
            if isinstance(table, LeagueTable):
                Group.objects.filter(pk=table.group_id, outlook_due=None).update(outlook_due=now)
            done += 1
    return done


def live_refresh(*, table: AnyTable) -> None:
    """Marked as done before looking, so that a move in between asks for another look."""
    assert table.game is not None
    kept = type(table).objects.filter(pk=table.pk)
    kept.update(live_due=None)
    progress = progress_of(game=table.game)
    table.live = {
        "round": progress.round,
        "rounds": progress.rounds,
        "done": round(progress.done, 3),
        "scores": {str(seat): score for seat, score in progress.scores.items()},
        "factions": {str(seat): key for seat, key in progress.factions.items()},
        "colours": {str(seat): key for seat, key in progress.colours.items()},
    }
    kept.update(live=table.live)
