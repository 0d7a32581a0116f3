"""Play a record in the stripped ledger form and print the state after every row."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandError

from engine.terra_mystica.record import FinalResult, RecordError, RowResult, replay_record


class Command(BaseCommand):
    help = "Play a recorded game of Terra Mystica and print the state after every row."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("record", type=Path, metavar="FILE")
        parser.add_argument("--json", action="store_true", help="one JSON object per row")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            text = options["record"].read_text(encoding="utf-8-sig")
        except UnicodeDecodeError as error:
            raise CommandError(f"{options['record']} is not UTF-8: {error.reason}") from error
        except OSError as error:
            raise CommandError(f"{options['record']}: {error.strerror}") from error
        written = written_as_json if options["json"] else written_for_people
        try:
            for result in replay_record(text):
                self.stdout.write(written(result))
        except RecordError as error:
            self.stdout.flush()
            raise CommandError(str(error)) from error


def written_as_json(result: RowResult | FinalResult) -> str:
    return msgspec.json.encode(result).decode()


def written_for_people(result: RowResult | FinalResult) -> str:
    if isinstance(result, FinalResult):
        scores = sorted(result.final.items(), key=lambda item: -item[1])
        return "final: " + ", ".join(f"{faction} {score}" for faction, score in scores)
    bowls = "/".join(map(str, result.pw))
    cults = "/".join(map(str, result.cult))
    return (
        f"{result.row:4} {result.faction:15} {result.vp:3} VP {result.c:3} C {result.w:2} W "
        f"{result.p} P  {bowls:8} PW  {cults}"
    )
