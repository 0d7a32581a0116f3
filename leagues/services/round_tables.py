"""The games of a round are made, a few at a time, until every table has one."""

from __future__ import annotations

import time
from datetime import datetime

from django.db import transaction

from games.services.dealing import table_deal
from leagues.models import TournamentTable
from leagues.services.opening import MOST_SECONDS
from leagues.services.tournaments import table_of
from operations.due import due_work

LONGEST_NAME = 36


@due_work("leagues.tournament_tables")
def tournament_tables_open(now: datetime) -> int:
    """The games of a round are made, a few at a time, until every table has one."""
    waiting = TournamentTable.objects.filter(game=None, scores__isnull=True)
    until = time.monotonic() + MOST_SECONDS
    done = 0
    for pk in list(waiting.order_by("pk").values_list("pk", flat=True)[:500]):
        if time.monotonic() > until:
            break
        done += _table_open(pk, now)
    return done


@transaction.atomic
def _table_open(pk: int, now: datetime) -> bool:
    table = table_of(pk)
    if table.game_id is not None or table.scores is not None:
        return False
    tournament, rules = table.round.tournament, table.round.tournament.agreed
    seats = table.seats.select_related("contender__user").order_by("number")
    table.game = table_deal(
        rules_key=rules.game,
        name=f"{tournament.name[:LONGEST_NAME]} R{table.round.number} T{table.number + 1}",
        options=rules.options,
        players=[seat.contender.user for seat in seats],
        rated=rules.rated,
        clock=rules.clock,
        now=now,
    )
    table.live_due = now
    table.save(update_fields=["game", "live_due"])
    return True
