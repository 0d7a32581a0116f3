"""Two schedulers at the same moment, and a process that dies in the middle: each act once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connections
from django.utils import timezone

from games.models import Move, OpenDecision, Seat, StandingOrder, TableNotice
from games.services import timeouts
from games.services.orders import orders_play
from games.services.timeouts import timeouts_sweep
from games.services.verify import game_verify
from tests.factories import UserFactory
from tests.games.played import KEPT, offered, stored
from tests.games.scene import scene

SCHEDULERS = 4


def all_at_once(act) -> list[int]:
    ready = Barrier(SCHEDULERS, timeout=60)

    def one(_number: int) -> int:
        try:
            ready.wait()
            return act()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(SCHEDULERS) as crowd:
        return sorted(crowd.map(one, range(SCHEDULERS)))


def overdue(**policy):
    table = scene(clock={"kind": "per-move", "hours": 72}, time_out={"forgive": False, **policy})
    return table, table.game.decisions.get().due_at


@pytest.mark.usefixtures("transactional_db")
def test_of_several_schedulers_one_acts():
    table, due_at = overdue()
    assert all_at_once(lambda: timeouts_sweep(due_at)) == [0] * (SCHEDULERS - 1) + [1]
    assert Move.objects.filter(game_id=table.pk, door="timeout").count() == 1
    assert game_verify(game=table.game) == []


@pytest.mark.usefixtures("transactional_db")
def test_forgiveness_is_given_once_whoever_looks():
    table, due_at = overdue(forgive=True)
    assert sum(all_at_once(lambda: timeouts_sweep(due_at))) == 1
    assert TableNotice.objects.filter(game_id=table.pk, code="forgiven").count() == 1
    assert not Move.objects.filter(game_id=table.pk, door="timeout").exists()


@pytest.mark.usefixtures("transactional_db")
def test_an_order_is_played_once_whoever_looks():
    marta = UserFactory(username="Marta")
    holders: list = ["random"] * KEPT["seats"]
    holders[1] = marta
    game = stored(holders, offered(1))
    seat = game.seats.get(number=1)
    row = StandingOrder.objects.create(
        game=game,
        seat=seat,
        user=marta,
        kind="offers",
        text="offers: always",
        made_at=timezone.now(),
    )
    assert sum(all_at_once(lambda: orders_play(game_id=game.pk))) == 1
    assert Move.objects.filter(game=game, door="standing-order").count() == 1
    assert StandingOrder.objects.get(pk=row.pk).state == "active"


@pytest.mark.django_db
@pytest.mark.parametrize("action", ["default", "drop", "caretaker", "substitute"])
def test_a_process_that_dies_in_the_middle_has_done_nothing(monkeypatch, action):
    table, due_at = overdue(action=action)
    act = timeouts.time_out_act

    def act_and_die(**given):
        act(**given)
        raise SystemExit

    monkeypatch.setattr(timeouts, "time_out_act", act_and_die)
    with pytest.raises(SystemExit):
        timeouts_sweep(due_at)
    assert not Move.objects.filter(game_id=table.pk, door="timeout").exists()
    assert Seat.objects.get(game_id=table.pk, number=0).caretaker == ""
    assert OpenDecision.objects.get(game_id=table.pk).due_at == due_at
    monkeypatch.setattr(timeouts, "time_out_act", act)
    assert timeouts_sweep(due_at) == 1
    assert timeouts_sweep(due_at) == 0
