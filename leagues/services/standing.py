"""The standings of a group, computed anew whenever something in them has changed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import Any

from django.utils import timezone

from leagues.models import Division, Entry, Group
from leagues.presenters.ties import tie_data
from leagues.season_rules import SeasonRules
from leagues.standings import Finished, Row, standings


@dataclass(frozen=True)
class Standing:
    """A group as it stands: rows best first, those who left last."""

    rows: tuple[Row, ...]
    entries: dict[int, Entry]
    division: int
    last_division: int
    rules: SeasonRules

    def zone(self, index: int) -> str:
        """Where this place of the list leads: "up", "down" or nowhere."""
        if self.has_left(self.rows[index]):
            return "down" if self.division < self.last_division else ""
        if index < self.rules.up and self.division > 1:
            return "up"
        falls = index >= len(self.rows) - self.rules.down
        return "down" if falls and self.division < self.last_division else ""

    def has_left(self, row: Row) -> bool:
        return self.entries[row.player].state == Entry.State.LEFT

    def undecided(self) -> list[tuple[int, ...]]:
        """Entries that share a place of which the zones make a difference."""
        out = []
        for index, row in enumerate(self.rows):
            tied = row.tied_with
            if tied and (index == 0 or self.rows[index - 1].place != row.place):
                zones = {self.zone(index + n) for n in range(len(tied) + 1)}
                if len(zones) > 1:
                    out.append((row.player, *tied))
        return out


def standing_of(group: Group) -> Standing:
    """Two queries for the group, one for its season."""
    season = group.division.season
    rules = season.agreed
    entries = {entry.pk: entry for entry in group.entries.select_related("user").order_by("number")}
    tables = [
        Finished({int(pk): score for pk, score in (scores or {}).items()})
        for scores in group.tables.exclude(scores__isnull=True).values_list("scores", flat=True)
    ]
    rows = standings(
        entries,
        tables,
        scale=rules.points,
        tie_breaks=rules.tie_breaks,
        awarded={pk: Fraction(entry.bonus) for pk, entry in entries.items()},
        lots={pk: entry.lot for pk, entry in entries.items()},
        # Whoever left neither goes up nor takes another one's place.
        last={pk for pk, entry in entries.items() if entry.state == Entry.State.LEFT},
    )
    return Standing(
        rows=rows,
        entries=entries,
        division=group.division.number,
        last_division=Division.objects.filter(season=season).count(),
        rules=rules,
    )


def standing_refresh(*, group: Group, now: datetime | None = None) -> Standing:
    """Store the standings for the pages, and have the outlook computed soon."""
    standing = standing_of(group)
    group.standing = [_as_data(standing, index, row) for index, row in enumerate(standing.rows)]
    group.outlook_due = now or timezone.now()
    group.save(update_fields=["standing", "outlook_due"])
    return standing


def _as_data(standing: Standing, index: int, row: Row) -> dict[str, Any]:
    return {
        "entry": row.player,
        "place": row.place,
        "played": row.played,
        "points": str(row.points),
        "values": {key: str(value) for key, value in row.values.items()},
        **tie_data(row),
        "zone": standing.zone(index),
        "left": standing.has_left(row),
    }
