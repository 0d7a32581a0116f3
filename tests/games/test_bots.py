"""Bots sit at tables, move by themselves, and never twice."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from games.bots.policies import policies_for
from games.errors import BadTable, NotTheHost
from games.models import Game, Move, OpenDecision, Seat
from games.services import bots
from games.services.bots import bots_play, bots_wake
from games.services.moves import move_submit
from games.services.starting import table_fill_with_bots
from games.services.tables import table_create
from games.services.verify import game_verify
from games.tasks import play_bots
from tests.factories import UserFactory
from tests.games.played import LAST_ROUND, stored

pytestmark = pytest.mark.django_db


@pytest.fixture
def host():
    return UserFactory(username="Marta")


@pytest.fixture
def against_bots(host) -> Game:
    game = table_create(
        host=host,
        rules_key="terra_mystica",
        name="Me and the machines",
        seats=3,
        options={},
        shuffle_seats=False,
    )
    return table_fill_with_bots(game_id=game.pk, by=host, policy="random")


def test_a_table_with_bots_is_labelled_and_unrated(against_bots):
    assert against_bots.is_running
    assert not against_bots.rated
    names = [seat.holder_name for seat in against_bots.seats.all()]
    assert names == ["Marta", "Bot 2", "Bot 3"]
    assert [tenure.bot for seat in against_bots.seats.all() for tenure in seat.tenures.all()] == [
        "",
        "random",
        "random",
    ]


def test_only_the_host_calls_bots_and_only_such_as_there_are(host):
    game = table_create(host=host, rules_key="terra_mystica", name="A", seats=2, options={})
    with pytest.raises(NotTheHost):
        table_fill_with_bots(game_id=game.pk, by=UserFactory(), policy="random")
    with pytest.raises(BadTable):
        table_fill_with_bots(game_id=game.pk, by=host, policy="oracle")
    assert set(policies_for("terra_mystica")) == {"greedy", "hasty", "random"}
    assert set(policies_for("any other game")) == {"random"}


def test_bots_answer_until_a_person_is_asked(against_bots, host):
    assert bots_play(game_id=against_bots.pk) == 0  # Marta chooses first
    move_submit(
        game_id=against_bots.pk, user=host, line="setup witches", after=against_bots.revision
    )
    assert bots_play(game_id=against_bots.pk) > 0
    assert {row.seat.user for row in OpenDecision.objects.all()} == {host}
    rows = Move.objects.filter(game=against_bots, door="bot")
    assert {row.bot for row in rows} == {"random"}
    assert {row.user for row in rows} == {None}
    assert bots_play(game_id=against_bots.pk) == 0
    assert game_verify(game=Game.objects.get(pk=against_bots.pk)) == []


def test_a_move_wakes_the_bots_once_it_is_there(
    against_bots, host, monkeypatch, django_capture_on_commit_callbacks
):
    woken = []
    monkeypatch.setattr(play_bots, "delay", woken.append)
    with django_capture_on_commit_callbacks(execute=True):
        move_submit(
            game_id=against_bots.pk, user=host, line="setup witches", after=against_bots.revision
        )
        assert woken == []
    assert woken == [against_bots.pk]


def test_without_a_broker_the_watchdog_finds_sleeping_bots(against_bots, host, monkeypatch):
    monkeypatch.setattr(bots, "MOST_SECONDS", 0.1)
    Seat.objects.filter(game=against_bots, user=host).update(user=None, bot="random")
    now = timezone.now()
    assert bots_wake(now) == 0  # they may still be thinking
    assert bots_wake(now + timedelta(minutes=1)) > 0
    assert Game.objects.get(pk=against_bots.pk).length > against_bots.length


def test_bots_let_others_have_the_worker_too(against_bots, host, monkeypatch):
    """When its time is up a task stops after the move it is at, and comes again."""
    Seat.objects.filter(game=against_bots, user=host).update(user=None, bot="random")
    monkeypatch.setattr(bots, "MOST_SECONDS", 0)
    assert bots_play(game_id=against_bots.pk) == 1
    again = []
    monkeypatch.setattr(play_bots, "delay", again.append)
    play_bots(against_bots.pk)
    assert again == [against_bots.pk]
    assert Game.objects.get(pk=against_bots.pk).length == against_bots.length + 2
    assert bots_wake(timezone.now() + timedelta(minutes=1)) == 0


def test_a_bot_that_writes_nonsense_plays_the_default(against_bots, host, monkeypatch, caplog):
    class Confused:
        def choose(self, *_):
            return "dance"

    Seat.objects.filter(game=against_bots, user=host).update(user=None, bot="random")
    monkeypatch.setattr(bots, "policies_for", lambda key: {"random": Confused()})
    default = OpenDecision.objects.get().default
    assert bots_play(game_id=against_bots.pk, moves=1) == 1
    assert Move.objects.filter(game=against_bots).last().line == default
    assert "refused" in caplog.text


def test_bots_play_a_game_to_its_end():
    game = stored(["hasty"] * 4, LAST_ROUND)
    while bots_play(game_id=game.pk):
        pass
    game.refresh_from_db()
    assert game.is_finished
    assert game_verify(game=game) == []
    play_bots(game.pk)  # a task that comes late finds nothing to do
    assert Game.objects.get(pk=game.pk).revision == game.revision
