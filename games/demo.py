"""Tables to look at on a fresh site: one that waits for you, one among bots, some that are over.

Played by bots from fixed seeds and kept, so that everybody sees the same games at once;
`manage.py record_demo` plays and keeps them anew.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.demo import load_demo as load_people
from accounts.models import User
from accounts.selectors import user_named
from engine.api import Seat as SeatNumber
from engine.log import BrokenLog, LogRow, owing, replay
from engine.registry import latest
from games.bots.policies import policies_for
from games.bots.table import play_out
from games.models import Game
from games.presets import presets_for
from games.services.joining import invitation_send
from games.services.records import Holder, record_store
from games.services.tables import table_create
from games.services.talk import chat_post

KEY = "terra_mystica"
POLICY = "greedy"
PACE = timedelta(hours=5)
KEPT = Path(__file__).parent / "data" / "demo.json"


@dataclass(frozen=True)
class DemoGame:
    """What makes a game of bots the same each time."""

    seed: int
    seats: int
    land: str

    @property
    def key(self) -> str:
        return f"{self.land}-{self.seats}-{self.seed}"

    @property
    def options(self) -> dict[str, Any]:
        return {"map": self.land}


FINISHED = (
    ("The long winter", DemoGame(11, 4, "original")),
    ("Fjords by candlelight", DemoGame(12, 3, "fjords")),
    ("Two on the lakes", DemoGame(13, 2, "loon-lakes")),
)
WAITING = DemoGame(21, 4, "original")
AMONG_BOTS = DemoGame(31, 4, "fire-and-ice-1")


def load_demo() -> list[tuple[str, str, str]]:
    """Make the tables once; the people are told by their own app."""
    load_people()
    if not Game.objects.exists():
        with transaction.atomic():
            _finished_games()
            _waiting_for_marta()
            _among_bots()
            _in_the_lobby()
    return []


def _person(name: str) -> User:
    user = user_named(username=name)
    if user is None:
        raise LookupError(f"the demo content has nobody called {name}")
    return user


def _rows(game: DemoGame) -> tuple[LogRow, ...]:
    """The rows as they were kept, if the rules still accept them; else played anew."""
    kept = json.loads(KEPT.read_text(encoding="utf-8")).get(game.key, [])
    rows = tuple(LogRow(seat=SeatNumber(seat), line=line) for seat, line in kept)
    try:
        state = replay(latest(KEY), game.options, game.seats, rows)
    except BrokenLog:
        return _played(game)
    return rows if latest(KEY).result(state) is not None else _played(game)


def _played(game: DemoGame) -> tuple[LogRow, ...]:
    policy = policies_for(KEY)[POLICY]
    return play_out(latest(KEY), game.options, [policy] * game.seats, Random(game.seed)).rows


def demo_record() -> int:
    """Play all games of the demo content and keep their rows; says how many there are."""
    games = (*(game for _name, game in FINISHED), WAITING, AMONG_BOTS)
    kept = {game.key: [[row.seat, row.line] for row in _played(game)] for game in games}
    text = json.dumps(kept, ensure_ascii=False, separators=(",", ":")).replace("],", "],\n")
    KEPT.write_text(text + "\n", encoding="utf-8")
    return len(games)


def _finished_games() -> None:
    people: list[Holder] = [_person(name) for name in ("marta", "tomasz", "alice", "jun")]
    for age, (name, game) in enumerate(FINISHED, start=1):
        record_store(
            rules_key=KEY,
            name=name,
            options=game.options,
            holders=people[: game.seats],
            rows=_rows(game),
            started_at=timezone.now() - timedelta(days=12 * age + 30),
            pace=PACE,
        )


def _waiting_for_marta() -> None:
    """A game in its first rounds, stopped where the demo player is to act."""
    marta, seat, options = _person("marta"), SeatNumber(1), WAITING.options
    rows = _until_asked(_rows(WAITING), options, seat, after=45)
    holders: list[Holder] = [POLICY, marta, POLICY, POLICY]
    record_store(
        rules_key=KEY,
        name="Marta and three machines",
        options=options,
        holders=holders,
        rows=rows,
        started_at=timezone.now() - PACE * len(rows),
        pace=PACE,
        clock={"kind": "per-move", "hours": 72},
    )


def _until_asked(
    rows: tuple[LogRow, ...], options: dict[str, Any], seat: SeatNumber, after: int
) -> tuple[LogRow, ...]:
    """The beginning of a log, up to where only one seat is asked."""
    rules = latest(KEY)
    for length in range(after, len(rows)):
        state = replay(rules, options, 4, rows[:length])
        if owing(rules.pending(state)) == {seat}:
            return rows[:length]
    raise LookupError(f"seat {seat} is never asked alone")


def _among_bots() -> None:
    """Bots alone, a few rounds in; the worker plays on."""
    record_store(
        rules_key=KEY,
        name="Machines among themselves",
        options=AMONG_BOTS.options,
        holders=[POLICY] * AMONG_BOTS.seats,
        rows=_rows(AMONG_BOTS)[:40],
        started_at=timezone.now() - timedelta(hours=2),
        pace=timedelta(minutes=2),
    )


def _in_the_lobby() -> None:
    """A table with talk that looks for players, and one to which Marta is asked."""
    game = table_create(
        host=_person("alice"),
        rules_key=KEY,
        name="Tea and terraforming",
        seats=4,
        options=presets_for(KEY)[0].options,
        clock={"kind": "per-move", "hours": 48},
    )
    chat_post(
        game_id=game.pk,
        user=_person("alice"),
        text="Newcomers welcome: everything is prepared. I am slow in the mornings.",
    )
    private = table_create(
        host=_person("jun"),
        rules_key=KEY,
        name="A duel across time zones",
        seats=2,
        options={},
        visibility=Game.Visibility.PRIVATE,
        clock={"kind": "per-move", "hours": 72},
    )
    invitation_send(game_id=private.pk, by=_person("jun"), username="marta")
