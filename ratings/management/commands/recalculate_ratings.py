"""`recalculate_ratings`: work all ratings of a game kind out anew, as a public event."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.models import Game
from ratings.models import Rating
from ratings.services.recalculating import ratings_recalculate, ratings_worked_out


class Command(BaseCommand):
    help = (
        "Works all ratings of a game kind out anew, by the formula and the offsets of now. Without "
        "--reason it only says what would change. The reason is public."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("rules_key", help="e.g. terra_mystica")
        parser.add_argument("--reason", default="", help="what players will read; makes it so")
        parser.add_argument(
            "--without", nargs="*", type=int, default=[], metavar="GAME", help="games to unrate"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        rules_key, without = options["rules_key"], options["without"]
        unknown = set(without) - set(
            Game.objects.filter(pk__in=without, rules_key=rules_key).values_list("pk", flat=True)
        )
        if unknown:
            raise CommandError(f"no such games: {', '.join(map(str, sorted(unknown)))}")
        if not options["reason"].strip():
            self._preview(rules_key, without)
            return
        event = ratings_recalculate(rules_key=rules_key, reason=options["reason"], without=without)
        self.stdout.write(
            f"{event.games} games, {event.changed} players changed, by {event.largest} at most"
        )

    def _preview(self, rules_key: str, without: list[int]) -> None:
        outcomes = ratings_worked_out(rules_key=rules_key, without=without)
        rows = Rating.objects.filter(rules_key=rules_key).select_related("user")
        for row in rows.order_by("-shown"):
            new = outcomes.get(row.user_id)
            shown = new.strength.shown if new is not None else 1000
            if shown != row.shown:
                self.stdout.write(f"{row.user.username}\t{row.shown}\t{shown}")
        self.stdout.write("nothing was changed; give a --reason to make it so")
