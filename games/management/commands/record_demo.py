"""`manage.py record_demo`: let bots play the games of the demo content and keep them."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from games.demo import KEPT, demo_record


class Command(BaseCommand):
    help = "Plays the games of the demo content anew and keeps their rows, after a change of rules."

    def handle(self, *args: Any, **options: Any) -> None:
        count = demo_record()
        self.stdout.write(f"{count} games in {KEPT}")
