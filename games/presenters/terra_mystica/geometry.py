"""Where things lie on the drawn board: pointy hexes of radius 36, every second row shifted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import hypot, sqrt

RADIUS = 36.0
WIDTH = RADIUS * sqrt(3)
ROW = RADIUS * 1.5
MARGIN = 4.0

Point = tuple[float, float]
CORNERS: tuple[Point, ...] = (
    (0.0, -RADIUS),
    (WIDTH / 2, -RADIUS / 2),
    (WIDTH / 2, RADIUS / 2),
    (0.0, RADIUS),
    (-WIDTH / 2, RADIUS / 2),
    (-WIDTH / 2, -RADIUS / 2),
)
"""From the top clockwise."""


def centre(row: int, column: int) -> Point:
    shift = WIDTH / 2 if row % 2 else 0.0
    x = MARGIN + WIDTH / 2 + column * WIDTH + shift
    return round(x, 1), round(MARGIN + RADIUS + row * ROW, 1)


def frame(places: Iterable[tuple[int, int]]) -> tuple[int, int, int]:
    """Where the drawing around all places begins, its width and its height: not all maps have
    spaces in their first row."""
    points = [centre(*place) for place in places]
    right = max((x for x, _ in points), default=0.0) + WIDTH / 2 + MARGIN
    top = min((y for _, y in points), default=RADIUS + MARGIN) - RADIUS - MARGIN
    bottom = max((y for _, y in points), default=0.0) + RADIUS + MARGIN
    return round(top), round(right), round(bottom - top)


def neighbours(row: int, column: int) -> tuple[tuple[int, int], ...]:
    """The six places around, in the order of the edges that follow CORNERS."""
    shift = row % 2
    return (
        (row - 1, column + shift),
        (row, column + 1),
        (row + 1, column + shift),
        (row + 1, column - 1 + shift),
        (row, column - 1),
        (row - 1, column - 1 + shift),
    )


def outline(places: Iterable[tuple[int, int]]) -> str:
    """The outer edges of a group of hexes, as the data of a path."""
    inside = set(places)
    parts = []
    for row, column in sorted(inside):
        x, y = centre(row, column)
        for edge, other in enumerate(neighbours(row, column)):
            if other in inside:
                continue
            (ax, ay), (bx, by) = CORNERS[edge], CORNERS[(edge + 1) % 6]
            parts.append(f"M{x + ax:.1f} {y + ay:.1f}L{x + bx:.1f} {y + by:.1f}")
    return "".join(parts)


def span(a: Point, b: Point, inset: float = 27.0) -> tuple[float, float, float, float]:
    """A bridge: the line between two centres, its ends drawn in from the pieces."""
    (ax, ay), (bx, by) = a, b
    length = hypot(bx - ax, by - ay) or 1.0
    dx, dy = (bx - ax) / length * inset, (by - ay) / length * inset
    return round(ax + dx, 1), round(ay + dy, 1), round(bx - dx, 1), round(by - dy, 1)


def positions(hexes: Iterable[Mapping[str, object]]) -> dict[str, tuple[int, int]]:
    """Name -> (row, column) of a view's hexes."""
    return {str(h["name"]): (int(str(h["row"])), int(str(h["column"]))) for h in hexes}
