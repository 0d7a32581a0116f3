"""Names of hexes in what people write about a game: "E6" shows where that is on the board."""

from __future__ import annotations

import re
from collections.abc import Callable

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

NAME = re.compile(r"(?<!\w)([A-Z]{1,2}\d{1,2})(?!\w)")
_TAG = re.compile(r'(<(?:[^>"]|"[^"]*")*>)')
_CLOSED = ("a", "code", "pre", "svg")
"""Inside these, words are left alone."""

Address = Callable[[str], str]


def hexes_link(html: str, *, hexes: frozenset[str], address: Address) -> SafeString:
    """Safe HTML with every name of a hex as a link to the board that shows it."""
    if not hexes:
        return mark_safe(html)
    parts = _TAG.split(html)
    closed = 0
    for place, part in enumerate(parts):
        if place % 2:
            tag = part.strip("</>").split(None, 1)[0].rstrip("/")
            if tag in _CLOSED:
                closed += -1 if part.startswith("</") else 1
        elif not closed:
            parts[place] = NAME.sub(lambda found: _link(found[1], hexes, address), part)
    # Safe: the parts come from safe HTML, the links from a template string.
    return mark_safe("".join(parts))


def _link(name: str, hexes: frozenset[str], address: Address) -> str:
    if name not in hexes:
        return name
    return format_html(
        '<a class="hexref" href="{}" data-shows="{}">{}</a>', address(name), name, name
    )
