"""How late things may be, told by the data: ticks of the scheduler as its settings say, no waiting.

No worker is ever called here, as if every call was lost: what the ticks do is the worst case.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

import pytest
import time_machine
from django.conf import settings as site

from games.models import Move, OpenDecision
from games.services import timeouts
from games.services.timeouts import MOST_AT_ONCE, decisions_due
from notifications.models import InboundMail, OutgoingMail
from notifications.services.inbound import inbound_accept
from operations.due import run_due_work
from tests.games.scene import Scene, scene
from tests.notifications.inbound.scene import letter
from tests.notifications.test_turn_mail import in_round_one, turn_mail

pytestmark = pytest.mark.django_db
TICK = timedelta(seconds=site.CELERY_BEAT_SCHEDULE["sweep"]["schedule"])
MINUTE = timedelta(minutes=1)


def ticks(since: datetime, *, lasting: timedelta, apart: timedelta = TICK) -> Iterator[datetime]:
    """Moments at which the scheduler calls, with the clock put to each of them."""
    at = since + apart
    while at <= since + lasting:
        with time_machine.travel(at, tick=False):
            yield at
        at += apart


def clocked(hours: int, minutes: int) -> Scene:
    table = scene(clock={"kind": "per-move", "hours": hours}, time_out={"forgive": False})
    row = table.game.decisions.get()
    assert row.due_at is not None
    OpenDecision.objects.filter(pk=row.pk).update(due_at=row.due_at + timedelta(seconds=minutes))
    return table


def test_the_scheduler_ticks_often_enough():
    assert timedelta(seconds=10) >= TICK


@pytest.mark.parametrize("crashes", [False, True], ids=["healthy", "one of them dies at work"])
def test_time_outs_are_never_early_at_most_a_minute_late_and_happen_once(monkeypatch, crashes):
    """Two schedulers out of step with each other, over tables due at various moments."""
    tables = [clocked(1, seconds) for seconds in (0, 1, 4, 5, 17, 33)]
    due = {table.pk: table.game.decisions.get().due_at for table in tables}
    first = min(due.values())
    act, died = timeouts.time_out_act, []

    def act_and_die(**given):
        act(**given)
        if crashes and len(died) < 3:
            died.append(given["game"].pk)
            raise SystemExit

    monkeypatch.setattr(timeouts, "time_out_act", act_and_die)
    for step in ticks(first - 2 * TICK, lasting=MINUTE, apart=TICK / 2):
        try:
            run_due_work(now=step)
        except SystemExit:
            continue  # its transaction is gone with it
        early = [pk for pk, at in due.items() if at > step]
        assert not Move.objects.filter(game__in=early, door="timeout").exists()
    assert len(died) == (3 if crashes else 0)
    for pk, at in due.items():
        (move,) = Move.objects.filter(game_id=pk, door="timeout")
        assert timedelta() <= move.at - at <= MINUTE


def test_many_that_are_due_at_once_are_done_within_the_minute():
    """So many a tick: a site that was away for an hour, or a league whose round ends."""
    assert MOST_AT_ONCE * (MINUTE / TICK) >= 2000
    table = scene(clock={"kind": "per-move", "hours": 1})
    row = table.game.decisions.get()
    seat = table.game.seats.get(number=1)
    OpenDecision.objects.bulk_create(
        OpenDecision(
            game_id=table.pk,
            seat=seat,
            ident=f"test:{number}",
            kind="action",
            mode="single",
            opened_at=row.opened_at,
            opened_revision=0,
            due_at=row.due_at + (number + 1) * timedelta(seconds=1),
        )
        for number in range(MOST_AT_ONCE + 5)
    )
    due = decisions_due(row.due_at + timedelta(hours=1))
    assert len(due) == MOST_AT_ONCE
    assert due == sorted(due), "the oldest first, so that none is passed over for ever"


@pytest.mark.parametrize("dies", [False, True], ids=["healthy", "the first worker dies"])
def test_the_answer_to_a_reply_leaves_within_a_minute(settings, dies):
    settings.REPLY_ADDRESS = "move@reply.example.net"
    table = in_round_one()
    mail = turn_mail(table)
    me = table.game.decisions.get().seat.user
    to = str(mail["Reply-To"]).strip()
    arrived = table.game.moved_at
    with time_machine.travel(arrived, tick=False):
        row = inbound_accept(
            raw=letter(to, "1", me.email),
            door="smtp",
            envelope_sender=me.email,
            envelope_recipient=to,
        )
    if dies:
        InboundMail.objects.update(state="processing", claimed_at=arrived + TICK)
    for step in ticks(arrived, lasting=MINUTE):
        run_due_work(now=step)
    row.refresh_from_db()
    assert (row.state, row.outcome) == ("done", "accepted")
    answer = OutgoingMail.objects.get(message_id__startswith=f"<answer-{row.pk}@")
    assert answer.state == "sent"
    assert answer.sent_at - row.received_at <= MINUTE
