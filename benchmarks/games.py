"""How fast a table is, early and late in a long game: `python -m benchmarks.games`.

Five bots play a game with as many rows as people would make of it (one command each, power spent
coin by coin), which is stored in a database of its own (PostgreSQL, started like those of the
tests; `--sqlite` takes a file instead) as it stood after forty rows and near its end. Then
the player who is to move opens the page and composes, through the whole stack of middleware and
templates. Beside each figure stands the same without snapshots: the position is played again from
the first row, as a table would have to that keeps nothing but its log.
"""

from __future__ import annotations

import argparse
import os
import secrets
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from random import Random
from statistics import median, quantiles
from typing import Any, NamedTuple
from unittest.mock import patch

from tooling import services
from tooling.bootstrap import say

SEED = 2
SEATS = 5
EARLY = 40
STEP_GOAL, QUERY_GOAL = 60.0, 15


def main() -> int:
    options = _options()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "terra_site.settings.test")
    with _database(sqlite=options.sqlite):
        import django

        django.setup()
        from django.db import connection

        name = connection.creation.create_test_db(verbosity=0, autoclobber=True)
        try:
            return _measure(options.runs)
        finally:
            connection.creation.destroy_test_db(name, verbosity=0)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Speed of a table.")
    parser.add_argument("--runs", type=int, default=40, help="visits of each page")
    parser.add_argument("--sqlite", action="store_true", help="instead of PostgreSQL")
    return parser.parse_args()


@contextmanager
def _database(*, sqlite: bool) -> Iterator[None]:
    if sqlite:
        with tempfile.TemporaryDirectory() as folder:
            os.environ.setdefault("DATA_DIR", folder)
            yield
        return
    with services.postgresql() as database, services.redis_server() as (redis, prefix):
        os.environ.update(DATABASE_URL=database, REDIS_URL=redis, REDIS_PREFIX=prefix)
        yield


class Slow:
    """A bot that makes many rows of a turn: one for each command, after all power is spent."""

    def __init__(self, policy: Any) -> None:
        self.policy = policy
        self.left: list[str] = []

    def choose(self, rules: Any, state: Any, seat: Any, rng: Random) -> str:
        small = [
            offer.line
            for offer in rules.legal(state, seat)
            if offer.amount == 1 and (offer.verb == "burn" or offer.target == "PW:C")
        ]
        if not self.left and small:
            return str(rng.choice(small))
        if not self.left:
            self.left = self.policy.choose(rules, state, seat, rng).split(". ")
        whole, head = ". ".join(self.left), self.left[0]
        self.left = self.left[1:]
        if _is_legal(rules, state, seat, head):
            return head
        self.left = []
        if _is_legal(rules, state, seat, whole):
            return whole
        return str(self.policy.choose(rules, state, seat, rng))


def _is_legal(rules: Any, state: Any, seat: Any, line: str) -> bool:
    from engine.api import MoveError

    try:
        rules.play(state, seat, line)
    except MoveError:
        return False
    return True


class Stand(NamedTuple):
    """A stored table and a client of whoever is to move there."""

    game: Any
    client: Any
    lines: list[str]
    """Offers of single commands, for composing."""

    @property
    def address(self) -> str:
        return f"/games/{self.game.pk}/"


def _stands() -> tuple[Stand, Stand]:
    from engine.registry import latest
    from games.bots.policies import policies_for
    from games.bots.table import play_out

    rules = latest("terra_mystica")
    greedy = policies_for(rules.key)["greedy"]
    played = play_out(rules, {}, [Slow(greedy) for _ in range(SEATS)], Random(SEED))
    states = [rules.setup(played.options, SEATS)]
    for row in played.rows:
        states.append(rules.play(states[-1], row.seat, row.line).state)
    turns = [number for number, state in enumerate(states) if _is_a_turn(rules, state)]
    early = next(number for number in turns if number >= EARLY)
    return (
        _stand(played, rules, states[early], early),
        _stand(played, rules, states[turns[-1]], turns[-1]),
    )


def _is_a_turn(rules: Any, state: Any) -> bool:
    pending = rules.pending(state)
    return len(pending) == 1 and pending[0].kind == "action" and _can_build(rules, state)


def _can_build(rules: Any, state: Any) -> bool:
    seat = rules.pending(state)[0].seat
    return any(offer.group in ("build", "upgrade") for offer in rules.legal(state, seat))


