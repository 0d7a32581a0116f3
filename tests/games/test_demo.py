"""The tables of the demo content."""

from __future__ import annotations

import json

import pytest

from accounts.selectors import user_named
from engine.api import Seat as SeatNumber
from engine.log import LogRow, replay
from engine.registry import latest
from games.demo import AMONG_BOTS, FINISHED, KEPT, KEY, WAITING, load_demo
from games.models import Game
from games.selectors.dashboard import games_finished, games_waiting_on, invitations_for
from games.services.verify import game_verify

pytestmark = pytest.mark.django_db


def test_there_is_something_of_everything_and_it_is_loaded_once():
    assert load_demo() == []
    marta = user_named(username="marta")
    waiting = games_waiting_on(user=marta).get()
    assert {seat.bot for seat in waiting.seats.exclude(user=marta)} == {"greedy"}
    assert Game.objects.filter(status="running").exclude(seats__user__isnull=False).count() == 1
    finished = list(games_finished())
    assert len(finished) == 3
    assert invitations_for(user=marta).count() == 1
    assert Game.objects.filter(status="open", visibility="public").count() == 1
    for game in Game.objects.exclude(started_at=None):
        assert game_verify(game=game) == []
    count = Game.objects.count()
    load_demo()
    assert Game.objects.count() == count
    assert [[row["score"] for row in game.result] for game in finished] == [
        [row["score"] for row in game.result] for game in games_finished()
    ]


def test_the_games_that_are_kept_are_such_as_the_rules_accept():
    """Else a fresh site would let bots play for half a minute: `manage.py record_demo` helps."""
    for game in (*(game for _name, game in FINISHED), WAITING, AMONG_BOTS):
        kept = json.loads(KEPT.read_text(encoding="utf-8"))[game.key]
        rows = [LogRow(seat=SeatNumber(seat), line=line) for seat, line in kept]
        state = replay(latest(KEY), game.options, game.seats, rows)
        assert latest(KEY).result(state) is not None
