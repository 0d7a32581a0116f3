"""Seasons for tests, made through the same services as on the site."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from allauth.account.models import EmailAddress
from django.utils import timezone

from accounts.models import Role, User
from games.models import Game
from leagues.models import Entry, Group, League, LeagueTable, Season
from leagues.season_rules import SeasonRules
from leagues.services.entries import entry_check_in, entry_sign_up
from leagues.services.leagues import league_create
from leagues.services.opening import tables_open
from leagues.services.steps import step_plan, step_take
from leagues.simulation.games import result_generate
from tests.factories import UserFactory


def people(count: int, prefix: str = "p") -> list[User]:
    """Players as bare rows with a proven address: passwords cost time."""
    users = []
    for number in range(count):
        user = User(username=f"{prefix}{number:03}", email=f"{prefix}{number:03}@example.org")
        user.set_unusable_password()
        user.save()
        users.append(user)
    EmailAddress.objects.bulk_create(
        EmailAddress(user=user, email=user.email, verified=True, primary=True) for user in users
    )
    return users


def league(organiser: User | None = None, *, now: datetime | None = None, **rules: Any) -> League:
    organiser = organiser or UserFactory(username="ilse", role=Role.ORGANISER)
    return league_create(
        by=organiser,
        slug="harbour",
        name="Harbour League",
        rules=SeasonRules(**rules),
        terms="Be kind.",
        now=now,
    )


def head_of(league: League) -> User:
    return league.organisers.get(head=True).user


def go_on(season: Season, *, now: datetime | None = None) -> Season:
    """The next stage, as the head of the league would take it."""
    plan = step_plan(season)
    return step_take(season_id=season.pk, by=head_of(season.league), seen=plan.fingerprint, now=now)


def signed_up(season: Season, users: Sequence[User], *, now: datetime | None = None) -> Season:
    """Sign-up is over, and everybody has checked in."""
    season = go_on(season, now=now)
    for user in users:
        entry_sign_up(season_id=season.pk, user=user, accepts=True, now=now)
    season = go_on(season, now=now)
    for user in users:
        entry_check_in(season_id=season.pk, user=user, now=now)
    return season


def running(users: Sequence[User], **rules: Any) -> Season:
    """A season whose games have just begun."""
    season = league(**rules).seasons.get()
    season = go_on(signed_up(season, users))
    Season.objects.filter(pk=season.pk).update(starts_at=timezone.now() - timedelta(minutes=1))
    while tables_open(timezone.now()):
        pass
    return Season.objects.select_related("league").get(pk=season.pk)


def only_group(season: Season) -> Group:
    return Group.objects.select_related("division__season__league").get(division__season=season)


def ends(table: LeagueTable, scores: Sequence[int]) -> LeagueTable:
    """The game of a table is over, with these scores by seat."""
    assert table.game_id is not None
    result_generate(game=Game.objects.get(pk=table.game_id), scores=scores)
    table.refresh_from_db()
    return table


def entry_of(season: Season, user: User) -> Entry:
    return Entry.objects.get(season=season, user=user)
