"""Tables to take along."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence

from django.http import HttpResponse

Cell = str | int | float | None


def csv_response(name: str, head: Sequence[str], rows: Iterable[Sequence[Cell]]) -> HttpResponse:
    """A file with a header; UTF-8 with a mark, so that spreadsheets read it right."""
    response = HttpResponse("\ufeff", content_type="text/csv; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    writer = csv.writer(response)
    writer.writerow(head)
    for row in rows:
        writer.writerow([_cell(value) for value in row])
    return response


def _cell(value: Cell) -> str | int:
    """Names that would be formulas are made plain text."""
    match value:
        case None:
            return ""
        case float():
            return f"{value:.4g}" if abs(value) < 1 else f"{value:.2f}"
        case str() if value.startswith(("=", "+", "-", "@", "\t", "\r")):
            return f"'{value}"
        case _:
            return value
