"""The board as a drawing that stands alone: for pictures in mails, always in the light colours.

The page draws the same shapes with style sheets. Where there is none, every colour stands in the
drawing, so signs and colours are read from the page's own files once.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from django.contrib.staticfiles import finders
from django.template.loader import get_template

from games.presenters.terra_mystica.board import Board, HexShape

_EDGE = "m0-34.6 30 17.3v34.6l-30 17.3-30-17.3v-34.6z"
"""A little smaller than the hex, so that the board shows between."""
_WHOLE = "m0-37 32 18.5v37l-32 18.5-32-18.5v-37z"
_HEX = "M0-36 31.18-18V18L0 36-31.18 18V-18Z"
_ON_HEX = "translate(-18 -17) scale(1.5)"
_DARK = "#14110d"
_SIGNS = ("t-", "b-", "r-key")


def board_drawing(board: Board) -> str:
    """The whole drawing as SVG."""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-6 {board.top - 6} {board.width + 12}'
        f' {board.height + 12}" font-family="Inter" font-weight="600" text-anchor="middle">',
    ]
    parts.append(_water(board.rivers))
    parts += [_river(shape) for shape in board.rivers]
    parts.append(_ground(board.land))
    parts += [
        _marks(shape.x, shape.y, shape.terrain, shape.name, bool(shape.piece))
        for shape in board.land
    ]
    for town in board.towns:
        parts.append(_line(town["path"], "#fff", 8, 'opacity=".9"'))
        parts.append(_line(town["path"], _piece(town["colour"]), 4.5))
    for bridge in board.bridges:
        path = f"M{bridge['x1']} {bridge['y1']}L{bridge['x2']} {bridge['y2']}"
        parts.append(_line(path, _DARK, 14))
        parts.append(_line(path, _piece(bridge["colour"]), 11))
        parts.append(
            f'<path d="{path}" fill="none" stroke="#fff" stroke-width="7"'
            ' stroke-dasharray="2.5 4" opacity=".85"/>'
        )
    places = {shape.name: shape for shape in (*board.land, *board.rivers)}
    parts += [_ring(places[item["place"]]) for item in board.news]
    parts += [_building(shape) for shape in board.pieces]
    for town in board.towns:
        parts.append(
            f'<g transform="translate({town["x"]} {town["y"]})">'
            f'<circle r="9" fill="{_piece(town["colour"])}" stroke="#fff" stroke-width="2"/>'
            f"{_sign('r-key', -6, -6, 12, _piece_ink(town['colour']))}</g>"
        )
    parts += [
        f'<g transform="translate({item["x"]} {item["y"]})">'
        f'<circle r="10" fill="{_DARK}" stroke="#fff" stroke-width="2"/>'
        f'<text y="4" fill="#fff" font-size="11.5">{item["number"]}</text></g>'
        for item in board.news
    ]
    return "".join([*parts, "</svg>"])


def background() -> str:
    return light_colours()["board"]


def letters() -> Path:
    """A font with capitals and digits: all that is written on a board."""
    return _ours("fonts/inter-board-600.ttf")


def _line(path: str, colour: str, width: float, more: str = "") -> str:
    return (
        f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width}"'
        f' stroke-linecap="round" {more}/>'
    )


def _piece(colour: str) -> str:
    return light_colours().get(f"pl-{colour}", _DARK)


def _piece_ink(colour: str) -> str:
    return light_colours().get(f"pl-{colour}-ink", "#ffffff")


def _river(shape: HexShape) -> str:
    ink = light_colours()["t-river-ink"]
    return _sign("t-river", shape.x - 13, shape.y - 13, 26, _mixed(ink, "t-river", 0.55))


def _water(shapes: Iterable[HexShape]) -> str:
    """River without gaps."""
    path = "".join(f"M{shape.x} {shape.y}{_WHOLE}" for shape in shapes)
    return f'<path d="{path}" fill="{light_colours()["t-river"]}"/>'


def _ground(shapes: Iterable[HexShape]) -> str:
    """All hexes of one terrain are one shape: that is drawn much faster than each alone."""
    paths: dict[str, list[str]] = {}
    for shape in shapes:
        paths.setdefault(shape.terrain, []).append(f"M{shape.x} {shape.y}{_EDGE}")
    colours = light_colours()
    return "".join(
        f'<path d="{"".join(path)}" fill="{colours[f"t-{terrain}"]}"/>'
        for terrain, path in paths.items()
    )


@lru_cache(maxsize=4096)
def _marks(x: float, y: float, terrain: str, name: str, built: bool) -> str:
    """The sign of the terrain and the name of the hex."""
    ink = light_colours()[f"t-{terrain}-ink"]
    left, top, size = (-7, 15, 14) if built else (-12, -9, 24)
    sign = _sign(f"t-{terrain}", x + left, y + top, size, _mixed(ink, f"t-{terrain}", 0.78))
    return f'{sign}<text x="{x}" y="{y - 17:.1f}" font-size="10" fill="{ink}">{name}</text>'


def _mixed(ink: str, ground: str, share: float) -> str:
    """A colour as if the ink were so opaque; true opacity would cost a layer for each sign."""
    below = light_colours()[ground]
    pairs = ((int(ink[i : i + 2], 16), int(below[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(
        f"{round(over * share + under * (1 - share)):02x}" for over, under in pairs
    )


def _sign(name: str, x: float, y: float, size: float, colour: str) -> str:
    """A sign in one colour. No <use>: each would be clipped to its frame, which takes time."""
    attributes, body = _signs()[name]
    attributes = attributes.replace(' viewBox="0 0 24 24"', "")
    place = f"translate({x:.1f} {y:.1f}) scale({size / 24:.3f})"
    return f'<g transform="{place}"{attributes}>{body}</g>'.replace("currentColor", colour)


def _ring(shape: HexShape) -> str:
    """What has changed stands out also where its number is too small to read."""
    return (
        f'<g transform="translate({shape.x} {shape.y}) scale(.9)" fill="none">'
        f'<path d="{_HEX}" stroke="#fff" stroke-width="8"/>'
        f'<path d="{_HEX}" stroke="{_DARK}" stroke-width="4.5"/></g>'
    )


def _building(shape: HexShape) -> str:
    return (
        f'<g transform="translate({shape.x} {shape.y})">{_silhouette(shape.piece)}'
        f"{_coloured(shape.piece, shape.colour)}</g>"
    )


@cache
def _silhouette(piece: str) -> str:
    """A dark line outside a white one, so that a piece stands out on any ground."""
    body = re.sub(r' (?:fill|stroke)="[^"]*"', "", _signs()[f"b-{piece}"][1])
    return "".join(
        f'<g transform="{_ON_HEX}" fill="{colour}" stroke="{colour}" stroke-width="{width}"'
        f' stroke-linejoin="round">{body}</g>'
        for colour, width in ((_DARK, 4), ("#fff", 2.4))
    )


@cache
def _coloured(piece: str, colour: str) -> str:
    body = _signs()[f"b-{piece}"][1].replace("var(--piece-mark,#fff)", "#fff")
    return f'<g transform="{_ON_HEX}" fill="{_piece(colour)}">{body}</g>'


@cache
def light_colours() -> dict[str, str]:
    """The tokens of the light theme, which comes first in the file."""
    first, _, _ = _ours("css/tokens.css").read_text(encoding="utf-8").partition("@media")
    return dict(re.findall(r"--([\w-]+):\s*(#[0-9a-fA-F]{3,8})\s*;", first))


@cache
def _signs() -> dict[str, tuple[str, str]]:
    """Attributes and content of the symbols that are drawn on boards."""
    source = _source("_icons.html")
    found = re.findall(r'<symbol id="([\w-]+)"([^>]*)>(.*?)</symbol>', source, re.S)
    return {name: (attributes, body) for name, attributes, body in found if name.startswith(_SIGNS)}


def _source(name: str) -> str:
    template: Any = get_template(name)
    return str(template.template.source)


def _ours(name: str) -> Path:
    found = finders.find(name)
    if not isinstance(found, str):
        raise FileNotFoundError(name)
    return Path(found)
