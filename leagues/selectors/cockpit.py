"""What wants an organiser's eye, on one screen."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Q, QuerySet

from accounts.models import User
from accounts.reachability import address_troubles
from games.models import Game, OpenDecision, SeatOffer
from leagues.models import Entry, Group, LeagueTable, Season

STALLED_AFTER = timedelta(days=4)
SOON = timedelta(hours=24)
MOST_SHOWN = 100
"""Of clocks that run out soon; how many there are is said all the same."""


@dataclass(frozen=True)
class Urgent:
    """Somebody whose clock runs out soon."""

    table: LeagueTable
    user: User
    due_at: datetime


@dataclass(frozen=True)
class Vacant:
    """A seat that looks for a substitute."""

    table: LeagueTable
    offer: SeatOffer


def tables_barred(season: Season, user: User) -> set[int]:
    """Tables at which an organiser sits or sat himself: others decide there."""
    tables = LeagueTable.objects.filter(group__division__season=season)
    mine = Q(seats__entry__user=user) | Q(game__seats__tenures__user=user)
    return set(tables.filter(mine).values_list("pk", flat=True))


@dataclass(frozen=True)
class Cockpit:
    stalled: list[LeagueTable]
    urgent: list[Urgent]
    urgent_count: int
    vacant: list[Vacant]
    pool: int
    """How many stand by as substitutes."""
    unreached: list[tuple[Entry, str]]
    disputed: list[LeagueTable]
    appealed: list[LeagueTable]
    undecided: list[tuple[Group, list[str]]]
    unfinished: list[LeagueTable]
    """In a season that comes to its end: to be ruled on."""
    waiting_for_games: int
    """Tables whose games are still to be made."""

    @property
    def is_quiet(self) -> bool:
        return not any(
            (
                self.stalled,
                self.urgent,
                self.vacant,
                self.unreached,
                self.disputed,
                self.appealed,
                self.undecided,
                self.unfinished,
            )
        )


def _tables_of(season: Season) -> QuerySet[LeagueTable]:
    return (
        LeagueTable.objects.filter(group__division__season=season)
        .select_related("group__division", "game", "disputed_by")
        .order_by("group__division__number", "group__number", "number")
    )


def tables_stalled(season: Season, *, now: datetime) -> QuerySet[LeagueTable]:
    """Games at which nobody has moved for days."""
    return _tables_of(season).filter(
        game__status=Game.Status.RUNNING, game__moved_at__lte=now - STALLED_AFTER
    )


def cockpit_of(season: Season, *, now: datetime) -> Cockpit:
    tables = _tables_of(season)
    running = tables.filter(game__status=Game.Status.RUNNING)
    soon = OpenDecision.objects.filter(
        answered=False,
        due_at__lte=now + SOON,
        seat__user__isnull=False,
        game__league_table__group__division__season=season,
        game__status=Game.Status.RUNNING,
    ).order_by("due_at")
    urgent = list(soon.select_related("seat__user")[:MOST_SHOWN])
    offers = SeatOffer.objects.filter(
        closed_at=None,
        game__league_table__group__division__season=season,
        game__status=Game.Status.RUNNING,
    )
    of_game = {table.game_id: table for table in running}
    entries = list(
        season.entries.filter(
            state__in=[Entry.State.SIGNED, Entry.State.WAITING, Entry.State.PLAYING]
        ).select_related("user", "group__division")
    )
    troubles = address_troubles(users=[entry.user for entry in entries])
    return Cockpit(
        stalled=list(tables_stalled(season, now=now)),
        urgent=[
            Urgent(of_game[row.game_id], row.seat.user, row.due_at)
            for row in urgent
            if row.seat.user is not None and row.due_at is not None
        ],
        urgent_count=len(urgent) if len(urgent) < MOST_SHOWN else soon.count(),
        vacant=[
            Vacant(of_game[offer.game_id], offer)
            for offer in offers.select_related("seat__user").order_by("opened_at")
        ],
        pool=season.league.substitutes.count(),
        unreached=[
            (entry, troubles[entry.user_id]) for entry in entries if entry.user_id in troubles
        ],
        disputed=list(tables.filter(disputed_at__isnull=False)),
        appealed=list(
            tables.filter(
                rulings__appealed_at__isnull=False, rulings__settled_at=None, final_at=None
            ).distinct()
        ),
        undecided=_undecided(season, entries),
        unfinished=list(
            tables.filter(scores__isnull=True).exclude(game=None)
            if season.state == Season.State.FINISHING
            else tables.filter(scores__isnull=True, game__isnull=False).exclude(
                game__status__in=[Game.Status.RUNNING, Game.Status.OPEN, Game.Status.FINISHED]
            )
        ),
        waiting_for_games=tables.filter(game=None, scores__isnull=True).count()
        if season.is_on
        else 0,
    )


def _undecided(season: Season, entries: list[Entry]) -> list[tuple[Group, list[str]]]:
    """Ties across a zone in groups that have played everything."""
    if not season.is_on:
        return []
    names = {entry.pk: entry.user.username for entry in entries}
    still_open = set(
        LeagueTable.objects.filter(group__division__season=season, scores__isnull=True).values_list(
            "group_id", flat=True
        )
    )
    groups = Group.objects.filter(division__season=season).select_related("division")
    out = []
    for group in groups.order_by("division__number", "number"):
        if group.pk in still_open:
            continue
        by_entry = {row["entry"]: row for row in group.standing}
        for row in group.standing:
            tied = [row["entry"], *row["tied"]]
            zones = {by_entry[pk]["zone"] for pk in tied if pk in by_entry}
            if len(zones) > 1 and row["entry"] == min(tied):
                out.append((group, [names.get(pk, "") for pk in tied]))
    return out
