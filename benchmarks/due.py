"""How fast what is due is found: `python -m benchmarks.due`.

Stores 100,000 running games, each with a decision that is due some time, in a PostgreSQL database
of its own (started like those of the tests), and looks for what is due as the sweep does. Fails if
that takes longer than the goal, or if the database does not use the index.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from statistics import median
from typing import Any

from benchmarks.forum import own_database
from tooling import services
from tooling.bootstrap import say

GOAL = 100.0
"""Milliseconds."""
BATCH = 5_000
DUE = 150


def main() -> int:
    parser = argparse.ArgumentParser(description="Speed of the sweep for due decisions.")
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--runs", type=int, default=30)
    options = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "terra_site.settings.test")
    with services.postgresql() as database, services.redis_server() as (redis, prefix):
        os.environ.update(DATABASE_URL=database, REDIS_URL=redis, REDIS_PREFIX=prefix)
        import django

        django.setup()
        with own_database():
            now = _load(options.games)
            return _measure(now, options.runs)


def _load(games: int) -> datetime:
    """Running games with one open decision each; few of them are due."""
    from django.db import connection
    from django.utils import timezone

    from accounts.models import User
    from games.models import Game, OpenDecision, Seat

    began, now = time.monotonic(), timezone.now()
    user = User.objects.create(username="player")
    for first in range(0, games, BATCH):
        numbers = range(first, min(first + BATCH, games))
        rows = Game.objects.bulk_create(
            Game(
                rules_key="terra_mystica",
                rules_version=1,
                name=f"Game {number}",
                seat_count=4,
                status=Game.Status.RUNNING,
                clock={"kind": "per-move", "hours": 72},
                started_at=now,
                moved_at=now,
            )
            for number in numbers
        )
        seats = Seat.objects.bulk_create(Seat(game=game, number=0, user=user) for game in rows)
        OpenDecision.objects.bulk_create(_decisions(seats, numbers, now))
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    say(f"stored {games:,} running games in {time.monotonic() - began:.0f} s")
    return now


def _decisions(seats: list[Any], numbers: range, now: datetime) -> Iterator[Any]:
    from games.models import OpenDecision

    for seat, number in zip(seats, numbers, strict=True):
        due_at = now + timedelta(seconds=number - DUE + 1)
        yield OpenDecision(
            game_id=seat.game_id,
            seat=seat,
            ident=f"turn:{number}",
            kind="action",
            mode="single",
            default="pass",
            opened_at=due_at - timedelta(hours=72),
            opened_revision=1,
            due_at=due_at,
            remind_at=due_at,
        )


def _measure(now: datetime, runs: int) -> int:
    from games.models import Game, OpenDecision
    from games.services.orders import orders_sweep
    from games.services.stalling import tables_stall
    from games.services.substitutes import offers_sweep
    from games.services.timeouts import decisions_due, due_rows
    from games.services.voting import votes_sweep
    from notifications.reminders import unplanned_rows

    plan = due_rows(now).explain(analyze=True)
    say(plan)
    found = len(decisions_due(now))

    def naive() -> None:
        rows = OpenDecision.objects.select_related("game").filter(game__status=Game.Status.RUNNING)
        sorted(row.pk for row in rows if row.due_at is not None and row.due_at <= now)

    figures: dict[str, Callable[[], object]] = {
        "decisions that are due": lambda: decisions_due(now),
        "reminders to be planned": lambda: list(unplanned_rows(now)),
        "votes nobody settled": lambda: votes_sweep(now),
        "seats nobody took": lambda: offers_sweep(now),
        "tables where nobody moves": lambda: tables_stall(now),
        "orders left undone": lambda: orders_sweep(now),
    }
    late = False
    for name, work in figures.items():
        times = [_timed(work) for _ in range(runs)]
        late = late or median(times) > GOAL
        say(f"{name:28}{median(times):8.1f} ms, longest {max(times):.1f} ms, goal {GOAL:.0f} ms")
    say(f"{'naive: look at every game':28}{_timed(naive):8.1f} ms; {found} were due")
    if "decision_due" not in plan or "Seq Scan" in plan:
        say("the index of due times is not used")
        return 1
    return 1 if late or found != DUE else 0


def _timed(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return 1000 * (time.perf_counter() - began)


if __name__ == "__main__":
    sys.exit(main())
