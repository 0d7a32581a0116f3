"""Hex geometry for boards in rows, every second row shifted half a hex (R5.2)."""

from __future__ import annotations

from collections.abc import Iterator


def neighbours(row: int, column: int) -> Iterator[tuple[int, int]]:
    """The six places around (row, column); rows of even index lie half a hex further left."""
    shift = row % 2
    yield row, column - 1
    yield row, column + 1
    for other in (row - 1, row + 1):
        yield other, column - 1 + shift
        yield other, column + shift


def doubled(row: int, column: int) -> int:
    """Horizontal position in half hexes, so that rows can be compared."""
    return 2 * column + row % 2


def distance(a: tuple[int, int], b: tuple[int, int]) -> int:
    """Steps from one hex to another as the crow flies."""
    rows = abs(a[0] - b[0])
    across = abs(doubled(*a) - doubled(*b))
    return rows + max(0, (across - rows) // 2)
