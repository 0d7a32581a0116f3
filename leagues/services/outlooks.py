"""The outlook of groups and the state of their games, computed by the worker and kept for pages."""

from __future__ import annotations

import time
from datetime import datetime, timedelta
from fractions import Fraction

from django.db.models import Q

from games.models import Game
from games.selectors.progress import progress_of
from leagues.models import Group, LeagueTable, Season
from leagues.outlook import Odds, OpenTable, outlook
from leagues.services.standing import standing_of
from leagues.standings import Finished
from operations.due import due_work

MOST_SECONDS = 3.0
SETTLES = timedelta(minutes=2)
"""Moves come in bursts: one look at a table for all of them."""
POINTS_PER_RATING = 1 / 25
"""By how many victory points a whole game is worth more for one point of rating."""


def live_mark(*, game: Game, now: datetime) -> None:
    """Something was played: the lists will hear of it."""
    LeagueTable.objects.filter(game=game, live_due=None).update(live_due=now + SETTLES)


@due_work("leagues.live")
def live_sweep(now: datetime) -> int:
    """Look at tables where something has happened."""
    due = LeagueTable.objects.filter(live_due__lte=now, game__isnull=False)
    until = time.monotonic() + MOST_SECONDS
    done = 0
    for table in due.select_related("game", "group").order_by("live_due")[:200]:
        if time.monotonic() > until:
            break
        live_refresh(table=table)
        Group.objects.filter(pk=table.group_id, outlook_due=None).update(outlook_due=now)
        done += 1
    return done


def live_refresh(*, table: LeagueTable) -> None:
    """Marked as done before looking, so that a move in between asks for another look."""
    assert table.game is not None
    LeagueTable.objects.filter(pk=table.pk).update(live_due=None)
    progress = progress_of(game=table.game)
    table.live = {
        "round": progress.round,
        "rounds": progress.rounds,
        "done": round(progress.done, 3),
        "scores": {str(seat): score for seat, score in progress.scores.items()},
        "factions": {str(seat): key for seat, key in progress.factions.items()},
        "colours": {str(seat): key for seat, key in progress.colours.items()},
    }
    LeagueTable.objects.filter(pk=table.pk).update(live=table.live)


@due_work("leagues.outlook")
def outlook_sweep(now: datetime) -> int:
    """Compute what has become old, the longest waiting first."""
    due = Group.objects.filter(outlook_due__lte=now).filter(
        Q(division__season__state=Season.State.RUNNING)
        | Q(division__season__state=Season.State.FINISHING)
    )
    until = time.monotonic() + MOST_SECONDS
    done = 0
    groups = due.select_related("division__season__league").order_by("outlook_due")[:100]
    for group in groups:
        if time.monotonic() > until:
            break
        Group.objects.filter(pk=group.pk).update(outlook_due=None)
        outlook_refresh(group=group, now=now)
        done += 1
    return done


def outlook_refresh(*, group: Group, now: datetime) -> None:
    """Odds of going up and down, from scores so far and from ratings."""
    standing = standing_of(group)
    rules, entries = standing.rules, standing.entries
    finished, still_open = [], []
    for table in group.tables.prefetch_related("seats"):
        if table.scores is not None:
            finished.append(Finished({int(pk): score for pk, score in table.scores.items()}))
            continue
        live = table.live or {}
        scores = {
            seat.entry_id: int(live.get("scores", {}).get(str(seat.number), 0))
            for seat in table.seats.all()
        }
        still_open.append(OpenTable(scores=scores, done=float(live.get("done", 0.0))))
    mean = sum(entry.strength for entry in entries.values()) / max(len(entries), 1)
    found = outlook(
        [row.player for row in standing.rows],
        finished,
        still_open,
        strengths={
            pk: (entry.strength - mean) * POINTS_PER_RATING for pk, entry in entries.items()
        },
        up=rules.up if standing.division > 1 else 0,
        down=rules.down if standing.division < standing.last_division else 0,
        seed=group.division.season.seed + group.pk,
        scale=rules.points,
        awarded={pk: Fraction(entry.bonus) for pk, entry in entries.items()},
    )
    Group.objects.filter(pk=group.pk).update(
        outlook={
            "exact": found.exact,
            "odds": {str(pk): _as_data(odds) for pk, odds in found.odds.items()},
        },
        outlook_at=now,
    )


def _as_data(odds: Odds) -> dict[str, float | str]:
    """The odds, and what is settled in one word for each direction."""
    return {
        "up": round(odds.promotion, 4),
        "down": round(odds.relegation, 4),
        "up_is": "sure"
        if odds.promoted_for_certain
        else "out"
        if odds.promotion_impossible
        else "",
        "down_is": "sure"
        if odds.relegated_for_certain
        else "out"
        if odds.relegation_impossible
        else "",
    }
