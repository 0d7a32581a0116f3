"""`manage.py selfplay`: bots play legal games and write records that `replay` accepts."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from engine.api import MoveError, OptionError
from engine.terra_mystica.factions import FACTION_NAMES
from games.bots.coverage import Coverage
from games.bots.order import ANY, Order
from games.bots.selfplay import MIXED, POLICIES, self_play, store


class Command(BaseCommand):
    help = "Let bots play games of Terra Mystica."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--players", type=_numbers, required=True, help="4, or 2-5 for any")
        parser.add_argument("--seed", type=int, required=True, help="of the first game")
        parser.add_argument("--games", type=int, default=1, help="seeds are counted up")
        parser.add_argument(
            "--policy", choices=[*sorted(POLICIES), MIXED], help="random unless there is a report"
        )
        parser.add_argument("--map", help='a map, or "any"')
        parser.add_argument(
            "--options",
            nargs="*",
            help='NAME, NAME=VALUE (several values: A+B), or "any" for flags at random',
        )
        parser.add_argument("--factions", nargs="*", default=[], help="in seat order")
        parser.add_argument("--record", type=Path, help="folder for the records")
        parser.add_argument(
            "--report",
            action="store_true",
            help="print what was seen; unless told otherwise, mixed players on any map with any "
            "options, so that there is much to see",
        )

    def handle(self, *args: Any, **given: Any) -> None:
        if given["games"] < 1:
            raise CommandError("--games: at least one game is needed")
        wide = given["report"]
        options = given["options"]
        if options is None:
            options = [ANY] if wide else []
        order = Order(
            players=given["players"],
            seed=given["seed"],
            games=given["games"],
            policy=given["policy"] or (MIXED if wide else "random"),
            map=given["map"] or (ANY if wide else ""),
            options=_words(options),
            factions=tuple(map(_faction, _words(given["factions"]))),
        )
        coverage = Coverage()
        try:
            for played in self_play(order, coverage):
                scores = ", ".join(f"{name} {score}" for name, score in played.scores.items())
                self.stdout.write(f"{played.name}: {scores}")
                if given["record"]:
                    store(played, given["record"])
        except OptionError as refusal:
            raise CommandError(_sentence(refusal)) from refusal
        except MoveError as refusal:
            raise CommandError(f"these factions cannot play together: {refusal}") from refusal
        except OSError as error:
            raise CommandError(f"{given['record']}: {error.strerror}") from error
        if given["report"]:
            self.stdout.write(coverage.table())


def _numbers(text: str) -> tuple[int, ...]:
    """`4`, or `2-5` for one of these in every game."""
    first, _, last = text.partition("-")
    if not first.isdecimal() or not (last or first).isdecimal() or int(last or first) < int(first):
        raise ArgumentTypeError(f"{text!r} is not a number of players")
    return tuple(range(int(first), int(last or first) + 1))


def _words(given: list[str]) -> tuple[str, ...]:
    """Separated by blanks or commas."""
    return tuple(word for text in given for word in text.split(",") if word)


def _faction(text: str) -> str:
    """A faction however it is written; what is none is refused later."""
    return FACTION_NAMES.get(text.lower().replace("-", ""), text)


def _sentence(refusal: OptionError) -> str:
    facts = dict(refusal.message.facts)
    option = facts.pop("option", "")
    known = facts.pop("known", None)
    said = ", ".join(f"{name} {value}" for name, value in facts.items())
    more = f"; known: {', '.join(map(str, known))}" if known else ""
    return f"{option}: {refusal.message.code.replace('-', ' ')}{f' ({said})' if said else ''}{more}"
