"""Telling a worker at once what waits in the database."""

from __future__ import annotations

import logging
from typing import Any

from django.conf import settings
from django.core.cache import cache
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)

CALL_LASTS = 2
"""Seconds. A call that nobody has followed by then is made again by whoever comes next."""


def worker_hint(task: Any, *args: object) -> bool:
    """Without a broker nothing is lost: a sweep finds the row within seconds."""
    try:
        task.delay(*args)
    except (OSError, task.OperationalError) as error:
        logger.warning("broker out of reach, a sweep will do %s%s: %s", task.name, args, error)
        return False
    return True


def worker_call(task: Any) -> bool:
    """Call for a task that does all that waits: one call is enough, however many ask for it."""
    if settings.REDIS_URL:
        try:
            if not cache.add(_name(task), 1, timeout=CALL_LASTS):
                return True
        except RedisError as error:
            logger.warning("Redis out of reach, %s is called once more: %s", task.name, error)
    return worker_hint(task)


def call_taken(task: Any) -> None:
    """Said by the task before it looks: what is written from now on makes another call."""
    if settings.REDIS_URL:
        try:
            cache.delete(_name(task))
        except RedisError as error:
            logger.warning("Redis out of reach, calls for %s may come late: %s", task.name, error)


def _name(task: Any) -> str:
    return f"called:{task.name}"
