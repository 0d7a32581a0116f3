"""Small drawings of which a page shows many: made once, as the same few come again and again."""

from __future__ import annotations

from functools import lru_cache

from django import template
from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from games.presenters.terra_mystica.board import HexShape
from games.presenters.terra_mystica.panels import Chip
from games.presenters.terra_mystica.tiles import Tile

register = template.Library()


@register.simple_tag
def tile(tile: Tile) -> SafeString:
    """A bonus card, favor tile or town tile."""
    return _tile(tile, get_language())


@lru_cache(maxsize=2048)
def _tile(tile: Tile, _language: str | None) -> SafeString:
    return render_to_string("games/terra_mystica/_tile.html", {"tile": tile})


@register.simple_tag
def disc(chip: Chip, size: str = "sm") -> SafeString:
    """A player's disc."""
    return _disc(chip.colour, chip.label, size)


@lru_cache(maxsize=512)
def _disc(colour: str, label: str, size: str) -> SafeString:
    context = {"chip": {"colour": colour, "label": label}, "size": size}
    return SafeString(render_to_string("games/terra_mystica/_chip.html", context).strip())


@register.simple_tag
def land(shape: HexShape) -> SafeString:
    """A hex of the board: a link if it may be chosen."""
    if shape.target is None:
        return _land(shape.name, shape.x, shape.y, shape.label, shape.state, shape.art)
    return format_html(
        '<a class="h legal" href="?{}" data-step data-hex="{}" data-row="{}" data-column="{}"'
        ' transform="translate({} {})" aria-label="{}"><title>{}</title>{}</a>',
        shape.target.query,
        shape.name,
        shape.row,
        shape.column,
        shape.x,
        shape.y,
        shape.label,
        shape.label,
        shape.art,
    )


@lru_cache(maxsize=8192)
def _land(name: str, x: float, y: float, label: str, state: str, art: SafeString) -> SafeString:
    return format_html(
        '<g class="{}" data-hex="{}" transform="translate({} {})"><title>{}</title>{}</g>',
        f"h {state}".strip(),
        name,
        x,
        y,
        label,
        art,
    )
