"""The board of a position as a PNG, for where no drawing can be shown."""

from __future__ import annotations

import hashlib

import resvg_py
from django.core.cache import caches

from games.presenters.terra_mystica.board import Board
from games.presenters.terra_mystica.picture import background, board_drawing, letters

WIDTH = 760
"""Pixels. It is shown 600 wide: sharp enough on a phone, and never more than 150 kB."""
LARGEST = 150_000
NARROWER = 600
_LOOK = "1"
"""Part of the key: raise it when pictures of old positions should be drawn anew."""


def board_picture(board: Board) -> bytes:
    """Drawn once for each position and what is marked on it, whoever asks for it."""
    drawing = board_drawing(board)
    digest = hashlib.sha256(drawing.encode()).hexdigest()
    key = f"board-{_LOOK}-{digest}"
    picture: bytes | None = caches["pictures"].get(key)
    if picture is None:
        picture = draw(drawing)
        caches["pictures"].set(key, picture)
    return picture


def draw(drawing: str) -> bytes:
    """As a PNG of at most 150 kB: a board of unusual size is drawn smaller."""
    picture = _png(drawing, WIDTH)
    return picture if len(picture) <= LARGEST else _png(drawing, NARROWER)


def _png(drawing: str, width: int) -> bytes:
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=drawing,
            width=width,
            background=background(),
            skip_system_fonts=True,
            font_files=[str(letters())],
        )
    )
