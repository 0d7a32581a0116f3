"""Single rows of the log and results in sentences, whichever game it is."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.presenters.terra_mystica.sentences import Names, move_sentence
from games.selectors.log import LogEntry
from games.selectors.tables import Table


def row_sentence(table: Table, names: Names) -> str:
    """What the last row of a table by a seat did: "Marta: builds on E5"."""
    row = next((row for row in reversed(table.log) if row.seat >= 0), None)
    return "" if row is None else _sentence(row, table, names)


def sentences_after(number: int, table: Table, names: Names) -> tuple[str, ...]:
    """What came after a row, move by move, as far as the table's log reaches back."""
    return tuple(
        _sentence(row, table, names) for row in table.log if row.number > number and row.seat >= 0
    )


def _sentence(row: LogEntry, table: Table, names: Names) -> str:
    name = names.get(row.seat, "")
    if row.line is None:
        return _("%(name)s has decided.") % {"name": name}
    if table.game.rules_key != "terra_mystica":
        return f"{name}: {row.line}"
    return f"{name}: {move_sentence(row.events, row.seat, names)} ({row.line})"


def standing_lines(table: Table, names: Names) -> tuple[str, ...]:
    """One line for each seat, best first."""
    return tuple(
        ngettext(
            "%(place)s. %(name)s, %(score)s point",
            "%(place)s. %(name)s, %(score)s points",
            standing.score,
        )
        % {
            "place": standing.place,
            "name": names.get(standing.seat, ""),
            "score": standing.score,
        }
        for standing in table.standings or ()
    )
