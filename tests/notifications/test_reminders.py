"""Reminders before the time is up, and the mail when it is."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.services.timeouts import timeouts_sweep
from notifications.models import Notification, OutgoingMail
from notifications.services.telling import notifications_sweep
from tests.games.scene import scene

pytestmark = pytest.mark.django_db


def test_the_ladder_is_climbed_only_while_nothing_is_answered():
    table = scene(clock={"kind": "per-move", "hours": 100})
    row = table.game.decisions.get()
    reminders = Notification.objects.filter(kind="reminder", about=row.pk).order_by("due_at")
    hours = [(reminder.due_at - row.opened_at) / timedelta(hours=1) for reminder in reminders]
    assert hours == [50, 80, 95]
    notifications_sweep(row.opened_at + timedelta(hours=51))
    assert [reminder.state for reminder in reminders.all()] == ["told", "queued", "queued"]
    table.plays(0, "setup witches", now=row.opened_at + timedelta(hours=52))
    notifications_sweep(row.due_at)
    assert [reminder.state for reminder in reminders.all()] == ["told", "dropped", "dropped"]


def test_what_was_played_for_somebody_is_told():
    table = scene(clock={"kind": "per-move", "hours": 1}, time_out={"forgive": False})
    due_at = table.game.decisions.get().due_at
    assert timeouts_sweep(due_at) == 1
    told = Notification.objects.get(kind="time-up")
    assert told.user == table.players[0]
    notifications_sweep(due_at + timedelta(minutes=1))
    assert OutgoingMail.objects.filter(subject="A quiet evening: Your time was up").count() == 1
