"""A league with a running season and one that takes entries, for the tests of permissions."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from accounts.models import Role, User
from accounts.services.roles import role_grant
from leagues.check_in_token import check_in_token
from leagues.models import Entry, LeagueTable, Organiser, Season, Tournament, TournamentTable
from leagues.services.leagues import season_make
from leagues.services.rounds import next_step, tournament_step
from leagues.services.tournaments import tournament_create, tournament_enter
from leagues.tournament_rules import TournamentRules
from tests.leagues.scene import go_on, only_group, people, running


def league_things(owner: User) -> dict[str, str]:
    """The owner runs the league and does not play in it."""
    role_grant(user=owner, role=Role.ORGANISER, by=None, source="tests")
    season = running(people(4, "rower"), group=4)
    Organiser.objects.create(league=season.league, user=owner)
    following = season_make(league=season.league, now=timezone.now(), after=timezone.now())
    go_on(following)
    group = only_group(season)
    table = LeagueTable.objects.filter(group=group).order_by("number")[0]
    entry = Entry.objects.filter(season=season).order_by("pk")[0]
    cup, cup_table = tournament_things(owner)
    Season.objects.filter(pk=following.pk).update(check_in_at=timezone.now() + timedelta(days=3))
    return {
        "league": season.league.slug,
        "number": "1",
        "next": "2",
        "table": str(table.pk),
        "entry": str(entry.pk),
        "group": str(group.pk),
        "season": str(season.pk),
        "check_in": check_in_token(entry),
        "cup": cup,
        "cup_table": str(cup_table.pk),
        "contender": str(cup_table.seats.all()[0].contender_id),
    }


def tournament_things(owner: User) -> tuple[str, TournamentTable]:
    """A tournament of the owner's in its first round, and a table of it."""
    tournament = tournament_create(
        by=owner,
        slug="autumn",
        name="Autumn Cup",
        format=Tournament.Format.SWISS,
        rules=TournamentRules(),
    )
    for user in people(4, "climber"):
        tournament_enter(pk=tournament.pk, user=user)
    seen = next_step(tournament).fingerprint
    tournament_step(pk=tournament.pk, by=owner, seen=seen)
    return tournament.slug, TournamentTable.objects.get()
