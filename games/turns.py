"""Which rows of a log were their player's turn, and which only answered what others did."""

from __future__ import annotations

from collections.abc import Mapping

ANSWERS: Mapping[str, tuple[str, ...]] = {"terra_mystica": ("leech ", "decline ")}
"""By game: how commands begin that may be given in between, while others have their turns."""


def is_turn(*, rules_key: str, line: str) -> bool:
    """False where a line does nothing but answer offers of others."""
    answers = ANSWERS.get(rules_key, ())
    return not answers or not all(part.startswith(answers) for part in line.split(". "))
