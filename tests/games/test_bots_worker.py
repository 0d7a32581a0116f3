"""Bots answer from a process of their own, woken by a person's move."""

from __future__ import annotations

import pytest

from games.models import Game, Move, OpenDecision
from games.services.moves import move_submit
from games.services.starting import table_fill_with_bots
from games.services.tables import table_create
from games.services.verify import game_verify
from tests.factories import UserFactory
from tests.operations.test_worker import wait_until, worker

__all__ = ["worker"]


@pytest.fixture
def marta(worker):
    return UserFactory(username="Marta")


def test_a_move_is_answered_by_the_worker(marta):
    game = table_create(
        host=marta,
        rules_key="terra_mystica",
        name="Me and the machines",
        seats=2,
        options={},
        shuffle_seats=False,
    )
    game = table_fill_with_bots(game_id=game.pk, by=marta, policy="hasty")
    move_submit(game_id=game.pk, user=marta, line="setup witches", after=game.revision)
    wait_until(lambda: Move.objects.filter(game=game, door="bot").exists())
    wait_until(lambda: OpenDecision.objects.filter(game=game, seat__user=marta).exists())
    assert game_verify(game=Game.objects.get(pk=game.pk)) == []
