"""Who writes the mail of which kind of notification."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from notifications.mails.letters import Letter
from notifications.models import Notification

StillTrue = Callable[[Notification], bool]
Write = Callable[[Notification, datetime], Letter]
AllUntrue = Callable[[Sequence[Notification]], set[int]]


@dataclass(frozen=True)
class Writer:
    """`still_true` is asked before writing and again before every try to send."""

    still_true: StillTrue
    write: Write
    all_untrue: AllUntrue | None = None
    """The opposite for many at once, where that is cheaper."""

    def untrue(self, rows: Sequence[Notification]) -> set[int]:
        """Ids of those rows that are no longer true."""
        if self.all_untrue is not None:
            return self.all_untrue(rows)
        return {row.pk for row in rows if not self.still_true(row)}


_writers: dict[str, Writer] = {}


def writes(
    *kinds: str, still_true: StillTrue, untrue: AllUntrue | None = None
) -> Callable[[Write], Write]:
    """Register the function that writes the letters of these kinds."""

    def register(write: Write) -> Write:
        for kind in kinds:
            if kind in _writers and _writers[kind].write is not write:
                raise ValueError(f"two writers for mails of the kind {kind!r}")
            _writers[kind] = Writer(still_true, write, untrue)
        return write

    return register


def writer_for(kind: str) -> Writer:
    return _writers[kind]


def written_kinds() -> frozenset[str]:
    return frozenset(_writers)
