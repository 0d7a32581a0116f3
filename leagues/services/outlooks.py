"""The outlook of groups, computed by the worker and kept for pages."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from fractions import Fraction

from django.db.models import Q

from leagues.models import Entry, Group, Season
from leagues.outlook import Odds, OpenTable, outlook
from leagues.services.standing import Standing, standing_of
from leagues.standings import Finished
from operations.due import due_work

MOST_SECONDS = 3.0
POINTS_PER_RATING = 1 / 25
"""By how many victory points a whole game is worth more for one point of rating."""
GONE = Odds(0.0, 0.0, promotion_impossible=True, relegation_impossible=True)
GONE_DOWN = Odds(0.0, 1.0, promotion_impossible=True, relegated_for_certain=True)
"""Whoever left goes down a division, if there is one."""


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
    gone = [pk for pk, entry in entries.items() if entry.state == Entry.State.LEFT]
    falls = standing.division < standing.last_division
    found = outlook(
        [row.player for row in standing.rows if row.player not in gone],
        finished,
        still_open,
        strengths={
            pk: (entry.strength - mean) * POINTS_PER_RATING for pk, entry in entries.items()
        },
        up=rules.up if standing.division > 1 else 0,
        down=rules.down if falls else 0,
        seed=group.division.season.seed + group.pk,
        scale=rules.points,
        awarded={pk: Fraction(entry.bonus) for pk, entry in entries.items()},
        gone=gone,
    )
    odds = dict(found.odds) | dict.fromkeys(gone, GONE_DOWN if falls else GONE)
    if not still_open:
        odds |= _as_played(standing, odds)
    Group.objects.filter(pk=group.pk).update(
        outlook={
            "exact": found.exact,
            "odds": {str(pk): _as_data(row) for pk, row in odds.items()},
        },
        outlook_at=now,
    )


def _as_played(standing: Standing, odds: Mapping[int, Odds]) -> dict[int, Odds]:
    """When all is played the tie-breaks have decided as well, but for ties that wait for lots."""
    undecided = {pk for tied in standing.undecided() for pk in tied}
    found = {}
    for index, row in enumerate(standing.rows):
        if row.player in undecided or standing.has_left(row):
            continue
        up, down = (standing.zone(index) == zone for zone in ("up", "down"))
        found[row.player] = replace(
            odds[row.player],
            promotion=float(up),
            relegation=float(down),
            promoted_for_certain=up,
            relegated_for_certain=down,
            promotion_impossible=not up,
            relegation_impossible=not down,
        )
    return found


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
