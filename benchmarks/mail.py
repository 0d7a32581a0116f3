"""Mails under load: `python -m benchmarks.mail`.

Games are played at a steady rate on PostgreSQL and Redis; workers of their own processes write and
send the mails to an SMTP server on loopback, and are killed now and then. Measured is the time
from the move to the server's yes; counted is each mail by the key of what it tells.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from importlib import import_module
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from tooling import services
from tooling.bootstrap import ROOT, say

SWEEP_EVERY = 5.0
"""Seconds, as the scheduler does."""
PATIENCE = 120.0
"""Seconds in which the rest must arrive after the last move."""
PLAYERS = 4
"""Threads that play, as a site has several processes that take moves: while one waits for the
database, another goes on. Each has tables of its own."""


@dataclass
class Outcome:
    moves: int = 0
    rate: float = 0.0
    behind: float = 0.0
    """Seconds by which the last move came later than it should have."""
    delays: list[float] = field(default_factory=list)
    """From a move to the server's yes, for mails whose worker was not killed."""
    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    told: int = 0
    dropped: int = 0
    kills: int = 0
    pictures: int = 0
    cpu_of_move: float = 0.0
    """Seconds that our process computed for a move."""
    cpu_of_mail: float = 0.0
    """Seconds that the workers computed for a mail, their start left out."""
    cpu_of_database: float = 0.0
    """Seconds that its sessions computed for a move and the mails that came of it."""
    cores: float = 0.0
    """Busy on the average while moves were played: all of these together, and the mail server."""

    @property
    def p95(self) -> float:
        return quantiles(self.delays, n=20)[-1] if len(self.delays) > 1 else 0.0


def main() -> int:
    options = _options()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "terra_site.settings.test")
    with services.postgresql() as database, services.redis_server() as (redis, prefix):
        os.environ.update(DATABASE_URL=database, REDIS_URL=redis, REDIS_PREFIX=prefix)
        import django

        django.setup()
        from benchmarks.forum import own_database

        with own_database():
            outcome = run_load(
                rate=options.rate,
                seconds=options.seconds,
                workers=options.workers,
                kills=options.kills,
                games=options.games,
            )
    return _report(outcome)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Mails under load.")
    parser.add_argument("--rate", type=float, default=50, help="moves per second")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--kills", type=int, default=0, help="workers killed during the run")
    parser.add_argument("--games", type=int, default=300)
    return parser.parse_args()


def _report(outcome: Outcome) -> int:
    say(f"moves {outcome.moves}, the last one {outcome.behind:.1f} s late")
    say(f"mails {outcome.told}, with picture {outcome.pictures}, no longer true {outcome.dropped}")
    if outcome.delays:
        say(f"delay: median {median(outcome.delays):.2f} s, p95 {outcome.p95:.2f} s (at most 5)")
    say(
        f"CPU: {outcome.cpu_of_move * 1000:.0f} ms for a move,"
        f" {outcome.cpu_of_mail * 1000:.0f} ms for a mail,"
        f" {outcome.cpu_of_database * 1000:.0f} ms of the database for a move with its mails"
    )
    if outcome.cores:
        say(f"CPU in all: {outcome.cores:.2f} cores for {outcome.rate:.0f} moves a second")
    say(f"workers killed {outcome.kills}, lost {len(outcome.lost)}, doubled {len(outcome.doubled)}")
    return int(bool(outcome.lost or outcome.doubled) or outcome.p95 > 5)


def run_load(
    *, rate: float, seconds: float, workers: int, kills: int, games: int, seed: int = 1
) -> Outcome:
    """Play at this rate, then wait until every mail is settled."""
    outcome = Outcome()
    with ExitStack() as stack:
        sink = stack.enter_context(_sink())
        tables = _tables(games, moves=int(rate * seconds))
        crew = stack.enter_context(_crew(workers, sink.port))
        started, of_database = crew.computed(), _sessions_computed()
        killer = threading.Thread(
            target=_kill_some, args=(crew, kills, seconds, random.Random(seed), outcome)
        )
        killer.start()
        began = time.process_time()
        _play(tables, rate, int(rate * seconds), outcome)
        killer.join()
        _wait_until_told(with_claimed=not kills)
        if not kills:
            of_workers = crew.computed() - started
            of_database = outcome.cpu_of_database + _sessions_computed() - of_database
            of_us = time.process_time() - began
            outcome.cpu_of_mail = of_workers / max(1, len(sink.arrived))
            outcome.cpu_of_database = of_database / outcome.moves
            outcome.rate = rate
            outcome.cores = (of_workers + of_database + of_us) / outcome.moves * rate
        _settle(sink)
    _count(sink, outcome)
    return outcome


