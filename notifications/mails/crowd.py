"""Many mails written in one go: how many people wait, and what can be done for all at the end."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from notifications.models import Notification

MANY_WAIT = 5
"""If more people than this wait to be told, each picture would make the others wait longer."""
LATE = timedelta(seconds=2)
"""The same is true if somebody has waited for so long: there is more to do than is done."""


@dataclass
class Crowd:
    waiting: int
    is_late: bool = False
    asked: dict[str, list[int]] = field(default_factory=dict)
    """By channel: decisions about which the mails written so far ask."""


_crowd: ContextVar[Crowd | None] = ContextVar("crowd", default=None)


@contextmanager
def crowd_of(waiting: int, *, since: datetime, now: datetime) -> Iterator[Crowd]:
    """Who writes several mails at once knows how many wait, and nobody needs to count them."""
    crowd = Crowd(waiting, is_late=now - since > LATE)
    token = _crowd.set(crowd)
    try:
        yield crowd
    finally:
        _crowd.reset(token)


def crowd_now() -> Crowd | None:
    return _crowd.get()


def many_wait(now: datetime) -> bool:
    crowd = _crowd.get()
    if crowd is not None:
        return crowd.waiting > MANY_WAIT or crowd.is_late
    due = Notification.objects.filter(state=Notification.State.QUEUED, due_at__lte=now)
    return due[: MANY_WAIT + 1].count() > MANY_WAIT
