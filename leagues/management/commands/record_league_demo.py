"""`manage.py record_league_demo`: let bots play the games of the demo league and keep them."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from leagues.demo_games import KEPT, games_record


class Command(BaseCommand):
    help = "Plays the games of the demo league and tournaments anew, after a change of rules."

    def handle(self, *args: Any, **options: Any) -> None:
        count = games_record()
        self.stdout.write(f"{count} games in {KEPT}")
