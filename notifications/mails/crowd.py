"""How many people wait to be told now: mails had better come soon than be pretty."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime

from notifications.models import Notification

MANY_WAIT = 5
"""If more people than this wait to be told, each picture would make the others wait longer."""
_crowd: ContextVar[int | None] = ContextVar("crowd", default=None)


@contextmanager
def crowd_of(waiting: int) -> Iterator[None]:
    """Who writes several mails at once knows how many wait, and nobody needs to count them."""
    token = _crowd.set(waiting)
    try:
        yield
    finally:
        _crowd.reset(token)


def many_wait(now: datetime) -> bool:
    waiting = _crowd.get()
    if waiting is None:
        due = Notification.objects.filter(state=Notification.State.QUEUED, due_at__lte=now)
        waiting = due[: MANY_WAIT + 1].count()
    return waiting > MANY_WAIT
