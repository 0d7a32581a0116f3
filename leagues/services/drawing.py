"""Who plays where next season: claims from earlier seasons, divisions, groups, tables."""

from __future__ import annotations

from dataclasses import dataclass

from games.player_facts import ratings_of
from leagues.designs import NoSchedule, group_schedule
from leagues.models import Division, Entry, Group, LeagueTable, Season, TableSeat
from leagues.placement import Claim, Entrant, divisions
from leagues.placement import Division as Placed

State = Entry.State


@dataclass(frozen=True)
class Draw:
    """What the start of a season would make; players of the entrants are ids of users."""

    divisions: tuple[Placed, ...]
    seated: tuple[Entry, ...]
    unseated: tuple[Entry, ...]
    """Had a place or waited for one, and get none."""
    tables: int


def season_draw(season: Season) -> Draw:
    """Nothing is written. Raises NoSchedule if not even one table can be filled."""
    rules = season.agreed
    entries = list(
        season.entries.filter(state__in=[State.SIGNED, State.WAITING]).select_related("user")
    )
    there = [entry for entry in entries if entry.checked_in_at is not None]
    # Places first, then the waiting list in its order.
    there.sort(key=lambda entry: (entry.state == State.WAITING, entry.signed_at, entry.pk))
    if rules.most:
        there = there[: rules.most]
    seated = {entry.pk for entry in there}
    if len(there) < rules.table:
        raise NoSchedule(len(there), rules.table)
    entrants = _entrants(season, there)
    placed = divisions(
        entrants, group=rules.group, table=rules.table, growth=rules.growth, claims=rules.order
    )
    return Draw(
        divisions=placed,
        seated=tuple(there),
        unseated=tuple(entry for entry in entries if entry.pk not in seated),
        tables=sum(len(group) for division in placed for group in division.groups),
    )


def _entrants(season: Season, entries: list[Entry]) -> list[Entrant]:
    rules = season.agreed
    users = [entry.user_id for entry in entries]
    earlier = Entry.objects.filter(
        season__league_id=season.league_id,
        season__number__lt=season.number,
        user__in=users,
        next_division__isnull=False,
    ).select_related("season")
    last = {row.user_id: row for row in earlier.order_by("season__number")}
    strengths = ratings_of(users=[entry.user for entry in entries], rules_key=rules.game)
    out = []
    for entry in entries:
        before = last.get(entry.user_id)
        missed = 0 if before is None else season.number - before.season.number - 1
        claim, division, place = Claim.NEW, 0, 0
        if before is not None and missed <= rules.breaks:
            claim = Claim.RETURNING if missed else Claim[before.next_claim.upper()]
            division, place = before.next_division or 0, before.final_place or 0
        if entry.given_division is not None:
            claim, division, place = Claim.PLACED, entry.given_division, entry.given_place
        out.append(
            Entrant(
                player=entry.user_id,
                division=division,
                claim=claim,
                place=place,
                strength=float(strengths[entry.user_id]),
            )
        )
    return out


def draw_store(season: Season, draw: Draw) -> None:
    """Divisions, groups, tables and their seats: few queries, whatever the size."""
    entries = {entry.user_id: entry for entry in draw.seated}
    made = Division.objects.bulk_create(
        Division(season=season, number=placed.number) for placed in draw.divisions
    )
    groups = Group.objects.bulk_create(
        Group(division=division, number=number)
        for division, placed in zip(made, draw.divisions, strict=True)
        for number in range(1, len(placed.groups) + 1)
    )
    members = [group for placed in draw.divisions for group in placed.groups]
    tables, seats = [], []
    for group, entrants in zip(groups, members, strict=True):
        for number, entrant in enumerate(entrants):
            entry = entries[entrant.player]
            entry.state, entry.group, entry.number = State.PLAYING, group, number
            entry.claim, entry.strength = entrant.claim.name.lower(), entrant.strength
        schedule = group_schedule(len(entrants), season.agreed.table)
        for number, players in enumerate(schedule):
            table = LeagueTable(group=group, number=number)
            tables.append(table)
            seats += [
                TableSeat(table=table, number=seat, entry=entries[entrants[player].player])
                for seat, player in enumerate(players)
            ]
    Entry.objects.bulk_update(
        draw.seated, ["state", "group", "number", "claim", "strength"], batch_size=200
    )
    LeagueTable.objects.bulk_create(tables, batch_size=500)
    TableSeat.objects.bulk_create(seats, batch_size=500)
    for entry in draw.unseated:
        entry.state = State.OUT
    Entry.objects.bulk_update(draw.unseated, ["state"], batch_size=200)
