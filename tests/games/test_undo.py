"""Taking moves back: free as long as nobody has acted on them or seen something new."""

from __future__ import annotations

import pytest

from games.errors import (
    DecisionGone,
    NotFreeToTakeBack,
    NothingToTakeBack,
    NotYourSeat,
    StaleTable,
    UndoAlreadyAsked,
    UndoSettled,
)
from games.models import Move, Seat, Snapshot
from games.selectors.dashboard import undo_wanted_from
from games.selectors.log import log_page
from games.selectors.tables import table_for
from games.services.undo import move_undo, undo_answer, undo_request, undo_withdraw
from games.services.verify import game_verify

pytestmark = pytest.mark.django_db


def taken_back(scene, seat, **given):
    given.setdefault("after", scene.game.revision)
    return move_undo(game_id=scene.pk, user=scene.players[seat], **given)


def asked(scene, seat, **given):
    given.setdefault("after", scene.game.revision)
    return undo_request(game_id=scene.pk, user=scene.players[seat], **given)


def test_a_move_nobody_has_answered_is_taken_back_freely(table):
    before = table.game.rules.dump(table.state)
    lines, since = table.lines, table.game.decisions.get().opened_at
    table.plays(0, "setup witches")
    assert table_for(game_id=table.pk, viewer=table.players[0]).free_keep == len(lines)
    row = taken_back(table, 0)
    assert (row.kind, row.number, row.live) == ("undo", len(lines), False)
    assert table.lines == lines
    assert table.game.rules.dump(table.state) == before
    decision = table.game.decisions.get()
    assert (decision.seat.number, decision.kind) == (0, "faction")
    assert decision.opened_at == since  # nobody gains time by taking back


def test_the_log_keeps_what_was_taken_back(table):
    table.plays(0, "setup witches")
    taken_back(table, 0)
    table.plays(0, "setup nomads")
    game = table.game
    rows = log_page(game=game, seat=None, taken_back=True)[-3:]
    assert [(row.line, row.live) for row in rows] == [
        ("setup witches", False),
        ("undo", False),
        ("setup nomads", True),
    ]
    assert log_page(game=game, seat=None)[-2].seat == -1
    assert game.revision == game.length + 2
    assert game_verify(game=game) == []


def test_a_page_from_before_an_undo_is_stale_although_the_length_is_the_same(table):
    table.plays(0, "setup witches")
    seen = table.game.revision
    taken_back(table, 0)
    table.plays(0, "setup nomads")
    with pytest.raises(StaleTable):
        table.plays(1, "setup giants", after=seen)


def test_not_when_somebody_else_has_moved(table):
    table.plays(0, "setup witches")
    table.plays(1, "setup nomads")
    assert table_for(game_id=table.pk, viewer=table.players[0]).free_keep is None
    with pytest.raises(NotFreeToTakeBack):
        taken_back(table, 0)
    taken_back(table, 1)
    taken_back(table, 0)
    with pytest.raises(NothingToTakeBack):
        taken_back(table, 0)


def test_not_when_something_new_was_seen(lanterns):
    lanterns.plays(0, "bid 1")
    taken_back(lanterns, 0)
    lanterns.plays(0, "bid 1")
    lanterns.plays(1, "bid 2")  # reveals both
    with pytest.raises(NotFreeToTakeBack):
        taken_back(lanterns, 1)


def test_several_rows_at_once(lanterns):
    first = lanterns.plays(0, "bid 1")
    lanterns.plays(0, "bid 2")
    lanterns.plays(0, "bid 0")
    taken_back(lanterns, 0, keep=first.number)
    assert lanterns.lines[-1] == "bid 1"


def test_a_stale_page_takes_nothing_back(table):
    seen = table.game.revision
    table.plays(0, "setup witches")
    with pytest.raises(StaleTable):
        taken_back(table, 0, after=seen)


def test_by_consent_of_all(lanterns3):
    first = lanterns3.plays(0, "bid 1")
    lanterns3.plays(1, "bid 2")
    lanterns3.plays(2, "bid 0")
    request = asked(lanterns3, 0)
    assert request.keep == first.number - 1
    assert [row.request for row in undo_wanted_from(user=lanterns3.players[1])] == [request]
    shown = table_for(game_id=lanterns3.pk, viewer=lanterns3.players[2]).undo
    assert shown == request
    undo_answer(request_id=request.pk, user=lanterns3.players[1], agrees=True)
    assert lanterns3.lines[-1] == "bid 0"
    done = undo_answer(request_id=request.pk, user=lanterns3.players[2], agrees=True)
    assert done.state == "granted"
    game = lanterns3.game
    assert game.length == first.number - 1
    assert {row.seat.number for row in game.decisions.all()} == {0, 1, 2}
    assert not Snapshot.objects.filter(game=game, number__gt=game.length).exists()
    assert game_verify(game=game) == []
    assert not undo_wanted_from(user=lanterns3.players[1]).exists()
    with pytest.raises(UndoSettled):
        undo_answer(request_id=request.pk, user=lanterns3.players[1], agrees=False)


def test_one_no_ends_it(table):
    table.plays(0, "setup witches")
    table.plays(1, "setup nomads")
    request = asked(table, 0)
    assert undo_answer(request_id=request.pk, user=table.players[1], agrees=False).state == (
        "refused"
    )
    assert table.lines[-1] == "setup nomads"


def test_a_move_in_between_overtakes_the_request(table):
    table.plays(0, "setup witches")
    table.plays(1, "setup nomads")
    request = asked(table, 0)
    with pytest.raises(UndoAlreadyAsked):
        asked(table, 1)
    table.goes_on(1)
    request.refresh_from_db()
    assert request.state == "overtaken"
    with pytest.raises(UndoSettled):
        undo_answer(request_id=request.pk, user=table.players[1], agrees=True)


def test_only_who_asked_withdraws_and_only_who_is_asked_answers(table):
    table.plays(0, "setup witches")
    table.plays(1, "setup nomads")
    request = asked(table, 0)
    with pytest.raises(NotYourSeat):
        undo_withdraw(request_id=request.pk, user=table.players[1])
    with pytest.raises(NotYourSeat):
        undo_answer(request_id=request.pk, user=table.players[0], agrees=True)
    assert undo_withdraw(request_id=request.pk, user=table.players[0]).state == "withdrawn"


def test_bots_agree_at_once(table):
    table.plays(0, "setup witches")
    table.plays(1, "setup nomads")
    Seat.objects.filter(game_id=table.pk, number=1).update(user=None, bot="random")
    assert asked(table, 0).state == "granted"
    assert table.owed(0)


def test_who_has_not_moved_has_nothing_to_take_back(lanterns3):
    lanterns3.plays(1, "resign")
    # Who has left asks nobody; the others may go back to before their own moves only.
    lanterns3.plays(0, "bid 1")
    assert Seat.objects.get(game_id=lanterns3.pk, number=1).dropped_at is not None
    with pytest.raises(NothingToTakeBack):
        asked(lanterns3, 2)


def test_a_decision_that_was_taken_back_is_gone(table):
    table.plays(0, "setup witches")
    asked_then = table.owed(1)[0]
    taken_back(table, 0)
    with pytest.raises(DecisionGone):
        table.plays(1, "setup nomads", decision=asked_then)
    assert Move.objects.filter(game_id=table.pk, seat=1).count() == 0
