"""Many submissions at the same moment, through connections of their own."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connections

from games.errors import TableError
from games.models import Move, OpenDecision
from games.services.moves import move_submit
from games.services.verify import game_verify
from tests.games.scene import scene

CROWD = 50


@pytest.fixture
def table(transactional_db):
    return scene()


def all_at_once(act):
    """What each of the crowd is answered: the row, or the code of the refusal."""
    ready = Barrier(CROWD, timeout=60)

    def one(number: int) -> str:
        try:
            ready.wait()
            return f"row {act(number).sequence}"
        except TableError as refusal:
            return refusal.code
        finally:
            connections.close_all()

    with ThreadPoolExecutor(CROWD) as crowd:
        return Counter(crowd.map(one, range(CROWD)))


def test_of_fifty_submissions_for_one_decision_one_is_played(table):
    before = table.game.revision
    factions = ("witches", "nomads", "giants", "dwarves", "fakirs")

    def submit(number: int) -> Move:
        line = f"setup {factions[number % 5]}"
        return move_submit(
            game_id=table.pk,
            user=table.players[0],
            line=line,
            after=before,
            key=f"tab {number}",
        )

    answers = all_at_once(submit)
    assert answers == {f"row {before + 1}": 1, "stale-table": CROWD - 1}
    game = table.game
    assert (game.revision, game.length) == (before + 1, before + 1)
    assert Move.objects.filter(game=game, seat=0).count() == 1
    assert OpenDecision.objects.get(game=game).seat.number == 1
    assert game_verify(game=game) == []


def test_the_same_submission_fifty_times_is_played_once_and_answered_alike(table):
    before = table.game.revision
    answers = all_at_once(
        lambda _: move_submit(
            game_id=table.pk,
            user=table.players[0],
            line="setup witches",
            after=before,
            key="the same",
        )
    )
    assert answers == {f"row {before + 1}": CROWD}
    assert table.game.revision == before + 1


def test_a_named_decision_is_answered_once(table):
    asked = table.owed(0)[0]
    answers = all_at_once(
        lambda _: move_submit(
            game_id=table.pk, user=table.players[0], line="setup witches", decision=asked
        )
    )
    assert answers["decision-gone"] == CROWD - 1
    assert len(answers) == 2
