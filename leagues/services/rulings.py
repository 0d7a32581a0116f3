"""Games that do not end, and results that are disputed, are decided by an organiser."""

from __future__ import annotations

import time
from dataclasses import asdict
from datetime import datetime, timedelta
from random import Random

from django.db import transaction
from django.db.models import F, IntegerField, Q
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.bots.assessment import assess
from games.models import Game
from games.services.calling_off import game_call_off
from leagues.errors import NoAppeal, NothingSaid
from leagues.models import LeagueTable, Organiser, Ruling, Season
from leagues.notices import players_now, table_notice
from leagues.plans import notices_send
from leagues.services.acts import act_note
from leagues.services.results import result_finalise, seat_of, table_lock
from leagues.services.standing import standing_refresh
from operations.due import due_work

MOST_SECONDS = 3.0
PLAYED_ON = 5
"""How often bots play a game to its end for an estimate."""


@due_work("leagues.grounds")
def grounds_sweep(now: datetime) -> int:
    """What games are worth that run on at the end of a season, or were given up before."""
    assessed = Cast(KeyTextTransform("revision", "grounds"), IntegerField())
    finishing = Q(group__division__season__state=Season.State.FINISHING)
    playing = Q(group__division__season__state=Season.State.RUNNING)
    tables = (
        LeagueTable.objects.filter(scores__isnull=True)
        .filter(
            (finishing & Q(game__status=Game.Status.RUNNING))
            | ((finishing | playing) & Q(game__status=Game.Status.STALLED))
        )
        .annotate(assessed=assessed)
        .filter(Q(assessed__isnull=True) | ~Q(assessed=F("game__revision")))
    )
    until = time.monotonic() + MOST_SECONDS
    done = 0
    for table in tables.select_related("game")[:200]:
        if time.monotonic() > until:
            break
        grounds_work_out(table=table)
        done += 1
    return done


def grounds_work_out(*, table: LeagueTable) -> None:
    """The same position is always assessed alike."""
    assert table.game is not None
    rng = Random(f"{table.game_id}:{table.game.revision}")
    found = assess(game=table.game, games=PLAYED_ON, rng=rng)
    table.grounds = {
        "revision": table.game.revision,
        "seats": {str(seat): asdict(row) for seat, row in found.items()},
    }
    LeagueTable.objects.filter(pk=table.pk).update(grounds=table.grounds)


def ruling_store(
    *, table: LeagueTable, by: User, scores: dict[int, int], text: str, now: datetime
) -> Ruling:
    """The scores, by entry, are those of the table from now on; final when nobody appeals.

    Part of a plan: the caller has checked and locked.
    """
    days = table.group.division.season.agreed.appeal_days
    table.rulings.filter(settled_at=None).update(settled_at=now)
    ruling = Ruling.objects.create(
        table=table,
        by=by,
        at=now,
        scores={str(pk): score for pk, score in scores.items()},
        text=text,
        grounds=table.grounds,
        appeal_until=now + timedelta(days=days),
    )
    table.scores, table.source = ruling.scores, LeagueTable.Source.RULING
    table.ended_at, table.final_at, table.final_due = now, None, ruling.appeal_until
    table.disputed_at = table.disputed_by = None
    table.save()
    if table.game_id is not None:
        game_call_off(game_id=table.game_id, now=now)
    standing_refresh(group=table.group, now=now)
    return ruling


@transaction.atomic
def ruling_appeal(*, table_id: int, user: User, text: str, now: datetime | None = None) -> Ruling:
    """A player of the table asks for the ruling to be looked at again: once, and in time."""
    now = now or timezone.now()
    table = table_lock(table_id=table_id)
    seat_of(table, user)
    ruling = table.rulings.filter(settled_at=None).first()
    if (
        ruling is None
        or table.final_at is not None
        or ruling.appealed_at is not None
        or now >= ruling.appeal_until
    ):
        raise NoAppeal()
    if not text.strip():
        raise NothingSaid()
    ruling.appealed_at, ruling.appealed_by, ruling.appeal = now, user, text.strip()
    ruling.save(update_fields=["appealed_at", "appealed_by", "appeal"])
    table.final_due = None
    table.save(update_fields=["final_due"])
    season = table.group.division.season
    act_note(
        league=season.league,
        season=season,
        table=table,
        kind="appealed",
        by=user,
        reason=text,
        now=now,
    )
    organisers = Organiser.objects.filter(league=season.league).select_related("user")
    told = ({row.user for row in organisers} | set(players_now(table))) - {user}
    notices_send(
        [
            table_notice(
                table,
                sorted(told, key=lambda person: person.pk),
                kind="league-ruling",
                key=f"appealed:{ruling.pk}",
                title=_("%(table)s: somebody appeals against the ruling"),
                words=(text.strip(),),
            )
        ]
    )
    return ruling


def ruling_uphold(*, table: LeagueTable, now: datetime) -> None:
    """What was ruled, or what the game itself said, stands. Part of a plan."""
    table.rulings.filter(settled_at=None).update(settled_at=now)
    table.disputed_at = table.disputed_by = None
    table.save(update_fields=["disputed_at", "disputed_by"])
    result_finalise(table, now)
