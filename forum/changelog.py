"""The program's change log as a page."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from django.utils.safestring import SafeString, mark_safe

from forum.markup import Names, render

FILE = Path(__file__).resolve().parent.parent / "CHANGELOG.md"


@cache
def changelog_html() -> SafeString:
    """Through the same renderer as posts; without the first heading, which the page has itself."""
    text = FILE.read_text(encoding="utf-8")
    _title, _newline, body = text.partition("\n")
    return mark_safe(render(body, Names()).html)
