"""A small league to look at on a fresh site: a season that runs, with one game over."""

from __future__ import annotations

from datetime import timedelta
from random import Random

from django.db import transaction
from django.utils import timezone

from accounts.demo import load_demo as load_people
from accounts.models import User
from accounts.selectors import user_named
from games.bots.stand_in import move_for_person
from games.presets import presets_for
from leagues.models import League, LeagueTable, Season, Substitute
from leagues.season_rules import SeasonRules
from leagues.services.entries import entry_check_in, entry_sign_up
from leagues.services.leagues import league_create
from leagues.services.opening import table_open
from leagues.services.outlooks import live_refresh, outlook_refresh
from leagues.services.steps import step_plan, step_take

KEY = "terra_mystica"
PLAYERS = ("marta", "tomasz", "alice", "jun")
MOVES = (500, 45, 20)
"""At the first tables; the others have just begun."""


def load_demo() -> list[tuple[str, str, str]]:
    """Make the league once; the people are told by their own app."""
    load_people()
    if not League.objects.exists():
        with transaction.atomic():
            _league()
    return []


def _person(name: str) -> User:
    user = user_named(username=name)
    if user is None:
        raise LookupError(f"the demo content has nobody called {name}")
    return user


def _league() -> None:
    now = timezone.now()
    ilse = _person("ilse")
    preset = next((row for row in presets_for(KEY) if row.key == "league"), None)
    league = league_create(
        by=ilse,
        slug="harbour",
        name="Harbour League",
        summary="Four seats, four games, eleven weeks.",
        terms="Move when you can, say when you cannot, and thank your opponents.",
        rules=SeasonRules(game=KEY, options=dict(preset.options) if preset else {}, group=4),
        now=now,
    )
    Substitute.objects.create(league=league, user=_person("mira"))
    season = league.seasons.get()
    people = [_person(name) for name in PLAYERS]
    season = _step(season, ilse)
    for user in people:
        entry_sign_up(season_id=season.pk, user=user, accepts=True, now=now)
    season = _step(season, ilse)
    for user in people:
        entry_check_in(season_id=season.pk, user=user, now=now)
    season = _step(season, ilse)
    begun = now - timedelta(days=20)
    Season.objects.filter(pk=season.pk).update(
        check_in_at=begun - timedelta(days=5),
        starts_at=begun,
        ends_at=begun + timedelta(days=77),
    )
    _play(season)


def _step(season: Season, by: User) -> Season:
    return step_take(season_id=season.pk, by=by, seen=step_plan(season).fingerprint)


def _play(season: Season) -> None:
    """Bots think for the people, from fixed seeds."""
    tables = LeagueTable.objects.filter(group__division__season=season).order_by("number")
    at = timezone.now() - timedelta(days=19)
    for number, pk in enumerate(list(tables.values_list("pk", flat=True))):
        rng = Random(f"demo:{number}")
        table_open(table_id=pk, now=at, rng=rng)
        table = LeagueTable.objects.select_related("group").get(pk=pk)
        assert table.game_id is not None
        moves = MOVES[number] if number < len(MOVES) else 0
        moment = at
        while moves and move_for_person(
            game_id=table.game_id, policy="random", rng=rng, now=moment
        ):
            moves -= 1
            moment += timedelta(hours=2)
        table.refresh_from_db()
        live_refresh(table=table)
    group = tables[0].group
    outlook_refresh(group=group, now=timezone.now())
