"""The record of a game for keeping: what was played, by whom, and the hash that proves it."""

from __future__ import annotations

from typing import Any

from games.models import Move
from games.selectors.log import LogEntry, disclosed_rows, entries_for, viewer_number
from games.selectors.tables import Table


def record_rows(*, table: Table) -> list[LogEntry]:
    """All rows that count, as the viewer may read them."""
    rows = list(Move.objects.filter(game=table.game, live=True).order_by("number"))
    return entries_for(
        moves=rows,
        viewer=viewer_number(table.my_seat),
        disclosed=disclosed_rows(game=table.game, moves=rows, state=table.state),
    )


def record_json(*, table: Table) -> dict[str, Any]:
    game = table.game
    return {
        "game": game.pk,
        "name": game.name,
        "rules": {"key": game.rules_key, "version": game.rules_version},
        "options": game.options,
        "seats": [{"number": seat.number, "player": seat.holder_name} for seat in table.seats],
        "rows": [
            {
                "number": row.number,
                "seat": row.seat,
                "line": row.line,
                "at": row.at.isoformat(),
                "events": [
                    {
                        "kind": event.kind,
                        "seat": event.seat,
                        "source": event.source,
                        "delta": event.delta,
                    }
                    for event in row.events
                ],
            }
            for row in record_rows(table=table)
        ],
        "result": game.result,
        "hash": game.chain,
    }


def record_text(*, table: Table) -> str:
    """One row per line: number, seat, line; the head as comments."""
    game = table.game
    head = [
        f"# {game.name}",
        f"# rules {game.rules_key} {game.rules_version}",
        *(f"# option {key} {value}" for key, value in sorted(game.options.items())),
        *(f"# seat {seat.number + 1} {seat.holder_name}" for seat in table.seats),
    ]
    rows = [
        f"{row.number}\t{'chance' if row.seat < 0 else row.seat + 1}\t{row.line or '?'}"
        for row in record_rows(table=table)
    ]
    return "\n".join([*head, *rows, f"# hash {game.chain}", ""])
