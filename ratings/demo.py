"""Rated games to look at on a fresh site, so that ratings and statistics have something to show.

Bots played them once and their lines are kept; they are put down to the demo people, who are as
made up as their games.
"""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path

from django.utils import timezone

from accounts.selectors import user_named
from games.services.records import Holder, recording_store
from ratings.models import Played
from ratings.services.learning import learn
from ratings.services.settling import results_settle

KEY = "terra_mystica"
GAMES = Path(__file__).parent / "data" / "demo_games.json"
PEOPLE = ("alice", "marta", "jun", "tomasz", "ilse", "mira")
NAMES = (
    "Salt and cedar",
    "The ferryman's bet",
    "Three kettles",
    "Ash on the water",
    "Winter quarters",
    "A bridge too many",
    "Islands in the mist",
    "The fifth chair",
    "Low tide",
    "Lanterns uphill",
)
PACE = timedelta(hours=4)
LONG_AGO = timedelta(days=140)
"""When the last of them ended: before the seasons of the demo league."""


def load_demo() -> list[tuple[str, str, str]]:
    """Store the games once, settle them, learn from them."""
    if Played.objects.filter(game__name=NAMES[0]).exists():
        return []
    kept = json.loads(GAMES.read_text())[: len(NAMES)]
    now = timezone.now()
    for age, (name, game) in enumerate(zip(NAMES, kept, strict=True)):
        recording_store(
            rules_key=KEY,
            name=name,
            recording=game,
            holders=_people(age, game["seats"]),
            started_at=now
            - LONG_AGO
            - timedelta(days=9 * (len(kept) - age - 1))
            - PACE * len(game["rows"]),
            pace=PACE,
            rated=True,
        )
    while results_settle(now):
        pass
    learn(rules_key=KEY, now=now)
    return []


def _people(turn: int, seats: int) -> list[Holder]:
    """Everybody sits now with these, now with those, now here, now there."""
    found: list[Holder] = []
    for number in range(seats):
        name = PEOPLE[(turn + number * (1 + turn % 2 * 4)) % len(PEOPLE)]
        user = user_named(username=name)
        if user is None:
            raise LookupError(f"the demo content has nobody called {name}")
        found.append(user)
    return found
