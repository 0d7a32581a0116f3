"""What the public pages of leagues show: few queries, whatever the size of the season."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Count, Prefetch, Q, QuerySet

from accounts.models import User
from games.models import Game, Seat
from leagues.models import Act, Entry, Group, League, LeagueTable, Season, TableSeat
from leagues.season_rules import SeasonRules


def leagues_listed() -> list[League]:
    """All leagues, each with its newest season as `newest`."""
    leagues = list(League.objects.prefetch_related("organisers__user"))
    newest: dict[int, Season] = {}
    for season in Season.objects.order_by("number"):
        newest[season.league_id] = season
    for league in leagues:
        league.newest = newest.get(league.pk)  # type: ignore[attr-defined]
    return leagues


def season_of(slug: str, number: int) -> Season | None:
    return Season.objects.select_related("league").filter(league__slug=slug, number=number).first()


def seasons_of(league: League) -> QuerySet[Season]:
    return league.seasons.annotate(
        players=Count("entries", filter=Q(entries__state__in=["playing", "left"]))
    )


@dataclass
class GroupRows:
    """One group with its rows in the order of the standings."""

    group: Group
    rows: list[tuple[dict[str, Any], Entry]]


@dataclass
class DivisionRows:
    number: int
    groups: list[GroupRows] = field(default_factory=list)


def standings_of_season(season: Season) -> list[DivisionRows]:
    """Two queries for all divisions, groups and players."""
    groups = Group.objects.filter(division__season=season).select_related("division")
    entries = {
        entry.pk: entry
        for entry in Entry.objects.filter(season=season, group__isnull=False).select_related("user")
    }
    out: dict[int, DivisionRows] = {}
    for group in groups.order_by("division__number", "number"):
        group.division.season = season
        division = out.setdefault(group.division.number, DivisionRows(group.division.number))
        rows = [(row, entries[row["entry"]]) for row in group.standing if row["entry"] in entries]
        division.groups.append(GroupRows(group, rows))
    return list(out.values())


@dataclass
class GroupDetails:
    """All there is to know about one group."""

    season: Season
    rules: SeasonRules
    group: Group
    entries: dict[int, Entry]
    tables: list[LeagueTable]
    sizes: list[tuple[int, int, int]]
    """(division, groups, players) of the season."""
    holders: dict[tuple[int, int], str]
    """Who sits at (game, seat) in place of whoever the points are for."""


def group_details(season: Season, division: int, number: int) -> GroupDetails | None:
    group = (
        Group.objects.select_related("division")
        .filter(division__season=season, division__number=division, number=number)
        .first()
    )
    if group is None:
        return None
    group.division.season = season
    tables = list(
        group.tables.select_related("game").prefetch_related(
            Prefetch("seats", TableSeat.objects.order_by("number"))
        )
    )
    entries = {entry.pk: entry for entry in group.entries.select_related("user")}
    for table in tables:
        table.group = group
    return GroupDetails(
        season=season,
        rules=season.agreed,
        group=group,
        entries=entries,
        tables=tables,
        sizes=list(
            season.divisions.annotate(
                group_count=Count("groups", distinct=True), players=Count("groups__entries")
            ).values_list("number", "group_count", "players")
        ),
        holders=substitutes_at(tables, entries),
    )


def substitutes_at(
    tables: Iterable[LeagueTable], entries: dict[int, Entry]
) -> dict[tuple[int, int], str]:
    """Seats that somebody else plays than the one whose points they are."""
    owners = {
        (table.game_id, seat.number): entries[seat.entry_id].user_id
        for table in tables
        for seat in table.seats.all()
        if table.game_id is not None and seat.entry_id in entries
    }
    seats = Seat.objects.filter(game__in={game for game, _n in owners}).values_list(
        "game_id", "number", "user_id", "user__username"
    )
    return {
        (game, number): name
        for game, number, user, name in seats
        if user is not None and owners.get((game, number)) != user
    }


def table_details(table_id: int) -> LeagueTable | None:
    return (
        LeagueTable.objects.select_related("group__division__season__league", "game", "disputed_by")
        .prefetch_related(
            "seats__entry__user",
            "rulings__by",
            "rulings__appealed_by",
            Prefetch("game__seats", Seat.objects.select_related("user")),
            "game__seats__tenures__user",
            Prefetch("acts", Act.objects.select_related("by")),
        )
        .filter(pk=table_id)
        .first()
    )


def acts_of(season: Season) -> QuerySet[Act]:
    """Newest first, with all that a line of the log needs."""
    return (
        Act.objects.filter(league=season.league_id)
        .filter(Q(season=season) | Q(season=None))
        .select_related("by", "table__group__division")
    )


def entry_for(season: Season, user: object) -> Entry | None:
    """The entry of a visitor, if there is one that counts."""
    if not isinstance(user, User):
        return None
    return (
        Entry.objects.filter(season=season, user=user)
        .exclude(state=Entry.State.OUT)
        .select_related("group__division")
        .first()
    )


def tables_with_results(season: Season) -> QuerySet[LeagueTable]:
    """Newest first."""
    return (
        LeagueTable.objects.filter(group__division__season=season, scores__isnull=False)
        .select_related("group__division", "game")
        .prefetch_related("seats__entry__user")
        .order_by("-ended_at", "-pk")
    )


def my_seat_at(table: LeagueTable, user: object) -> Seat | None:
    if table.game is None or not isinstance(user, User):
        return None
    return next((seat for seat in table.game.seats.all() if seat.user_id == user.pk), None)


def running_games(season: Season) -> QuerySet[Game]:
    return Game.objects.filter(
        league_table__group__division__season=season, status=Game.Status.RUNNING
    )
