"""Shares, means and differences as text."""

from __future__ import annotations

from django import template
from django.utils.formats import number_format
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.presenters.facts import fact_words

register = template.Library()

NARROW = "\u202f"


@register.filter
def percent(value: float | None) -> str:
    """0.372 is "37 %"."""
    return "–" if value is None else f"{round(100 * value)}{NARROW}%"


@register.filter
def points(value: float | None) -> str:
    """A mean with one decimal, as the reader's language writes it."""
    if value is None:
        return "–"
    return str(number_format(round(value, 1), decimal_pos=1)).replace("-", "−")


@register.filter
def difference(value: int) -> SafeString:
    """A change, in green or red, with a real minus."""
    if value > 0:
        return format_html('<span class="good">+{}</span>', value)
    if value < 0:
        return format_html('<span class="bad">−{}</span>', -value)
    return format_html('<span class="muted">{}</span>', "±0")


@register.inclusion_tag("ratings/_faction.html")
def faction(rules_key: str, key: str) -> dict[str, str]:
    """A faction with its disc."""
    words = fact_words(rules_key)
    return {"colour": words.colour(key), "name": words.name("faction", key)}
