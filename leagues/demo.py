"""A league and its tournaments to look at on a fresh site: one season over, one in full swing."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.demo import load_demo as load_people
from accounts.models import User
from accounts.selectors import user_named
from accounts.services.users import user_create, welcome_finish
from leagues.demo_games import KEY, Shelf, game_put, options
from leagues.demo_tournaments import tournaments_make
from leagues.models import League, LeagueTable, Season, Substitute
from leagues.season_rules import SeasonRules
from leagues.services.cockpit import action_plan, action_take
from leagues.services.entries import entry_check_in, entry_sign_up
from leagues.services.leagues import league_create
from leagues.services.live import live_refresh
from leagues.services.opening import table_name
from leagues.services.outlooks import outlook_refresh
from leagues.services.results import result_dispute, result_sign, result_store, results_settle
from leagues.services.steps import step_plan, step_take
from ratings.services.settling import results_settle as ratings_settle

KNOWN = ("marta", "tomasz", "alice", "jun")
OTHERS = ("lucia", "wen", "priya", "jonas", "sami", "aiko", "noor", "eva", "kaito", "lena")
"""They have no password: nobody can sign in as one of them."""
FIRST, SECOND = timedelta(days=118), timedelta(days=20)
"""So long ago the seasons began."""
DONE = 5
"""Tables of the second season that are over: the first ones of each division."""
LAST_MOVES = (3, 60, 20, 34, 9, 50, 27, 40, 15)
"""Hours since the last move at the other tables, in turn."""
PARTS = (0.55, 0.8, 0.3, 0.7, 0.9, 0.4, 0.62, 0.5, 0.85)
"""How far they are."""


def load_demo() -> list[tuple[str, str, str]]:
    """Make the league once; the people are told by their own app."""
    load_people()
    if not League.objects.exists():
        with transaction.atomic():
            _all(timezone.now())
    return []


def _all(now: datetime) -> None:
    ilse = person("ilse")
    people = [person(name) for name in KNOWN] + [_another(name, now) for name in OTHERS]
    league = _league(ilse, now - FIRST)
    games = Shelf()
    _first_season(league, ilse, people, games, now)
    while ratings_settle(now):
        pass
    _second_season(league, ilse, people, games, now)
    tournaments_make(by=ilse, people=people, games=games, now=now)


def person(name: str) -> User:
    user = user_named(username=name)
    if user is None:
        raise LookupError(f"the demo content has nobody called {name}")
    return user


def _another(name: str, now: datetime) -> User:
    user = user_named(username=name)
    if user is None:
        user = user_create(username=name, email=f"{name}@example.org", password="")
        welcome_finish(user=user, time_zone="Europe/Prague", language="en", now=now)
    return user


def _league(ilse: User, now: datetime) -> League:
    league = league_create(
        by=ilse,
        slug="harbour",
        name="Harbour League",
        summary="Seven players, four games each, eleven weeks.",
        terms="Move when you can, say when you cannot, and thank your opponents.",
        rules=SeasonRules(game=KEY, options=options(), growth=1),
        now=now,
    )
    Substitute.objects.create(league=league, user=person("mira"))
    return league


def _drawn(season: Season, ilse: User, people: Sequence[User], began: datetime) -> Season:
    """From the draft to the first games; nobody is told of what is long past."""
    opened, checked = began - timedelta(days=19), began - timedelta(days=5)
    _dates(season, timezone.now() + timedelta(days=19))  # sign-up opens for what is to come
    season = _step(season, ilse, opened)
    for user in people:
        entry_sign_up(season_id=season.pk, user=user, accepts=True, now=opened)
    season = _step(season, ilse, checked)
    for user in people:
        entry_check_in(season_id=season.pk, user=user, now=checked)
    season = _step(season, ilse, began)
    _dates(season, began)
    return season


def _dates(season: Season, began: datetime) -> None:
    season.check_in_at, season.starts_at = began - timedelta(days=5), began
    season.ends_at = began + timedelta(days=77)
    season.save(update_fields=["check_in_at", "starts_at", "ends_at"])


def _step(season: Season, by: User, at: datetime) -> Season:
    seen = step_plan(season).fingerprint
    return step_take(season_id=season.pk, by=by, seen=seen, now=at, tell=False)


def _tables(season: Season) -> list[LeagueTable]:
    tables = LeagueTable.objects.filter(group__division__season=season)
    return list(
        tables.select_related("group__division__season__league")
        .prefetch_related("seats__entry__user")
        .order_by("group__division__number", "number")
    )


def _played(
    table: LeagueTable, games: Shelf, *, began: datetime, moved: datetime, part: float = 1
) -> None:
    """A recorded game at this table, to its end or only in part."""
    season = table.group.division.season
    players = [seat.player for seat in table.seats.all()]
    asked = next((n for n, user in enumerate(players) if user.username == KNOWN[0]), None)
    game = game_put(
        name=table_name(table),
        players=players,
        rows=games.rows(seats=len(players), part=part, asked=asked),
        began=began,
        moved=moved,
        clock=season.agreed.clock,
        time_out=season.agreed.time_out,
    )
    table.game = game
    table.save(update_fields=["game"])
    if game.is_finished:
        result_store(table=table, game=game, now=moved)
    live_refresh(table=table)


def _first_season(
    league: League, ilse: User, people: Sequence[User], games: Shelf, now: datetime
) -> None:
    began = now - FIRST
    season = _drawn(league.seasons.get(), ilse, people, began)
    for number, table in enumerate(_tables(season)):
        _played(
            table,
            games,
            began=began + timedelta(hours=number),
            moved=began + timedelta(days=48 + number * 3 % 25),
        )
    while results_settle(season.ends_at):
        pass
    season = _step(season, ilse, season.ends_at)
    _step(season, ilse, season.ends_at + timedelta(days=2))


def _second_season(
    league: League, ilse: User, people: Sequence[User], games: Shelf, now: datetime
) -> None:
    began = now - SECOND
    season = _drawn(league.seasons.get(number=2), ilse, people, began)
    over, open_ones = [], 0
    for number, table in enumerate(_tables(season)):
        if table.number < DONE // 2 + (table.group.division.number == 1):
            moved = now - timedelta(days=8 - number)
            _played(table, games, began=began, moved=moved)
            over.append(table)
            continue
        moved = now - timedelta(hours=LAST_MOVES[open_ones % len(LAST_MOVES)])
        part = PARTS[open_ones % len(PARTS)]
        _played(table, games, began=began, moved=moved, part=part)
        open_ones += 1
    while results_settle(now):
        pass
    _talked_about(over, ilse)
    for table in _tables(season)[:: len(people) // 2]:
        outlook_refresh(group=table.group, now=now)


def _talked_about(over: Sequence[LeagueTable], ilse: User) -> None:
    """One result is signed by somebody, one disputed; one table gets more time."""
    fresh = [table for table in over if not LeagueTable.objects.get(pk=table.pk).final_at]
    signed, disputed = fresh[0], fresh[-1]
    result_sign(table_id=signed.pk, user=signed.seats.all()[0].player)
    result_dispute(
        table_id=disputed.pk,
        user=disputed.seats.all()[1].player,
        text="I think the bonus of the last cult track went to the wrong player.",
    )
    table = disputed.group.tables.filter(scores__isnull=True).first()
    assert table is not None
    given: dict[str, Any] = {
        "key": "extend",
        "target": table.pk,
        "by": ilse,
        "reason": "A storm took the power lines down.",
        "wish": {"hours": 24},
    }
    action_take(**given, seen=action_plan(**given).fingerprint)
