"""A picture for every player, made from the name: a small land of hexes and an initial.

Colours are fixed, as on the board, because the picture sits on land and not on the page.
Only presentation attributes are used, so the strictest content security policy lets it through.
"""

from __future__ import annotations

import hashlib
from html import escape

from accounts.usernames import username_key

TERRAINS = (  # ground, ink
    ("#f2d37c", "#4f3a00"),
    ("#b98a5e", "#2a1303"),
    ("#5b5566", "#f4f0fa"),
    ("#8fbde6", "#052a52"),
    ("#a6d398", "#0d3310"),
    ("#c3c7cc", "#25292f"),
    ("#df8c7f", "#430804"),
)
GLYPHS = (
    '<circle cx="0" cy="0" r="4"/>',
    '<path d="M0-5 4 3H-4z"/>',
    '<path d="M-5 3-1-4 1-1 2-3 5 3z"/>',
    '<ellipse cx="0" cy="0" rx="5" ry="3"/>',
    '<path d="M-1-5 2-1-1 1 1 5-2 1 0-1z"/>',
    '<path d="M-4-3h8v2h-8zM-4 1h8v2h-8z"/>',
    '<path d="M0-5 1-1 5 0 1 1 0 5-1 1-5 0-1-1z"/>',
)
# Pointy hexes of radius 16 around a middle one of radius 25, in a square of 100.
HEX = "M0-16 13.9-8V8L0 16-13.9 8V-8z"
MIDDLE_HEX = "M0-25 21.7-12.5V12.5L0 25-21.7 12.5V-12.5z"
PLACES = ((50, 12), (83, 31), (83, 69), (50, 88), (17, 69), (17, 31))


def avatar_svg(name: str) -> str:
    """The same name in any capitalisation gives the same picture but for the letter."""
    seed = hashlib.sha256(username_key(name).encode()).digest()
    own = seed[0] % len(TERRAINS)
    ground, ink = TERRAINS[own]
    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="100" height="100">',
        '<rect width="100" height="100" rx="16" fill="#e9e2d3"/>',
    ]
    for number, (x, y) in enumerate(PLACES, start=1):
        terrain = (own + 1 + seed[number] % (len(TERRAINS) - 1)) % len(TERRAINS)
        fill, glyph_ink = TERRAINS[terrain]
        parts.append(
            f'<g transform="translate({x} {y})"><path d="{HEX}" fill="{fill}"/>'
            f'<g fill="{glyph_ink}" fill-opacity=".75">{GLYPHS[terrain]}</g></g>'
        )
    parts.append(
        f'<g transform="translate(50 50)">'
        f'<path d="{MIDDLE_HEX}" fill="{ground}" stroke="#14110d" stroke-width="2.5"/>'
        f'<text y="9.5" text-anchor="middle" font-family="Vollkorn,Georgia,serif" font-size="28"'
        f' font-weight="700" fill="{ink}">{escape(name[:1].upper())}</text></g></svg>'
    )
    return "".join(parts)
