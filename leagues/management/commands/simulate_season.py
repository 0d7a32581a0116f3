"""`manage.py simulate_season`: a whole season with bots, in a database of its own."""

from __future__ import annotations

import json
import logging
import os
import subprocess
import sys
from argparse import ArgumentParser, ArgumentTypeError
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.utils import translation

from leagues.presenters.numbers import points_words
from leagues.simulation.season import Report, Simulation

MANAGE = Path(__file__).resolve().parents[3] / "manage.py"
BAR = 30


class Command(BaseCommand):
    help = (
        "Simulate a league season from sign-up to the draw of the next one, in a temporary "
        "database; the site's own data are not touched."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--players", type=_players, required=True)
        parser.add_argument("--seed", type=int, required=True)
        parser.add_argument("--json", action="store_true", help="print one JSON document")
        parser.add_argument(
            "--bot-games",
            type=int,
            default=1,
            help="so many tables are played to the end by bots; the others get generated results",
        )
        parser.add_argument("--inside", action="store_true", help="used by the command itself")

    def handle(self, *args: Any, **given: Any) -> None:
        if not given["inside"]:
            self._in_a_database_of_its_own(given)
            return
        logging.disable(logging.WARNING)
        call_command("migrate", verbosity=0)
        call_command("createcachetable", verbosity=0)
        with translation.override("en"):
            report = Simulation(
                players=given["players"],
                seed=given["seed"],
                bot_games=given["bot_games"],
                progress=self._bar,
            ).run()
        self.stderr.write("")
        if given["json"]:
            self.stdout.write(json.dumps(asdict(report), ensure_ascii=False, indent=1))
        else:
            self._print(report)

    def _in_a_database_of_its_own(self, given: dict[str, Any]) -> None:
        """A process whose settings know only a temporary folder: database, broker, all of it."""
        with TemporaryDirectory(prefix="season-") as folder:
            environment = {
                **os.environ,
                "DJANGO_SETTINGS_MODULE": "terra_site.settings.dev",
                "DATA_DIR": folder,
                "DATABASE_URL": f"sqlite:///{folder}/season.sqlite3",
                "REDIS_URL": "",
                "EMAIL_URL": "",
            }
            command = [sys.executable, str(MANAGE), "simulate_season", "--inside"]
            for name in ("players", "seed", "bot_games"):
                command += [f"--{name.replace('_', '-')}", str(given[name])]
            if given["json"]:
                command.append("--json")
            done = subprocess.run(command, env=environment, check=False)
        if done.returncode:
            raise CommandError("the simulation failed; its last words stand above")

    def _bar(self, what: str, done: int, total: int) -> None:
        full = BAR * done // max(total, 1)
        bar = "#" * full + "." * (BAR - full)
        self.stderr.write(f"\r{what:<9} [{bar}] {done}/{total}", ending="")
        if done >= total:
            self.stderr.write("")
        self.stderr.flush()

    def _print(self, report: Report) -> None:
        self.stdout.write(f"Season of {report.players} players, seed {report.seed}")
        self.stdout.write(
            f"Games played to the end by bots: {report.played_by_bots}. Results of the other "
            f"{report.generated} were generated, without moves. Decided by ruling: {report.ruled}. "
            f"The second season was shortened to {report.second} generated results."
        )
        self._list("What happened", report.events)
        self._list(
            "Schedule",
            [f"{_where(row)}: {', '.join(row['seats'])}" for row in report.schedule],
        )
        self._list(
            "Results",
            [
                f"{_where(row)}: "
                + ", ".join(f"{name} {score}" for name, score in row["scores"].items())
                + (" (ruling)" if row["source"] == "ruling" else "")
                for row in report.results
            ],
        )
        self._list(
            "Standings",
            [
                f"D{row['division']} G{row['group']} {row['place']:>2}. {row['player']} "
                f"{points_words(row['points'])}" + (f"  ({row['tie']})" if row["tie"] else "")
                for row in report.standings
            ],
        )
        self._list(
            "Movements",
            [
                f"{row['player']}: division {row['from']} to {row['to']} ({row['why']})"
                for row in report.movements
            ],
        )
        self._list(
            "Next season",
            [
                f"D{row['division']} G{row['group']}: {row['player']} ({row['claim']})"
                for row in report.next_season
            ],
        )

        self._list(
            "Back in the season after",
            [
                f"{row['player']}: had division {row['had']}, placed in division {row['division']}"
                + (" (all groups there have one more)" if row["was_full"] else "")
                for row in report.returning
            ],
        )

    def _list(self, title: str, lines: list[str]) -> None:
        self.stdout.write(f"\n{title}")
        for line in lines:
            self.stdout.write(f"  {line}")


def _where(row: dict[str, Any]) -> str:
    return f"D{row['division']} G{row['group']} {row['table']}"


def _players(text: str) -> int:
    try:
        number = int(text)
    except ValueError:
        raise ArgumentTypeError(f"{text!r} is not a number") from None
    if not 7 <= number <= 2000:
        raise ArgumentTypeError("from 7 to 2000 players")
    return number