# --- The server that takes the mails ---------------------------------------------------------


class Sink:
    """Notes when each mail came, by its Message-ID."""

    def __init__(self) -> None:
        self.port = services.free_port()
        self.arrived: list[tuple[str, float]] = []
        self.pictures = 0

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        head = envelope.content[:6000].decode("utf-8", "replace")
        name = next(
            line.partition(":")[2].strip()
            for line in head.splitlines()
            if line.lower().startswith("message-id:")
        )
        self.pictures += b"image/png" in envelope.content
        self.arrived.append((name, time.time()))
        return "250 OK"


@contextmanager
def _sink() -> Iterator[Sink]:
    from aiosmtpd.controller import Controller

    sink = Sink()
    controller = Controller(sink, hostname="127.0.0.1", port=sink.port)
    controller.start()
    try:
        yield sink
    finally:
        controller.stop()


# --- Tables ----------------------------------------------------------------------------------


@dataclass
class Table:
    """What somebody who plays there knows: who he is, and which position he looks at."""

    game_id: int
    revision: int
    people: Sequence[Any]
    rows: Iterator[Any]


def _tables(number: int, moves: int) -> list[Table]:
    """Copies of one kept game, standing at different rows, ready to go on."""
    from django.contrib.auth.hashers import make_password
    from django.core.management import call_command
    from django.utils import timezone

    from accounts.models import User
    from games.models import OpenDecision

    # The kept game belongs to the tests.
    factories, played = import_module("tests.factories"), import_module("tests.games.played")
    call_command("createcachetable", verbosity=0)
    each = -(-moves // number) + 1
    begun = max(30, len(played.ROWS) - each - 60)
    User._meta.get_field("password").default = make_password(None)
    say(f"making {number} tables")
    people = [factories.UserFactory(username=f"load{n}") for n in range(4)]
    lengths = [begun + 6 * step for step in range(8)]
    templates = [played.stored(people, upto=length) for length in lengths]
    for game in templates:
        game.refresh_from_db()
    # The kept game was played days ago: its time must not be up before anybody moves.
    now = timezone.now()
    OpenDecision.objects.update(due_at=now + timedelta(days=2), remind_at=now + timedelta(hours=20))
    tables = []
    for n in range(number):
        kind = n % len(templates)
        game = templates[kind]
        game_id = _copy(game.pk) if n >= len(templates) else game.pk
        rows = iter(played.ROWS[lengths[kind] :])
        tables.append(Table(game_id, game.revision, people, rows))
    return tables


def _copy(game_id: int) -> int:
    """The same game once more, row by row in the database."""
    from django.apps import apps
    from django.db import connection

    def columns(model: Any, *but: str | None) -> str:
        names = [f.column for f in model._meta.concrete_fields if f.column not in ("id", *but)]
        return ", ".join(f'"{name}"' for name in names)

    game, seat = apps.get_model("games.Game"), apps.get_model("games.Seat")
    with connection.cursor() as cursor:
        unique = [f.column for f in game._meta.concrete_fields if f.unique and f.column != "id"]
        names = columns(game, *unique)
        cursor.execute(
            f"INSERT INTO games_game ({names}) SELECT {names} FROM games_game WHERE id = %s"
            " RETURNING id",
            [game_id],
        )
        new = int(cursor.fetchone()[0])
        names = columns(seat, "game_id")
        cursor.execute(
            f"INSERT INTO games_seat (game_id, {names}) SELECT %s, {names} FROM games_seat"
            " WHERE game_id = %s ORDER BY id",
            [new, game_id],
        )
        for name in ("Move", "Snapshot"):
            model = apps.get_model("games", name)
            rest = columns(model, "game_id")
            table = model._meta.db_table
            cursor.execute(
                f"INSERT INTO {table} (game_id, {rest}) SELECT %s, {rest} FROM {table}"
                " WHERE game_id = %s ORDER BY id",
                [new, game_id],
            )
        decision = apps.get_model("games.OpenDecision")
        rest = columns(decision, "game_id", "seat_id")
        qualified = ", ".join(f"d.{name}" for name in rest.split(", "))
        cursor.execute(
            f"INSERT INTO games_opendecision (game_id, seat_id, {rest})"
            f" SELECT %s, n.id, {qualified} FROM games_opendecision d"
            " JOIN games_seat o ON o.id = d.seat_id"
            " JOIN games_seat n ON n.game_id = %s AND n.number = o.number"
            " WHERE d.game_id = %s",
            [new, new, game_id],
        )
    return new


# --- Workers ---------------------------------------------------------------------------------


class Crew:
    """Worker processes; one that is killed is replaced at once, as a supervisor does."""

    def __init__(self, port: int) -> None:
        self._port = port
        self.processes: list[subprocess.Popen[bytes]] = []

    def hire(self) -> None:
        from django.conf import settings
        from django.db import connection

        database = connection.settings_dict
        url = (
            f"postgresql://{database['USER']}@{database['HOST']}:{database['PORT']}"
            f"/{database['NAME']}"
        )
        command = [sys.executable, "-m", "celery", "-A", "terra_site", "worker", "-P", "solo"]
        command += ["-n", f"w{time.monotonic_ns()}@load", "--without-gossip", "--without-mingle"]
        process = subprocess.Popen(
            [*command, "--without-heartbeat", "-l", "ERROR"],
            cwd=ROOT,
            env={
                **os.environ,
                "DJANGO_SETTINGS_MODULE": "benchmarks.workers",
                "DATABASE_URL": url,
                "DATA_DIR": str(settings.DATA_DIR),
                "EMAIL_URL": f"smtp://127.0.0.1:{self._port}",
            },
            start_new_session=True,
        )
        self.processes.append(process)

    def computed(self) -> float:
        """Seconds of CPU that the workers have used."""
        return sum(_computed(process.pid) for process in self.processes)

    def replace(self, index: int) -> None:
        victim = self.processes.pop(index)
        os.killpg(victim.pid, signal.SIGKILL)
        victim.wait()
        self.hire()


def _sessions_computed() -> float:
    """Of the database, all that are open, if its server is on this machine."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT pid FROM pg_stat_activity WHERE datname = current_database()")
        return sum(_computed(pid) for (pid,) in cursor.fetchall())


def _computed(pid: int) -> float:
    if not Path(f"/proc/{pid}").exists():
        return 0.0
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def _crew(number: int, port: int) -> Iterator[Crew]:
    crew = Crew(port)
    try:
        for _ in range(number):
            crew.hire()
        _wait_for_workers(number)
        yield crew
    finally:
        for process in crew.processes:
            process.terminate()
        for process in crew.processes:
            process.wait(30)


def _wait_for_workers(number: int) -> None:
    from terra_site.celery import app

    services.wait_for(
        lambda: len(app.control.ping(timeout=1.0)) >= number, "the workers", seconds=120
    )


def _kill_some(
    crew: Crew, kills: int, seconds: float, rng: random.Random, outcome: Outcome
) -> None:
    begun = time.monotonic()
    for moment in sorted(rng.uniform(0.1, 0.9) * seconds for _ in range(kills)):
        time.sleep(max(0.0, begun + moment - time.monotonic()))
        crew.replace(rng.randrange(len(crew.processes)))
        outcome.kills += 1


# --- The run ---------------------------------------------------------------------------------


def _play(tables: Sequence[Table], rate: float, moves: int, outcome: Outcome) -> None:
    """The moves at their times, table after table; the scheduler ticks beside them."""
    begun, over = time.monotonic(), threading.Event()
    scheduler = threading.Thread(target=_tick, args=(over,))
    scheduler.start()
    try:
        with ThreadPoolExecutor(PLAYERS) as players:
            played = [
                players.submit(_play_some, tables, rate, _moves_of(first, moves, tables), begun)
                for first in range(PLAYERS)
            ]
        computed, of_database = zip(*(each.result() for each in played), strict=True)
    finally:
        over.set()
        scheduler.join()
    outcome.moves = moves
    outcome.cpu_of_move = sum(computed) / moves
    outcome.cpu_of_database = sum(of_database)
    outcome.behind = max(0.0, time.monotonic() - begun - moves / rate)


def _moves_of(player: int, moves: int, tables: Sequence[Table]) -> list[int]:
    """Those at tables that nobody else plays at, one table after the other."""
    return [number for number in range(moves) if number % len(tables) % PLAYERS == player]


def _play_some(
    tables: Sequence[Table], rate: float, numbers: Sequence[int], begun: float
) -> tuple[float, float]:
    """Moves, each at its time. Returns the seconds of CPU that they took us and the database."""
    from django.db import connection

    from games.models import Move
    from games.services.moves import move_submit

    computed = time.thread_time()
    try:
        for number in numbers:
            time.sleep(max(0.0, begun + number / rate - time.monotonic()))
            table = tables[number % len(tables)]
            row = next(table.rows)
            move = move_submit(
                game_id=table.game_id,
                user=table.people[row.seat],
                line=row.line,
                after=table.revision,
                door=Move.Door.API,
            )
            table.revision = move.game.revision
        session = connection.connection.info.backend_pid
        return time.thread_time() - computed, _computed(session)
    finally:
        connection.close()


def _tick(over: threading.Event) -> None:
    from operations.tasks import sweep

    while not over.wait(SWEEP_EVERY):
        sweep.apply_async(expires=15)


def _wait_until_told(*, with_claimed: bool) -> None:
    """Until the workers have done all that they can; what a dead one has claimed stays claimed."""
    from django.utils import timezone

    from notifications.models import Notification, OutgoingMail
    from operations.tasks import sweep

    def waiting() -> bool:
        now = timezone.now()
        busy = ["queued", "composing", "sending"] if with_claimed else ["queued"]
        return (
            Notification.objects.filter(state__in=busy, due_at__lte=now).exists()
            or OutgoingMail.objects.filter(state__in=busy, due_at__lte=now).exists()
        )

    deadline = time.monotonic() + PATIENCE
    while waiting() and time.monotonic() < deadline:
        sweep.apply_async(expires=15)
        time.sleep(1)


def _settle(sink: Sink) -> None:
    """What a dead worker had claimed comes free after some minutes: as the sweep does it then."""
    from django.test import override_settings
    from django.utils import timezone

    from notifications.models import Notification
    from notifications.services.outbox import outbox_sweep
    from notifications.services.telling import notifications_sweep

    # Reminders and the like would come later.
    Notification.objects.filter(state="queued", due_at__gt=timezone.now()).delete()
    later = timezone.now() + timedelta(minutes=6)
    with override_settings(
        EMAIL_HOST="127.0.0.1",
        EMAIL_PORT=sink.port,
        MAIL_DELIVERY_BACKEND="django.core.mail.backends.smtp.EmailBackend",
    ):
        while notifications_sweep(later) + outbox_sweep(later):
            pass


def _count(sink: Sink, outcome: Outcome) -> None:
    """Every notification was told once, or is no longer true."""
    from notifications.mails.letters import mail_domain
    from notifications.models import Notification

    came = Counter(name for name, _at in sink.arrived)
    at = dict(reversed(sink.arrived))
    outcome.pictures = sink.pictures
    outcome.doubled = [name for name, times in came.items() if times > 1]
    for row in Notification.objects.select_related("mail"):
        name = f"<notification-{row.pk}@{mail_domain()}>"
        if row.state == "dropped" or (row.mail and row.mail.state == "dropped"):
            outcome.dropped += 1
        elif name not in came:
            outcome.lost.append(f"{row.key}: {row.state} {row.error}")
        else:
            outcome.told += 1
            outcome.delays.append(at[name] - max(row.created_at, row.due_at).timestamp())


if __name__ == "__main__":
    sys.exit(main())
