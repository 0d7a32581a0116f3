"""Time is up: never early, exactly once, whoever looks and however often."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from games.errors import HadThisTable, NotAskedOfYou, NotAway, SeatNotOffered, StaleTable
from games.models import (
    Game,
    MissedDeadline,
    Move,
    OpenDecision,
    SeatOffer,
    TableNotice,
    TableVote,
)
from games.services.bots import bots_play
from games.services.clocks import game_pause
from games.services.leaving import seat_resign
from games.services.moves import move_submit
from games.services.returning import seat_return
from games.services.stalling import tables_stall
from games.services.substitutes import (
    offers_sweep,
    seat_take,
    substitute_ask,
    substitute_ask_withdraw,
)
from games.services.timeouts import decision_time_out, timeouts_sweep
from games.services.voting import vote_answer, votes_sweep
from games.signals import substitute_took_over, substitute_wanted
from tests.factories import UserFactory
from tests.games.scene import Scene, scene

pytestmark = pytest.mark.django_db
SECOND = timedelta(seconds=1)


@pytest.fixture
def table() -> Scene:
    return scene(clock={"kind": "per-move", "hours": 72}, time_out={"forgive": False})


def due(table: Scene) -> OpenDecision:
    row = table.game.decisions.get()
    assert row.due_at == row.opened_at + timedelta(hours=72)
    return row


def test_nothing_is_played_early(table):
    row = due(table)
    assert timeouts_sweep(row.due_at - SECOND) == 0
    assert decision_time_out(decision_id=row.pk, now=row.due_at - SECOND) == ""
    assert OpenDecision.objects.filter(pk=row.pk).exists()


def test_the_default_is_played_once_and_the_log_says_why(table):
    row, before = due(table), table.game.length
    assert timeouts_sweep(row.due_at) == 1
    assert timeouts_sweep(row.due_at) == 0
    assert decision_time_out(decision_id=row.pk, now=row.due_at) == ""
    move = Move.objects.get(game_id=table.pk, door="timeout")
    assert (move.number, move.seat, move.line) == (before + 1, 0, row.default)
    assert move.at == row.due_at


def test_the_next_player_has_the_whole_time(table):
    now = due(table).due_at + timedelta(minutes=1)
    timeouts_sweep(now)
    assert table.game.decisions.get().due_at == now + timedelta(hours=72)


def test_who_answers_in_time_is_not_overruled(table):
    row = due(table)
    table.plays(0, "setup witches")
    assert decision_time_out(decision_id=row.pk, now=row.due_at) == ""
    assert not Move.objects.filter(door="timeout").exists()


def test_without_a_clock_nothing_is_ever_due():
    table = scene()
    assert table.game.decisions.get().due_at is None
    assert timeouts_sweep(datetime(2200, 1, 1, tzinfo=UTC)) == 0
    assert table.game.length


def test_weekends_off_are_the_player_s_own():
    table = scene(clock={"kind": "per-move", "hours": 24, "weekends_off": True})
    user = table.players[1]
    user.time_zone = "Pacific/Auckland"
    user.save()
    # Friday noon in UTC is Saturday in New Zealand: the clock begins on its Monday.
    table.plays(0, "setup witches", now=datetime(2026, 11, 20, 12, tzinfo=UTC))
    assert table.game.decisions.get().due_at == datetime(2026, 11, 23, 11, tzinfo=UTC)


# ---- what a table may have agreed --------------------------------------------------------------

DAY = timedelta(days=1)


def agreed(seats: int = 3, **policy) -> Scene:
    return scene(
        seats=seats,
        clock={"kind": "per-move", "hours": 72},
        time_out={"forgive": False, **policy},
    )


def overdue(table: Scene) -> datetime:
    due_at = table.game.decisions.get().due_at
    assert due_at is not None
    return due_at


def said(table: Scene) -> list[str]:
    return list(TableNotice.objects.filter(game_id=table.pk).values_list("code", flat=True))


def test_everybody_is_forgiven_one_day_once_in_a_game():
    table = scene(clock={"kind": "per-move", "hours": 72})
    now = overdue(table)
    before = table.game.length
    assert timeouts_sweep(now) == 1
    assert timeouts_sweep(now + DAY - SECOND) == 0
    assert (table.game.length, said(table)) == (before, ["forgiven"])
    assert overdue(table) == now + DAY
    assert timeouts_sweep(now + DAY) == 1
    assert Move.objects.filter(game_id=table.pk, door="timeout").count() == 1
    assert table.game.seats.get(number=0).forgiven_at == now


def test_dropping_plays_the_line_that_leaves():
    table = agreed(action="drop")
    now = overdue(table)
    assert decision_time_out(decision_id=table.game.decisions.get().pk, now=now) == "drop"
    assert table.game.seats.get(number=0).dropped_at == now
    assert MissedDeadline.objects.get().kind == "dropped"


def test_a_caretaker_plays_until_the_player_is_back():
    table = agreed(action="caretaker")
    now = overdue(table)
    timeouts_sweep(now)
    seat = table.game.seats.get(number=0)
    assert seat.caretaker
    assert seat.user == table.players[0]
    assert table.game.decisions.get().due_at is None
    assert bots_play(game_id=table.pk, moves=1) == 1
    move = Move.objects.filter(game_id=table.pk).latest("sequence")
    assert (move.seat, move.door, move.user, move.bot) == (0, "bot", None, seat.caretaker)
    seat_return(game_id=table.pk, user=table.players[0])
    assert table.game.seats.get(number=0).caretaker == ""
    with pytest.raises(NotAway):
        seat_return(game_id=table.pk, user=table.players[0])
    assert said(table) == ["caretaker", "back"]


def test_who_simply_moves_is_back():
    table = agreed(action="caretaker")
    now = overdue(table)
    timeouts_sweep(now)
    table.plays(0, "setup witches", now=now + DAY)
    assert table.game.seats.get(number=0).caretaker == ""


def test_a_caretaker_s_thought_is_not_played_for_who_is_back():
    table = agreed(action="caretaker")
    timeouts_sweep(overdue(table))
    seat_return(game_id=table.pk, user=table.players[0])
    with pytest.raises(StaleTable):
        move_submit(
            game_id=table.pk, seat=0, line="setup witches", after=table.game.revision, door="bot"
        )


def test_the_others_vote_and_more_than_half_is_enough():
    table = agreed(seats=4, by="vote")
    now = overdue(table)
    assert timeouts_sweep(now) == 1
    assert timeouts_sweep(now) == 0, "who is asked is not asked again"
    vote = TableVote.objects.get()
    with pytest.raises(NotAskedOfYou):
        vote_answer(vote_id=vote.pk, user=table.players[0], agrees=True)
    vote_answer(vote_id=vote.pk, user=table.players[1], agrees=True, now=now)
    assert not Move.objects.filter(door="timeout").exists()
    vote_answer(vote_id=vote.pk, user=table.players[2], agrees=True, now=now)
    assert Move.objects.filter(door="timeout").count() == 1
    vote.refresh_from_db()
    assert vote.state == "accepted"


def test_a_table_that_waits_waits_a_day_and_is_asked_again():
    table = agreed(by="vote")
    now = overdue(table)
    timeouts_sweep(now)
    for player in table.players[1:]:
        vote = TableVote.objects.get()
        if vote.state == "open":
            vote_answer(vote_id=vote.pk, user=player, agrees=False, now=now)
    assert overdue(table) == now + DAY
    assert timeouts_sweep(now + DAY) == 1
    assert TableVote.objects.filter(state="open").count() == 1


def test_who_answers_during_the_vote_ends_it():
    table = agreed(by="vote")
    now = overdue(table)
    timeouts_sweep(now)
    table.plays(0, "setup witches", now=now + SECOND)
    assert TableVote.objects.get().state == "overtaken"


def test_silence_for_a_week_is_consent():
    table = agreed(by="vote")
    now = overdue(table)
    timeouts_sweep(now)
    assert votes_sweep(now + 7 * DAY - SECOND) == 0
    assert votes_sweep(now + 7 * DAY) == 1
    assert Move.objects.filter(door="timeout").count() == 1


def test_the_host_decides_but_not_about_himself():
    table = agreed(by="host")
    now = overdue(table)  # the host sits on seat 0
    timeouts_sweep(now)
    assert not TableVote.objects.get().host_decides
    table.plays(0, "setup witches", now=now)
    now = overdue(table)
    timeouts_sweep(now)
    vote = TableVote.objects.get(state="open")
    assert vote.host_decides
    with pytest.raises(NotAskedOfYou):
        vote_answer(vote_id=vote.pk, user=table.players[2], agrees=True)
    vote_answer(vote_id=vote.pk, user=table.players[0], agrees=True, now=now)
    assert Move.objects.filter(door="timeout").count() == 1


# ---- substitutes -------------------------------------------------------------------------------


def test_a_substitute_takes_the_seat_as_it_is():
    table = agreed(action="substitute")
    now, wanted, took = overdue(table), [], []

    def hear_wanted(**facts):
        wanted.append(facts["seat"].number)

    def hear_took(**facts):
        took.append((facts["user"].username, facts["before"].username))

    substitute_wanted.connect(hear_wanted)
    substitute_took_over.connect(hear_took)
    timeouts_sweep(now)
    helper = UserFactory(username="Olga")
    with pytest.raises(HadThisTable):
        seat_take(game_id=table.pk, number=0, user=table.players[1])
    seat_take(game_id=table.pk, number=0, user=helper, now=now + DAY)
    with pytest.raises(SeatNotOffered):
        seat_take(game_id=table.pk, number=0, user=UserFactory())
    seat = table.game.seats.get(number=0)
    assert seat.user == helper
    assert [(row.user.username, row.ended_at) for row in seat.tenures.all()] == [
        ("Marta", now + DAY),
        ("Olga", None),
    ]
    assert overdue(table) == now + 4 * DAY
    assert (wanted, took) == ([0], [("Olga", "Marta")])
    assert said(table) == ["seat-open", "seat-taken"]


def test_who_asks_for_a_substitute_plays_until_one_comes():
    table = agreed()
    substitute_ask(game_id=table.pk, user=table.players[0])
    assert overdue(table)
    table.plays(0, "setup witches")
    assert SeatOffer.objects.filter(closed_at=None).count() == 1
    substitute_ask_withdraw(game_id=table.pk, user=table.players[0])
    assert not SeatOffer.objects.filter(closed_at=None).exists()


def test_where_nobody_comes_a_caretaker_plays_meanwhile():
    table = agreed(action="substitute")
    now = overdue(table)
    timeouts_sweep(now)
    assert offers_sweep(now + 3 * DAY - SECOND) == 0
    assert offers_sweep(now + 3 * DAY) == 1
    assert offers_sweep(now + 3 * DAY) == 0
    assert table.game.seats.get(number=0).caretaker
    seat_take(game_id=table.pk, number=0, user=UserFactory())
    assert not table.game.seats.get(number=0).caretaker


# ---- given up ----------------------------------------------------------------------------------


def test_a_table_where_nobody_moves_is_warned_and_given_up_after_four_weeks():
    table = scene()
    moved = table.game.moved_at
    assert tables_stall(moved + 21 * DAY - SECOND) == 0
    assert tables_stall(moved + 21 * DAY) == 1
    assert tables_stall(moved + 28 * DAY - SECOND) == 0
    assert tables_stall(moved + 28 * DAY) == 1
    assert table.game.status == Game.Status.STALLED
    assert said(table) == ["stalling", "stalled"]
    assert not table.game.decisions.exists()


def test_a_table_that_rests_on_purpose_or_whose_clock_runs_is_not_given_up():
    resting, slow = scene(), agreed()
    game_pause(game_id=resting.pk, by=None)
    OpenDecision.objects.filter(game_id=slow.pk).update(due_at=slow.game.moved_at + 90 * DAY)
    assert tables_stall(slow.game.moved_at + 30 * DAY) == 0


def test_who_leaves_is_out_and_it_counts():
    table = agreed()
    seat_resign(game_id=table.pk, user=table.players[2])
    assert table.game.seats.get(number=2).dropped_at is not None
    assert MissedDeadline.objects.get().kind == "left"
