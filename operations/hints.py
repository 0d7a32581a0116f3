"""Telling a worker at once what waits in the database."""

from __future__ import annotations

import logging
from typing import Any

logger = logging.getLogger(__name__)


def worker_hint(task: Any, *args: object) -> bool:
    """Without a broker nothing is lost: a sweep finds the row within seconds."""
    try:
        task.delay(*args)
    except (OSError, task.OperationalError) as error:
        logger.warning("broker out of reach, a sweep will do %s%s: %s", task.name, args, error)
        return False
    return True
