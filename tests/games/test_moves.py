"""One service plays a move for every door."""

from __future__ import annotations

import pytest

from engine.api import MoveError
from games.errors import (
    DecisionGone,
    GameOver,
    KeyTaken,
    NoSuchTable,
    NotRunning,
    NotYourSeat,
    SeatDropped,
    StaleTable,
)
from games.models import Game, Move, OpenDecision
from games.services.moves import move_submit
from games.services.tables import table_create
from games.signals import game_ended, move_played, turn_changed
from tests.factories import UserFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def heard(request):
    """What was told to other apps, in order."""
    told: list[str] = []
    listeners = {
        "move": (move_played, lambda **facts: told.append(f"move {facts['move'].line}")),
        "turn": (
            turn_changed,
            lambda **facts: told.append("turn " + " ".join(row.kind for row in facts["opened"])),
        ),
        "end": (game_ended, lambda **_: told.append("end")),
    }
    for signal, listener in listeners.values():
        signal.connect(listener, weak=False)
    yield told
    for signal, listener in listeners.values():
        signal.disconnect(listener)


def test_the_start_deals_by_chance_and_opens_the_first_decision(table):
    game = table.game
    assert game.is_running
    assert all(line.startswith("deal-") for line in table.lines)
    assert {(move.seat, move.door) for move in game.moves.all()} == {(-1, "chance")}
    assert [(row.seat.number, row.kind) for row in game.decisions.all()] == [(0, "faction")]
    assert game.revision == game.length == len(table.lines)


def test_a_move_adds_a_row_and_passes_the_turn_on(table, heard):
    move = table.plays(0, "setup  WITCHES")
    assert (move.line, move.seat, move.user, move.door) == (
        "setup witches",
        0,
        table.players[0],
        "page",
    )
    assert move.asked_at == table.game.started_at
    assert table.owed(0) == []
    assert OpenDecision.objects.get().seat.user == table.players[1]
    assert heard == ["move setup witches", "turn faction"]


def test_a_stale_page_is_told_so_and_nothing_is_played(table):
    seen = table.game.revision
    table.plays(0, "setup witches")
    with pytest.raises(StaleTable) as refusal:
        table.plays(1, "setup nomads", after=seen)
    assert refusal.value.facts == {"seen": seen, "now": seen + 1, "decision": ""}
    assert "Somebody moved" in refusal.value.sentence
    assert table.game.revision == seen + 1


def test_a_named_decision_is_not_stale_as_long_as_it_is_open(lanterns):
    """Both bid at once: the bid of one does not spoil the page of the other."""
    seen = lanterns.game.revision
    asked = lanterns.owed(1)[0]
    lanterns.plays(0, "bid 1")
    lanterns.plays(1, "bid 2", after=seen, decision=asked)
    with pytest.raises(DecisionGone) as refusal:
        lanterns.plays(1, "bid 0", after=seen, decision=asked)
    assert refusal.value.facts["decision"] == asked
    assert lanterns.lines[-2:] == ["bid 1", "bid 2"]


def test_the_same_key_is_played_once_and_answered_alike(table):
    first = table.plays(0, "setup witches", key="tab-1")
    again = table.plays(0, "setup witches", key="tab-1", after=0)
    assert again == first
    assert table.game.revision == first.sequence
    with pytest.raises(KeyTaken):
        table.plays(1, "setup nomads", key="tab-1")


def test_a_refused_line_changes_nothing(table):
    before = Game.objects.values().get(pk=table.pk)
    with pytest.raises(MoveError) as refusal:
        table.plays(0, "setup unicorns")
    assert refusal.value.code
    assert Game.objects.values().get(pk=table.pk) == before
    with pytest.raises(MoveError):
        table.plays(1, "setup nomads")


def test_strangers_and_tables_that_do_not_run(table):
    stranger = UserFactory()
    with pytest.raises(NotYourSeat):
        move_submit(game_id=table.pk, user=stranger, line="setup witches", after=0)
    with pytest.raises(NotYourSeat):
        move_submit(game_id=table.pk, user=table.players[0], seat=1, line="pass", after=0)
    with pytest.raises(NoSuchTable):
        move_submit(game_id=0, user=stranger, line="pass", after=0)
    waiting = table_create(
        host=stranger, rules_key="terra_mystica", name="Later", seats=2, options={}
    )
    with pytest.raises(NotRunning):
        move_submit(game_id=waiting.pk, user=stranger, line="setup witches", after=0)


def test_who_resigned_plays_no_more(lanterns3):
    lanterns3.plays(1, "resign")
    with pytest.raises(SeatDropped):
        lanterns3.plays(1, "bid 1")
    assert lanterns3.game.is_running


def test_the_last_move_ends_the_game(lanterns, heard):
    lanterns.goes_on(200)
    game = lanterns.game
    assert game.is_finished
    assert {row["seat"] for row in game.result} == {0, 1}
    assert game.ended_at is not None
    assert not game.decisions.exists()
    assert heard[-1] == "end"
    assert heard.count("end") == 1
    with pytest.raises(GameOver):
        lanterns.plays(0, "bid 1")


def test_chance_is_drawn_in_the_same_breath(lanterns):
    """After each round the die is rolled by the site: nobody ever waits for chance."""
    while lanterns.game.is_running:
        assert all(row.seat.number >= 0 for row in lanterns.game.decisions.all())
        lanterns.goes_on(1, seed=lanterns.game.revision)
    rolls = Move.objects.filter(game_id=lanterns.pk, door="chance", line__startswith="roll")
    assert rolls.count() > 1


def test_a_sealed_answer_no_longer_keeps_the_table_waiting(lanterns):
    lanterns.plays(0, "bid 1")
    answered = {row.seat.number: row.answered for row in lanterns.game.decisions.all()}
    assert answered == {0: True, 1: False}


def test_the_site_acts_for_a_seat_by_number(table):
    move = move_submit(
        game_id=table.pk,
        seat=0,
        line=OpenDecision.objects.get().default,
        decision=table.owed(0)[0],
        door=Move.Door.TIMEOUT,
    )
    assert (move.door, move.user) == ("timeout", table.players[0])
