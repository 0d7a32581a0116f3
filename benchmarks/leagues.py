"""How fast a large league is: `python -m benchmarks.leagues`.

Makes a season of 350 players in a database of its own (SQLite), opens all its tables, and asks for
its pages through the whole stack of middleware and templates.
"""

from __future__ import annotations

import argparse
import os
import time
from statistics import median
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from accounts.models import User
    from leagues.models import Season

CREATED_IN = 60.0
"""Seconds of worker time that making a season may take."""
SHOWN_IN = 100.0
"""Milliseconds that its standings may take."""
MOST_QUERIES = 12


def main() -> int:
    parser = argparse.ArgumentParser(description="Speed of a large league.")
    parser.add_argument("--players", type=int, default=350)
    parser.add_argument("--runs", type=int, default=30, help="visits of each page")
    options = parser.parse_args()
    with TemporaryDirectory(prefix="league-") as folder:
        os.environ.update(
            DJANGO_SETTINGS_MODULE="terra_site.settings.test",
            DATA_DIR=folder,
            DATABASE_URL=f"sqlite:///{folder}/league.sqlite3",
        )
        import django

        django.setup()
        from django.core.management import call_command
        from django.test.utils import setup_test_environment

        setup_test_environment()

        call_command("migrate", verbosity=0)
        call_command("createcachetable", verbosity=0)
        return _measure(options.players, options.runs)


def _measure(players: int, runs: int) -> int:
    from datetime import timedelta

    from django.urls import reverse
    from django.utils import timezone

    from leagues.models import LeagueTable, Season
    from leagues.services.opening import table_open
    from leagues.services.steps import step_plan, step_take

    season, head = _signed_up(players)
    began = time.process_time()
    plan = step_plan(season)
    step_take(season_id=season.pk, by=head, seen=plan.fingerprint)
    drawn = time.process_time() - began
    Season.objects.update(starts_at=timezone.now() - timedelta(minutes=1))
    for pk in LeagueTable.objects.values_list("pk", flat=True):
        table_open(table_id=pk, now=timezone.now())
    created = time.process_time() - began
    print(f"{players} players, {LeagueTable.objects.count()} tables")
    print(f"drawn in {drawn:.1f} s, all tables open after {created:.1f} s of worker time")
    good = created <= CREATED_IN
    pages = (
        ("season", reverse("season", args=["harbour", 1])),
        ("group", reverse("league_group", args=["harbour", 1, 1, 1])),
        ("standings.json", reverse("season_standings_json", args=["harbour", 1])),
    )
    for name, url in pages:
        taken, queries = _visits(url, runs)
        print(f"{name}: {taken:.0f} ms, {queries} queries")
        good = good and taken <= SHOWN_IN and queries <= MOST_QUERIES
    return 0 if good else 1


def _signed_up(players: int) -> tuple[Season, User]:
    """A season for which everybody has checked in, and who runs it."""
    from accounts.models import Role
    from accounts.services.roles import role_grant
    from accounts.services.users import user_create
    from leagues.season_rules import SeasonRules
    from leagues.services.entries import entry_check_in, entry_sign_up
    from leagues.services.leagues import league_create
    from leagues.services.steps import step_plan, step_take

    names = ["ilse", *(f"rower{number:04}" for number in range(players))]
    head, *users = [
        user_create(username=name, email=f"{name}@example.org", password="") for name in names
    ]
    role_grant(user=head, role=Role.ORGANISER, by=None, source="benchmark")
    league = league_create(by=head, slug="harbour", name="Harbour League", rules=SeasonRules())
    season = league.seasons.get()
    for turn in (entry_sign_up, entry_check_in):
        season = step_take(season_id=season.pk, by=head, seen=step_plan(season).fingerprint)
        for user in users:
            if turn is entry_sign_up:
                entry_sign_up(season_id=season.pk, user=user, accepts=True)
            else:
                entry_check_in(season_id=season.pk, user=user)
    return season, head


def _visits(url: str, runs: int) -> tuple[float, int]:
    """Median of the processor's time, and the queries of one visit."""
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    client = Client()

    def visit() -> None:
        answer = client.get(url)
        if answer.status_code != 200:
            raise RuntimeError(f"{url} answers {answer.status_code}")

    visit()
    with CaptureQueriesContext(connection) as queries:
        visit()
    asked = len(queries)  # the next request empties the list
    times = []
    for _ in range(runs):
        began = time.process_time()
        visit()
        times.append((time.process_time() - began) * 1000)
    return median(times), asked


if __name__ == "__main__":
    raise SystemExit(main())
