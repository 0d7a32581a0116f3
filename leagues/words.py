"""Texts that are written when they are read: in the reader's language and time zone."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise, lazy

Words = str | Promise


def _filled(text: Words, facts: dict[str, Any]) -> str:
    return str(text) % {key: str(value) for key, value in facts.items()}


_lazily_filled = lazy(_filled, str)


def said(text: Words, **facts: Any) -> Words:
    """A translatable text with its facts, which may be lazy themselves."""
    return _lazily_filled(text, facts)


def _moment(at: datetime) -> str:
    return date_format(timezone.localtime(at), "DATETIME_FORMAT") + timezone.localtime(at).strftime(
        " (%Z)"
    )


moment_words = lazy(_moment, str)
"""Date and time with the zone, for mails and pages alike."""
