"""`manage.py verify`: check the records of games against their hashes and the rules."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.models import Game
from games.services.verify import game_verify


class Command(BaseCommand):
    help = "Checks stored games: the chain of hashes, a replay by the rules, what is cached."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("games", nargs="*", type=int, metavar="GAME", help="default: all")

    def handle(self, *args: Any, **options: Any) -> None:
        games = Game.objects.exclude(started_at=None).order_by("pk")
        if options["games"]:
            games = games.filter(pk__in=options["games"])
            if missing := set(options["games"]) - set(games.values_list("pk", flat=True)):
                raise CommandError(f"no such game: {', '.join(map(str, sorted(missing)))}")
        checked = broken = 0
        for game in games.iterator(chunk_size=50):
            checked += 1
            problems = game_verify(game=game)
            broken += bool(problems)
            for problem in problems:
                self.stdout.write(f"game {game.pk}: {problem}")
        self.stdout.write(f"{checked} games checked, {broken} with problems")
        if broken:
            raise CommandError("Some records do not fit.")
