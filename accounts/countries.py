"""Countries by ISO 3166 code, named in the languages of the site."""

from __future__ import annotations

import csv
import unicodedata
from functools import cache
from pathlib import Path

from django.utils.translation import get_language

TABLE = Path(__file__).parent / "data" / "countries.csv"


@cache
def _names() -> dict[str, dict[str, str]]:
    with TABLE.open(encoding="utf-8", newline="") as table:
        return {row["code"]: row for row in csv.DictReader(table)}


def country_codes() -> frozenset[str]:
    return frozenset(_names())


def country_name(code: str) -> str:
    """The name in the active language; empty for an empty or unknown code."""
    row = _names().get(code)
    if row is None:
        return ""
    return row.get((get_language() or "en").split("-")[0]) or row["en"]


def country_choices() -> list[tuple[str, str]]:
    """Codes and names in the active language, sorted as a reader expects."""
    return sorted(
        ((code, country_name(code)) for code in _names()), key=lambda choice: _sort_key(choice[1])
    )


def _sort_key(name: str) -> str:
    letters = unicodedata.normalize("NFKD", name.replace("Ł", "L").replace("ł", "l"))
    return "".join(c for c in letters if not unicodedata.combining(c)).casefold()
