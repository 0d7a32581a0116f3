"""Banks, pauses, gifts, one's own hours: what they do to due times."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta

import pytest

from accounts.services.users import preferences_update
from games.errors import (
    AlreadyPaused,
    BadHours,
    GiftTooLarge,
    NotAllowed,
    NothingIsDue,
    NotPaused,
    NotToYourself,
    VoteSettled,
)
from games.models import OpenDecision, Seat, TableNotice, TableVote
from games.player_hours import usual_hour
from games.services.clocks import deadline_extend, game_pause, game_resume
from games.services.hours import sleep_save, vacation_announce, vacation_withdraw
from games.services.timeouts import timeouts_sweep
from games.services.undo import move_undo
from games.services.voting import pause_propose, vote_answer, vote_withdraw, votes_sweep
from tests.factories import OperatorFactory, UserFactory
from tests.games.scene import Scene, scene

pytestmark = pytest.mark.django_db
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
PER_MOVE = {"kind": "per-move", "hours": 72}
BANK = {"kind": "bank", "hours": 48, "increment": 6, "grace": 2}


@pytest.fixture
def table() -> Scene:
    return scene(seats=3, clock=PER_MOVE)


def due(table: Scene) -> OpenDecision:
    return table.game.decisions.get()


def notices(table: Scene) -> list[str]:
    return list(TableNotice.objects.filter(game_id=table.pk).values_list("code", flat=True))


# ---- banks -------------------------------------------------------------------------------------


def bank(table: Scene, seat: int) -> timedelta | None:
    return Seat.objects.get(game_id=table.pk, number=seat).bank


def test_an_answer_is_paid_from_the_bank_after_the_grace():
    table = scene(clock=BANK)
    row = due(table)
    assert row.due_at == row.opened_at + 50 * HOUR
    move = table.plays(0, "setup witches", now=row.opened_at + 12 * HOUR)
    assert bank(table, 0) == 44 * HOUR  # ten hours beyond the grace, six for the answer
    assert move.bank == 48 * HOUR
    assert move.due_at == row.due_at
    assert bank(table, 1) is None


def test_taking_back_gives_the_bank_back_and_the_clock_runs_on():
    table = scene(clock=BANK)
    row = due(table)
    table.plays(0, "setup witches", now=row.opened_at + 12 * HOUR)
    move_undo(
        game_id=table.pk,
        user=table.players[0],
        after=table.game.revision,
        now=row.opened_at + 13 * HOUR,
    )
    assert bank(table, 0) == 48 * HOUR
    assert due(table).due_at == row.due_at


def test_a_gift_puts_off_what_is_due_but_does_not_fill_the_bank():
    table = scene(clock=BANK)
    row = due(table)
    deadline_extend(game_id=table.pk, seat=0, hours=10, by=table.players[1], now=row.opened_at)
    assert due(table).due_at == row.due_at + 10 * HOUR
    table.plays(0, "setup witches", now=row.opened_at + 12 * HOUR)
    assert bank(table, 0) == 44 * HOUR


# ---- pauses ------------------------------------------------------------------------------------


def test_a_paused_clock_keeps_what_was_left(table):
    row = due(table)
    at = row.opened_at + 12 * HOUR
    game_pause(game_id=table.pk, by=table.players[0], now=at)
    assert (due(table).due_at, due(table).left) == (None, 60 * HOUR)
    assert timeouts_sweep(at + 30 * DAY) == 0
    with pytest.raises(AlreadyPaused):
        game_pause(game_id=table.pk, by=table.players[0], now=at)
    with pytest.raises(NotAllowed):
        game_resume(game_id=table.pk, by=table.players[1], now=at)
    game_resume(game_id=table.pk, by=table.players[0], now=at + 5 * DAY)
    assert (due(table).due_at, due(table).left) == (at + 5 * DAY + 60 * HOUR, None)
    with pytest.raises(NotPaused):
        game_resume(game_id=table.pk, by=table.players[0])
    assert notices(table) == ["paused", "resumed"]


def test_what_is_asked_during_a_pause_has_its_whole_time_afterwards(table):
    at = due(table).opened_at
    game_pause(game_id=table.pk, by=None, now=at)
    table.plays(0, "setup witches", now=at + HOUR)
    assert (due(table).due_at, due(table).left) == (None, 72 * HOUR)
    game_resume(game_id=table.pk, by=None, now=at + DAY)
    assert due(table).due_at == at + 4 * DAY


def test_only_host_and_organisers_pause_on_their_own(table):
    with pytest.raises(NotAllowed):
        game_pause(game_id=table.pk, by=table.players[1])
    game_pause(game_id=table.pk, by=OperatorFactory())
    assert table.game.paused_by_host


def test_a_pause_by_consent_needs_everybody(table):
    _host, second, third = table.players
    vote = pause_propose(game_id=table.pk, user=second)
    vote_answer(vote_id=vote.pk, user=third, agrees=True)
    assert table.game.paused_at is None
    vote_answer(vote_id=vote.pk, user=table.players[0], agrees=True)
    assert table.game.paused_at is not None
    assert not table.game.paused_by_host
    with pytest.raises(VoteSettled):
        vote_answer(vote_id=vote.pk, user=third, agrees=False)
    game_resume(game_id=table.pk, by=third)
    assert notices(table) == ["paused-agreed", "resumed"]


@pytest.mark.parametrize("end", ["no", "withdrawn", "silence"])
def test_a_pause_that_somebody_does_not_want_is_none(table, end):
    vote = pause_propose(game_id=table.pk, user=table.players[1])
    if end == "no":
        vote_answer(vote_id=vote.pk, user=table.players[2], agrees=False)
    elif end == "withdrawn":
        vote_withdraw(vote_id=vote.pk, user=table.players[1])
    else:
        assert votes_sweep(vote.asked_at + 7 * DAY) == 1
    assert table.game.paused_at is None
    assert TableVote.objects.get().state != "open"


def test_the_host_s_pause_makes_a_proposal_needless(table):
    vote = pause_propose(game_id=table.pk, user=table.players[1])
    game_pause(game_id=table.pk, by=table.players[0])
    vote.refresh_from_db()
    assert vote.state == "overtaken"


# ---- gifts -------------------------------------------------------------------------------------


def test_others_may_give_time_but_nobody_to_himself(table):
    row = due(table)
    deadline_extend(game_id=table.pk, seat=0, hours=24, by=table.players[1])
    assert due(table).due_at == row.due_at + DAY
    for seat, hours, by, problem in [
        (0, 24, table.players[0], NotToYourself),
        (0, 24, UserFactory(), NotAllowed),
        (0, 0, table.players[1], GiftTooLarge),
        (0, 999, table.players[1], GiftTooLarge),
        (1, 24, table.players[0], NothingIsDue),
    ]:
        with pytest.raises(problem):
            deadline_extend(game_id=table.pk, seat=seat, hours=hours, by=by)
    assert notices(table) == ["gift"]


# ---- one's own hours ---------------------------------------------------------------------------

MONDAY = datetime(2026, 11, 16, 12, tzinfo=UTC)


@pytest.fixture
def vacationers() -> Scene:
    table = scene(clock=PER_MOVE | {"vacation_days": 10})
    OpenDecision.objects.update(opened_at=MONDAY, due_at=MONDAY + 3 * DAY)
    return table


def test_a_vacation_puts_off_what_is_due_and_taking_it_back_does_not_hurry(vacationers):
    user = vacationers.players[0]
    vacation_announce(user=user, first=date(2026, 11, 18), last=date(2026, 11, 20), now=MONDAY)
    assert due(vacationers).due_at == MONDAY + 6 * DAY
    vacation_withdraw(user=user, first=date(2026, 11, 18), now=MONDAY + HOUR)
    assert due(vacationers).due_at == MONDAY + 6 * DAY


def test_a_table_grants_no_more_days_than_its_rules_say(vacationers):
    user = vacationers.players[0]
    vacation_announce(user=user, first=date(2026, 11, 17), last=date(2026, 12, 6), now=MONDAY)
    assert due(vacationers).due_at == MONDAY + 13 * DAY


@pytest.mark.parametrize(
    ("first", "last", "problem"),
    [
        (date(2026, 11, 15), date(2026, 11, 20), "vacation-past"),
        (date(2026, 11, 20), date(2026, 11, 19), "vacation-backwards"),
        (date(2026, 12, 24), date(2027, 1, 2), "vacation-overlaps"),
        (date(2027, 2, 1), date(2027, 6, 1), "vacation-too-long"),
    ],
)
def test_a_vacation_that_cannot_be(first, last, problem):
    user = UserFactory()
    vacation_announce(user=user, first=date(2026, 12, 20), last=date(2026, 12, 27), now=MONDAY)
    with pytest.raises(BadHours) as refusal:
        vacation_announce(user=user, first=first, last=last, now=MONDAY)
    assert refusal.value.facts["problem"] == problem
    assert refusal.value.sentence


def test_sleep_puts_off_but_never_hurries():
    table = scene(clock={"kind": "per-move", "hours": 24})
    user = table.players[0]
    OpenDecision.objects.update(opened_at=MONDAY, due_at=MONDAY + DAY)
    sleep_save(user=user, sleep_from=time(22), sleep_to=time(6), now=MONDAY)
    assert due(table).due_at == MONDAY + DAY + 8 * HOUR
    sleep_save(user=user, sleep_from=None, sleep_to=None, now=MONDAY)
    assert due(table).due_at == MONDAY + DAY + 8 * HOUR
    with pytest.raises(BadHours):
        sleep_save(user=user, sleep_from=time(22), sleep_to=None)
    with pytest.raises(BadHours):
        sleep_save(user=user, sleep_from=time(20), sleep_to=time(12))


def test_who_moves_to_another_zone_is_due_no_sooner():
    table = scene(clock={"kind": "per-move", "hours": 24})
    user = table.players[0]
    now = datetime.now(UTC)
    sleep_save(user=user, sleep_from=time(22), sleep_to=time(6), now=now)
    before = due(table).due_at
    preferences_update(user=user, time_zone="Pacific/Auckland", language="", theme="system")
    assert due(table).due_at >= before


def test_the_hour_at_which_somebody_moves():
    assert usual_hour([20] * 6 + [21] * 5 + [8]) == 20
    assert usual_hour([20] * 11) is None
