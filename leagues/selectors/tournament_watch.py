"""What wants an organiser's eye in the round of a tournament that is played."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from accounts.models import User
from games.models import OpenDecision, Tenure
from leagues.models import TournamentTable
from leagues.selectors.cockpit import SOON, STALLED_AFTER
from leagues.selectors.tournaments import Course


@dataclass(frozen=True)
class Owed:
    """Somebody whom a table waits for."""

    name: str
    due_at: datetime | None
    is_soon: bool


@dataclass(frozen=True)
class Watched:
    table: TournamentTable
    owed: tuple[Owed, ...]
    stalled: bool
    plays_there: bool
    """The organiser himself, now or earlier: then others decide."""

    @property
    def is_on(self) -> bool:
        return self.table.game is not None and self.table.game.is_running


def watched_tables(course: Course, *, now: datetime, viewer: User) -> list[Watched]:
    """The tables of the open round, those that want attention first: two queries."""
    if course.open_round is None:
        return []
    tables = sorted(course.open_round.tables.all(), key=lambda table: table.number)
    games = [table.game_id for table in tables if table.game_id]
    owed: dict[int, list[Owed]] = {}
    rows = OpenDecision.objects.filter(
        game__in=games, answered=False, seat__user__isnull=False
    ).select_related("seat__user")
    for row in rows.order_by("due_at", "seat__number"):
        soon = row.due_at is not None and row.due_at <= now + SOON
        known = owed.setdefault(row.game_id, [])
        if row.seat.holder_name not in [one.name for one in known]:
            known.append(Owed(row.seat.holder_name, row.due_at, soon))
    held = set(
        Tenure.objects.filter(seat__game__in=games, user=viewer).values_list(
            "seat__game_id", flat=True
        )
    )
    found = [
        Watched(
            table=table,
            owed=tuple(owed.get(table.game_id or 0, ())),
            stalled=_stalled(table, now),
            plays_there=table.game_id in held
            or any(seat.contender.user_id == viewer.pk for seat in table.seats.all()),
        )
        for table in tables
    ]
    return sorted(found, key=_calm)


def _stalled(table: TournamentTable, now: datetime) -> bool:
    game = table.game
    moved = game.moved_at or game.started_at if game is not None and game.is_running else None
    return moved is not None and moved <= now - STALLED_AFTER


def _calm(watched: Watched) -> tuple[bool, bool, bool]:
    """What sorts last needs nobody."""
    return (
        watched.table.scores is not None,
        not watched.stalled,
        not any(row.is_soon for row in watched.owed),
    )
