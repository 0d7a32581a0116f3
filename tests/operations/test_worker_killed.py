"""A worker is killed while somebody's server keeps it waiting; another one finishes its work."""

from __future__ import annotations

import os
import signal

import pytest
from django.utils import timezone

from notifications.models import Notification
from notifications.services.channels import channel_test, webhook_add
from notifications.services.telling import STUCK_AFTER, notifications_sweep
from tests.endpoint import endpoint
from tests.factories import UserFactory
from tests.operations.test_worker import wait_until, worker

__all__ = ["worker"]


@pytest.fixture
def allowed(settings, monkeypatch):
    """Also for the worker, which has an environment of its own."""
    settings.PRIVATE_TARGETS = True
    monkeypatch.setenv("PRIVATE_TARGETS", "yes")


def test_what_a_killed_worker_was_telling_is_told_by_another(allowed, worker):
    with endpoint() as place:
        place.gate.clear()
        marta = UserFactory()
        webhook_add(user=marta, form="raw", url=f"{place.url}/hook")
        row = channel_test(user=marta, channel="webhook", now=timezone.now())
        wait_until(lambda: place.calls)
        os.kill(worker.pid, signal.SIGKILL)
        worker.wait(30)
        row.refresh_from_db()
        assert row.state == "composing"
        place.gate.set()
        place.answer(204)
        assert notifications_sweep(timezone.now()) == 0, "it may still be alive"
        assert notifications_sweep(timezone.now() + 2 * STUCK_AFTER) == 1
        assert notifications_sweep(timezone.now() + 3 * STUCK_AFTER) == 0
        row.refresh_from_db()
        assert (row.state, Notification.objects.count()) == ("told", 1)
        deliveries = {call.headers["x-postspade-delivery"] for call in place.calls}
        assert len(deliveries) == 1, "a receiver can tell that it is the same"
