"""Whether a record is what was played, for anybody who kept an earlier one."""

from __future__ import annotations

from dataclasses import dataclass

from games.models import Game, Move
from games.services.verify import game_verify


@dataclass(frozen=True, kw_only=True)
class Verified:
    fits: bool
    """The hashes hang together, and the rules give the same events, positions and result."""
    rows: int
    kept: str
    """The hash that somebody kept; empty: none was given."""
    number: int | None
    """The number of the row that has it."""


def verified(*, game: Game, kept: str = "") -> Verified:
    kept = kept.strip().lower()
    row = Move.objects.filter(game=game, hash=kept).only("number").first() if kept else None
    return Verified(
        fits=not game_verify(game=game),
        rows=game.revision,
        kept=kept,
        number=None if row is None else row.number,
    )
