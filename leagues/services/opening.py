"""The games of a season are made, a few at a time, until every table has one."""

from __future__ import annotations

import time
from datetime import datetime
from random import Random

from django.db import transaction

from games.services.dealing import table_deal
from games.services.substitutes import seat_offer
from leagues.models import Entry, LeagueTable, Season
from operations.due import due_work

MOST_SECONDS = 3.0
"""In one go: a worker that makes tables sends no mail meanwhile."""
LONGEST_LEAGUE = 36


@due_work("leagues.tables")
def tables_open(now: datetime) -> int:
    """Each in a transaction of its own: whoever is interrupted goes on with the next one."""
    waiting = LeagueTable.objects.filter(
        game=None,
        scores__isnull=True,
        group__division__season__state__in=[Season.State.RUNNING, Season.State.FINISHING],
        group__division__season__starts_at__lte=now,
    ).order_by("group__division__number", "group__number", "number")
    until = time.monotonic() + MOST_SECONDS
    done = 0
    for pk in list(waiting.values_list("pk", flat=True)[:500]):
        if time.monotonic() > until:
            break
        done += table_open(table_id=pk, now=now)
    return done


@transaction.atomic
def table_open(*, table_id: int, now: datetime, rng: Random | None = None) -> bool:
    """The game of one table; False if it has one. `rng` draws what chance decides at the start."""
    table = (
        LeagueTable.objects.select_for_update(of=("self",))
        .select_related("group__division__season__league")
        .get(pk=table_id)
    )
    if table.game_id is not None or table.scores is not None:
        return False
    season = table.group.division.season
    rules = season.agreed
    seats = table.seats.select_related("entry__user").order_by("number")
    table.game = table_deal(
        rules_key=rules.game,
        name=table_name(table),
        options=rules.options,
        players=[seat.entry.user for seat in seats],
        rated=rules.rated,
        clock=rules.clock,
        time_out={"action": rules.time_out},
        now=now,
        rng=rng,
    )
    table.live_due = now
    table.save(update_fields=["game", "live_due"])
    for seat in seats:
        if seat.entry.state == Entry.State.LEFT:  # between the draw and the first games
            held = table.game.seats.get(number=seat.number)
            seat_offer(game=table.game, seat=held, now=now, wish=True)
    return True


def table_name(table: LeagueTable) -> str:
    """Short, and the same in all languages: it is the name of a game."""
    group = table.group
    season = group.division.season
    return (
        f"{season.league.name[:LONGEST_LEAGUE]} {season.number}, "
        f"D{group.division.number} G{group.number} {table.letter}"
    )
