"""Who writes the mail of which kind of notification."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from notifications.mails.letters import Letter
from notifications.models import Notification

StillTrue = Callable[[Notification], bool]
Write = Callable[[Notification, datetime], Letter]


@dataclass(frozen=True)
class Writer:
    """`still_true` is asked before writing and again before every try to send."""

    still_true: StillTrue
    write: Write


_writers: dict[str, Writer] = {}


def writes(*kinds: str, still_true: StillTrue) -> Callable[[Write], Write]:
    """Register the function that writes the letters of these kinds."""

    def register(write: Write) -> Write:
        for kind in kinds:
            if kind in _writers and _writers[kind].write is not write:
                raise ValueError(f"two writers for mails of the kind {kind!r}")
            _writers[kind] = Writer(still_true, write)
        return write

    return register


def writer_for(kind: str) -> Writer:
    return _writers[kind]


def written_kinds() -> frozenset[str]:
    return frozenset(_writers)