def _stand(played: Any, rules: Any, state: Any, upto: int) -> Stand:
    from datetime import timedelta

    from django.test import Client
    from django.utils import timezone

    from accounts.services.users import user_create
    from games.services.records import record_store

    people = [
        user_create(
            username=f"player{upto}{letter}",
            email=f"player{upto}{letter}@example.org",
            password=secrets.token_urlsafe(),
        )
        for letter in "abcde"[:SEATS]
    ]
    game = record_store(
        rules_key=rules.key,
        name=f"After {upto}",
        options=played.options,
        holders=people,
        rows=played.rows[:upto],
        started_at=timezone.now() - timedelta(days=30),
        pace=timedelta(hours=1),
    )
    seat = rules.pending(state)[0].seat
    client = Client(HTTP_HOST="localhost")
    client.force_login(people[seat])
    lines = [o.line for o in rules.legal(state, seat) if o.group in ("build", "upgrade")]
    return Stand(game, client, lines)


class Figure(NamedTuple):
    queries: int
    cpu: float
    middle: float
    p95: float


def _visit(stand: Stand, query: dict[str, str], runs: int, *, part: bool) -> Figure:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    headers = {"HTTP_HX_REQUEST": "true", "HTTP_HX_TARGET": "move"} if part else {}
    times: list[float] = []
    busy: list[float] = []
    with CaptureQueriesContext(connection) as queries:
        answer = stand.client.get(stand.address, query, **headers)
    assert answer.status_code == 200, answer.status_code
    asked = len(queries)
    for _ in range(runs):
        began, used = time.perf_counter(), time.process_time()
        stand.client.get(stand.address, query, **headers)
        times.append(1000 * (time.perf_counter() - began))
        busy.append(1000 * (time.process_time() - used))
    return Figure(asked, median(busy), median(times), quantiles(times, n=20)[-1])


def _from_the_first_row(work: Callable[[], Figure]) -> Figure:
    """The same on a site that keeps no positions."""
    from engine.api import Seat
    from games.models import Game

    def replayed(*, game: Game, number: int | None = None) -> Any:
        rules, state = game.rules, game.rules.setup(game.options, game.seat_count)
        rows = game.moves.filter(live=True, number__lte=game.length if number is None else number)
        for move in rows.order_by("number"):
            state = rules.play(state, Seat(move.seat), move.line).state
        return state

    with patch("games.selectors.tables.position_at", replayed):
        return work()


def _measure(runs: int) -> int:
    early, late = _stands()
    missed = 0
    say(
        f"{'':40}{'queries':>8}{'CPU':>9}{'median':>9}{'p95':>9}{'goal':>7}{'replayed':>10}{'ratio':>7}"
    )
    kinds: list[tuple[str, Callable[[Stand], dict[str, str]], bool]] = [
        ("page", lambda stand: {}, False),
        ("step: where to build or upgrade", lambda stand: {"pick": _pick(stand)}, True),
        ("step: what a line does", lambda stand: {"line": stand.lines[0]}, True),
        ("step: a refused line", lambda stand: {"line": "build A1. pass"}, True),
    ]
    for what, query, part in kinds:
        figures = []
        for stand in (early, late):
            asked = query(stand)
            figure = _visit(stand, asked, runs, part=part)
            slow = _from_the_first_row(partial(_visit, stand, asked, max(5, runs // 5), part=part))
            figures.append(figure)
            goal = f"{STEP_GOAL:4.0f}ms" if part else ""
            missed += part and figure.middle > STEP_GOAL
            missed += figure.queries > QUERY_GOAL
            say(
                f"{f'{what}, move {stand.game.length}':40}{figure.queries:8}{figure.cpu:7.1f}ms"
                f"{figure.middle:7.1f}ms{figure.p95:7.1f}ms{goal:>7}{slow.cpu:8.1f}ms"
                f"{slow.cpu / figure.cpu:7.1f}"
            )
        growth = figures[1].cpu / figures[0].cpu
        missed += figures[0].queries != figures[1].queries
        say(f"{'':6}late against early: {growth:.2f} of the processor's time")
    return 1 if missed else 0


def _pick(stand: Stand) -> str:
    return "upgrade" if stand.lines[0].startswith("upgrade") else "build"


if __name__ == "__main__":
    sys.exit(main())
