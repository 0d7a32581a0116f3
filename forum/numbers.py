"""Numbers that come with a request, where anything may be written."""

from __future__ import annotations


def number_in(text: str | None) -> int:
    """The number that is written there; 0 for anything else, and for what no column could hold.

    `isdigit` would let "²" through, which is no number for `int`.
    """
    return int(text) if text and text.isdecimal() and len(text) < 18 else 0
