"""Work that falls due: a list of sweeps, each over rows with a due time in the database.

A deadline is a column, never a message in a queue, so nothing is lost with a broker or a process.
Every few seconds one task runs all sweeps. A sweep claims its rows (a conditional update), so two
schedulers, or a task that runs twice, do no harm.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime

Sweep = Callable[[datetime], int]
"""Acts on everything due at the given time and says how many things it did."""

logger = logging.getLogger(__name__)

_sweeps: dict[str, Sweep] = {}


def due_work(name: str) -> Callable[[Sweep], Sweep]:
    """Register a sweep. Import the module in the app's `ready`."""

    def register(sweep: Sweep) -> Sweep:
        if _sweeps.get(name, sweep) is not sweep:
            raise ValueError(f"two sweeps are called {name!r}")
        _sweeps[name] = sweep
        return sweep

    return register


def run_due_work(*, now: datetime) -> dict[str, int]:
    """Run every sweep; one that fails does not keep the others from running."""
    done: dict[str, int] = {}
    failures: list[Exception] = []
    for name, sweep in sorted(_sweeps.items()):
        try:
            done[name] = sweep(now)
        except Exception as failure:
            logger.exception("sweep %s failed; it runs again with the next tick", name)
            failure.add_note(f"in sweep {name!r}")
            failures.append(failure)
    if failures:
        raise ExceptionGroup("sweeps failed", failures)
    return done
