"""The chain of hashes through a game's log: whoever changes a row breaks every row after it."""

from __future__ import annotations

import hashlib
import json
from datetime import UTC
from typing import Any

from games.models import Game, Move


def first_link(game: Game) -> str:
    """What the first row hangs on: what was agreed for the game."""
    return _hash(
        "",
        {
            "rules": game.rules_key,
            "version": game.rules_version,
            "options": game.options,
            "seats": game.seat_count,
        },
    )


def link_of(move: Move, previous: str) -> str:
    """The hash of a row, given that of the row before."""
    return _hash(
        previous,
        {
            "sequence": move.sequence,
            "number": move.number,
            "kind": move.kind,
            "seat": move.seat,
            "line": move.line,
            "events": move.events,
            "audience": move.audience,
            "reveals": move.reveals,
            "user": move.user_id,
            "bot": move.bot,
            "door": move.door,
            "at": move.at.astimezone(UTC).isoformat(timespec="microseconds"),
            "key": move.key,
        },
    )


def _hash(previous: str, content: dict[str, Any]) -> str:
    # Sorted, because PostgreSQL does not keep the order of keys.
    text = json.dumps(content, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(f"{previous}\n{text}".encode()).hexdigest()
