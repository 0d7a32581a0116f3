"""A map and everything that depends on the map alone: names, neighbours, river ways, bridge sites.

All of it is computed once when the map is read (R5); a game never computes it again.
"""

from __future__ import annotations

import hashlib
from collections import Counter, deque
from collections.abc import Iterator
from itertools import combinations

from engine import hexes
from engine.terra_mystica.terms import RIVER

LETTERS = {
    "Y": "yellow",
    "U": "brown",
    "K": "black",
    "B": "blue",
    "G": "green",
    "S": "gray",
    "R": "red",
    "~": RIVER,
    "I": RIVER,
}
ROW_LETTERS = "ABCDEFGHIJKLMNOP"
"""Names of rows; R is left to the rivers."""
FEWEST_ROWS, MOST_ROWS = 3, 15
FEWEST_COLUMNS, MOST_COLUMNS = 3, 20
MOST_RIVERS = 100
"""River hexes are named r0 to r99."""
FARTHEST_SHIPPING = 6
"""Longest way on water anybody can use: Mermaids at 5, and one more with BON4."""


class MapError(ValueError):
    """A map text that is no map; `code` and `facts` say what is wrong with it."""

    def __init__(self, code: str, **facts: object) -> None:
        super().__init__(f"{code} {facts}")
        self.code = code
        self.facts = facts


class Land:
    """The tables of one map. Hexes go by their names: E6 is land, r15 is river (R5.1)."""

    def __init__(self, rows: list[list[str]], first_row: int) -> None:
        self.terrain: dict[str, str] = {}
        """Terrain of every land hex at the start."""
        self._apart: dict[tuple[str, str], int] = {}
        self.places: dict[str, tuple[int, int]] = {}
        """(row, column) of every hex, river hexes included."""
        self._name(rows, first_row)
        at = {place: name for name, place in self.places.items()}
        around = {
            name: tuple(at[spot] for spot in hexes.neighbours(*place) if spot in at)
            for name, place in self.places.items()
        }
        self.neighbours = {
            name: tuple(other for other in around[name] if other in self.terrain)
            for name in self.places
        }
        """Land hexes sharing an edge, of land and of river hexes."""
        self.waters = {
            name: tuple(other for other in around[name] if other not in self.terrain)
            for name in self.places
        }
        """River hexes sharing an edge."""
        self.by_ship = {name: self._sail(name) for name in self.terrain}
        """For each land hex: how many river hexes away every other land hex is (R5.4)."""
        self.bridge_sites = frozenset(
            frozenset((a, b)) for a, b in combinations(self.terrain, 2) if self._faces(a, b, around)
        )
        """Pairs of land hexes that a bridge may join (R5.5)."""
        self.edge = self._edge(rows, first_row)
        """Hexes on the rim of the map (R10.4)."""
        self.identifier = _checksum(rows, first_row)
        """The checksum by which records name a map."""
        self.text = _written(rows, first_row)
        """The map as a text in its plain form."""

    def distance(self, a: str, b: str) -> int:
        """As the crow flies (R5.2); asked so often for tunnels and carpets that it is kept."""
        known = self._apart.get((a, b))
        if known is None:
            known = hexes.distance(self.places[a], self.places[b])
            self._apart[a, b] = self._apart[b, a] = known
        return known

    def _name(self, rows: list[list[str]], first_row: int) -> None:
        river = 0
        for index, row in enumerate(rows, first_row):
            number = 0
            for column, terrain in enumerate(row):
                if terrain == RIVER:
                    name = f"r{river}"
                    river += 1
                else:
                    number += 1
                    name = f"{chr(ord('A') + index)}{number}"
                    self.terrain[name] = terrain
                self.places[name] = (index, column)

    def _sail(self, start: str) -> dict[str, int]:
        reached: dict[str, int] = {}
        seen = set(self.waters[start])
        queue = deque((water, 1) for water in self.waters[start])
        while queue:
            water, length = queue.popleft()
            for shore in self.neighbours[water]:
                if shore != start:
                    reached.setdefault(shore, length)
            if length < FARTHEST_SHIPPING:
                for further in self.waters[water]:
                    if further not in seen:
                        seen.add(further)
                        queue.append((further, length + 1))
        return reached

    def _faces(self, a: str, b: str, around: dict[str, tuple[str, ...]]) -> bool:
        rows = abs(self.places[a][0] - self.places[b][0])
        across = abs(hexes.doubled(*self.places[a]) - hexes.doubled(*self.places[b]))
        if (rows, across) not in ((2, 0), (1, 3)):
            return False
        between = set(around[a]) & set(around[b])
        return bool(between) and not any(name in self.terrain for name in between)

    def _edge(self, rows: list[list[str]], first_row: int) -> frozenset[str]:
        last_row = first_row + len(rows) - 1
        return frozenset(
            name
            for name, (row, column) in self.places.items()
            if row in (first_row, last_row) or column in (0, len(rows[row - first_row]) - 1)
        )


