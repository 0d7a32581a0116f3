"""Reminders before the time is up, and the mail when it is."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.db import connection

from games.services.clocks import deadline_extend
from games.services.timeouts import timeouts_sweep
from notifications.models import Notification, OutgoingMail
from notifications.reminders import reminders_sweep, unplanned_rows
from notifications.services.telling import notifications_sweep
from tests.games.scene import scene

pytestmark = pytest.mark.django_db


def test_the_ladder_is_climbed_only_while_nothing_is_answered():
    table = scene(clock={"kind": "per-move", "hours": 100})
    row = table.game.decisions.get()
    reminders = Notification.objects.filter(kind="reminder", about=row.pk).order_by("due_at")
    assert reminders_sweep(row.opened_at + timedelta(hours=29)) == 0
    assert not reminders.exists(), "most answers come before anybody need think of it"
    assert reminders_sweep(row.opened_at + timedelta(hours=30)) == 1
    assert reminders_sweep(row.opened_at + timedelta(hours=31)) == 0, "once"
    hours = [(reminder.due_at - row.opened_at) / timedelta(hours=1) for reminder in reminders]
    assert hours == [50, 80, 95]
    for hours_later in (1, 51):
        notifications_sweep(row.opened_at + timedelta(hours=hours_later))
    assert [reminder.state for reminder in reminders.all()] == ["told", "queued", "queued"]
    table.plays(0, "setup witches", now=row.opened_at + timedelta(hours=52))
    notifications_sweep(row.due_at)
    assert [reminder.state for reminder in reminders.all()] == ["told", "dropped", "dropped"]


def test_what_is_to_be_planned_is_found_by_an_index():
    table = scene(clock={"kind": "per-move", "hours": 100})
    row = table.game.decisions.get()
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            # A table of a few pages is read whole whatever its indexes are.
            cursor.execute("SET LOCAL enable_seqscan = off")
    assert "decision_remind" in unplanned_rows(row.opened_at).explain()


def test_who_is_given_time_is_reminded_by_the_new_ladder():
    table = scene(clock={"kind": "per-move", "hours": 100})
    row = table.game.decisions.get()
    at = row.opened_at + timedelta(hours=10)
    with time_machine.travel(at, tick=False):
        deadline_extend(game_id=table.pk, seat=0, hours=100, by=table.players[1], now=at)
    planned = Notification.objects.filter(kind="reminder", about=row.pk).order_by("due_at")
    hours = [(reminder.due_at - row.opened_at) / timedelta(hours=1) for reminder in planned]
    assert hours == [100, 160, 190]
    assert reminders_sweep(row.opened_at + timedelta(hours=150)) == 0, "they are planned already"


def test_after_a_halt_one_mail_says_it_all():
    table = scene(clock={"kind": "per-move", "hours": 100})
    row = table.game.decisions.get()
    reminders_sweep(row.opened_at + timedelta(hours=96))
    notifications_sweep(row.opened_at + timedelta(hours=96))
    rows = Notification.objects.filter(about=row.pk)
    assert sorted(rows.values_list("kind", "state")) == [
        ("reminder", "dropped"),
        ("reminder", "dropped"),
        ("reminder", "dropped"),
        ("your-turn", "told"),
    ]
    reader = table.players[0].email
    mails = [mail for mail in OutgoingMail.objects.all() if reader in " ".join(mail.recipients)]
    assert len(mails) == 1


def test_what_was_played_for_somebody_is_told():
    table = scene(clock={"kind": "per-move", "hours": 1}, time_out={"forgive": False})
    due_at = table.game.decisions.get().due_at
    assert timeouts_sweep(due_at) == 1
    told = Notification.objects.get(kind="time-up")
    assert told.user == table.players[0]
    notifications_sweep(due_at + timedelta(minutes=1))
    assert OutgoingMail.objects.filter(subject="A quiet evening: Your time was up").count() == 1
