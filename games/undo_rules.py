"""How far a player may go back without asking anybody."""

from __future__ import annotations

from collections.abc import Sequence

from games.models import Move


def free_to_keep(*, moves: Sequence[Move], seat: int) -> int | None:
    """How many rows stay if a seat takes back all that is free to take back; None: nothing is.

    `moves` are the last rows that count, oldest first. Free are the seat's own rows at the end of
    the log, down to the last one that showed anybody something new (or that somebody else played).
    """
    keep = None
    for move in reversed(moves):
        if move.seat != seat or move.reveals:
            break
        keep = move.number - 1
    return keep
