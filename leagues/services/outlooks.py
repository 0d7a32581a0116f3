"""The outlook of groups, computed by the worker and kept for pages."""

from __future__ import annotations

import time
from datetime import datetime
from fractions import Fraction

from django.db.models import Q

from leagues.models import Group, Season
from leagues.outlook import Odds, OpenTable, outlook
from leagues.services.standing import standing_of
from leagues.standings import Finished
from operations.due import due_work

MOST_SECONDS = 3.0
POINTS_PER_RATING = 1 / 25
"""By how many victory points a whole game is worth more for one point of rating."""


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
