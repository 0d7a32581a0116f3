"""What a finished game belonged to: a season and a division, a tournament, or nothing.

The app that makes the table knows; it registers a source here in the `ready` of its configuration.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from games.models import Game


@dataclass(frozen=True, slots=True)
class Label:
    """By the names that organisers gave."""

    event: str = ""
    """E.g. "Season 7"."""
    tier: str = ""
    """E.g. "Division 2"."""


Source = Callable[[Game], Label | None]

NONE = Label()
LONGEST = 80

_sources: list[Source] = []


def register_label(source: Source) -> None:
    if source not in _sources:
        _sources.append(source)


def label_of(game: Game) -> Label:
    """What the first source that knows the game says."""
    for source in _sources:
        known = source(game)
        if known is not None:
            return Label(known.event[:LONGEST], known.tier[:LONGEST])
    return NONE