def read_land(text: str) -> Land:
    """A map from its text: a letter per hex, a line per row, `#` lines for the head."""
    rows, first_row = rows_of(text)
    for error in faults(rows, first_row):
        raise error
    return Land([[LETTERS[letter] for letter in row] for row in rows], first_row)


def rows_of(text: str) -> tuple[list[str], int]:
    """The letters of a map text row by row, and the number of its first row."""
    first_row = 0
    rows: list[str] = []
    for line in text.splitlines():
        if line.startswith("#"):
            words = line[1:].lower().split()
            if words[:2] == ["first", "row"] and len(words) == 3:
                first_row = ROW_LETTERS.find(words[2].upper())
            continue
        letters = "".join(line.split())
        if letters:
            rows.append("".join(c.upper() if c.isascii() else c for c in letters))
    return rows, first_row


def faults(rows: list[str], first_row: int) -> Iterator[MapError]:
    """Everything that makes a text no map."""
    if first_row not in (0, 1):
        yield MapError("first-row", allowed=["A", "B"])
        return
    for number, row in enumerate(rows, 1):
        for column, letter in enumerate(row, 1):
            if letter not in LETTERS:
                yield MapError("unknown-terrain", row=number, column=column, letter=letter)
    if not FEWEST_ROWS <= len(rows) <= MOST_ROWS:
        yield MapError("rows", count=len(rows), least=FEWEST_ROWS, most=MOST_ROWS)
        return
    # Rows shifted to the right are one hex shorter, so that the rim is straight (R5.1).
    widths = Counter(len(row) + index % 2 for index, row in enumerate(rows, first_row))
    width = max(widths, key=lambda known: (widths[known], known))
    if not FEWEST_COLUMNS <= width <= MOST_COLUMNS:
        yield MapError("columns", count=width, least=FEWEST_COLUMNS, most=MOST_COLUMNS)
    for index, row in enumerate(rows, first_row):
        wanted = width - index % 2
        if len(row) != wanted:
            yield MapError("row-length", row=index - first_row + 1, hexes=len(row), wanted=wanted)
    rivers = sum(LETTERS.get(letter) == RIVER for row in rows for letter in row)
    if rivers > MOST_RIVERS:
        yield MapError("too-much-river", hexes=rivers, most=MOST_RIVERS)


def _checksum(rows: list[list[str]], first_row: int) -> str:
    words = ["E"] if first_row else []
    for row in rows:
        words += ["x" if terrain == RIVER else terrain for terrain in row]
        words.append("E")
    return hashlib.sha1(" ".join(words).encode(), usedforsecurity=False).hexdigest()


def _written(rows: list[list[str]], first_row: int) -> str:
    letters = {terrain: letter for letter, terrain in reversed(LETTERS.items())}
    lines = [f"# first row {ROW_LETTERS[first_row]}"]
    for index, row in enumerate(rows, first_row):
        lines.append(" " * (index % 2) + " ".join(letters[terrain] for terrain in row))
    return "\n".join(lines) + "\n"
