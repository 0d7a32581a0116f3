"""How long somebody has left, in two units at most."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.translation import gettext as _

SOON, LATE = timedelta(hours=24), timedelta(hours=6)


@dataclass(frozen=True, kw_only=True)
class Deadline:
    due_at: datetime
    left: str
    state: str
    """"calm", "soon", "late" or "over"."""
    share: int
    """Of the time allowed, in per cent, that is left."""


def deadline_of(*, due_at: datetime | None, opened_at: datetime, now: datetime) -> Deadline | None:
    if due_at is None:
        return None
    left = due_at - now
    allowed = max((due_at - opened_at).total_seconds(), 1.0)
    share = round(100 * max(left.total_seconds(), 0.0) / allowed)
    state = "over" if left <= timedelta() else "late" if left < LATE else "soon"
    return Deadline(
        due_at=due_at,
        left=span_of(left),
        state=state if left < SOON else "calm",
        share=min(share, 100),
    )


def span_of(left: timedelta) -> str:
    """ "1 d 6 h", "3 h 20 min", "4 min"."""
    minutes = int(left.total_seconds() // 60)
    if minutes <= 0:
        return _("time is up")
    days, rest = divmod(minutes, 24 * 60)
    hours, minutes = divmod(rest, 60)
    if days:
        return _("%(days)s d %(hours)s h") % {"days": days, "hours": hours}
    if hours:
        return _("%(hours)s h %(minutes)s min") % {"hours": hours, "minutes": minutes}
    return _("%(minutes)s min") % {"minutes": minutes}
