"""The log of a league: what was done, by whom and why."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.utils import timezone

from accounts.models import User
from leagues.models import Act, League, LeagueTable, Season


def act_note(
    *,
    league: League,
    kind: str,
    by: User | None,
    season: Season | None = None,
    table: LeagueTable | None = None,
    facts: Mapping[str, Any] | None = None,
    reason: str = "",
    now: datetime | None = None,
) -> Act:
    return Act.objects.create(
        league=league,
        season=season,
        table=table,
        kind=kind,
        by=by,
        facts=dict(facts or {}),
        reason=reason.strip(),
        at=now or timezone.now(),
    )
