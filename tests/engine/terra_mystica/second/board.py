"""The map by hand: axial distances, floods over water, everything computed anew when asked."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path

ORACLE = Path(__file__).parents[1] / "oracle"
MAPS = json.loads((ORACLE / "maps.json").read_text(encoding="utf-8"))
LETTERS = dict(
    zip(
        "YUKBGSRI",
        ("yellow", "brown", "black", "blue", "green", "gray", "red", "river"),
        strict=True,
    )
)
WHEEL = [*LETTERS.values()][:7]


@cache
def board(identifier: str) -> Board:
    for key, given in MAPS.items():
        if identifier in (key, given["identifier"]):
            return Board(given)
    raise KeyError(identifier)


class Board:
    """Cube coordinates of every hex, and the terrain they begin with."""

    def __init__(self, given: dict) -> None:
        self.terrain: dict[str, str] = {}
        self.at: dict[str, tuple[int, int, int]] = {}
        rivers = 0
        for number, row in enumerate(given["rows"], ord(given["first_row"]) - ord("A")):
            lands = 0
            for column, letter in enumerate(row):
                if LETTERS[letter] == "river":
                    name, rivers = f"r{rivers}", rivers + 1
                else:
                    lands += 1
                    name = f"{chr(65 + number)}{lands}"
                # Even rows lie further left: an "even row" offset grid turned into cubes.
                q = column - (number - number % 2) // 2
                self.at[name] = (q, number, -q - number)
                self.terrain[name] = LETTERS[letter]
        self.near = {
            a: [b for b in self.at if a != b and self.distance(a, b) == 1] for a in self.at
        }
        self.sites = {frozenset(site.split()) for site in given["bridge_sites"]}
        self.edge = set(given["edge"])

    def distance(self, a: str, b: str) -> int:
        return max(abs(x - y) for x, y in zip(self.at[a], self.at[b], strict=True))

    def is_river(self, name: str) -> bool:
        return self.terrain[name] == "river"

    @cache  # noqa: B019 - boards live as long as the process
    def shores(self, start: str, level: int) -> frozenset[str]:
        """Land within `level` river hexes of a land hex."""
        wet, found = {start}, set()
        for _ in range(level):
            wet |= {w for place in wet for w in self.near[place] if self.is_river(w)}
            found |= {
                land
                for place in wet
                if self.is_river(place)
                for land in self.near[place]
                if not self.is_river(land)
            }
        return frozenset(found - {start})


def groups(places: Iterable[str], joined: Callable[[str, str], bool]) -> list[set[str]]:
    """Connected sets, by asking about every pair."""
    out: list[set[str]] = []
    for place in places:
        touching = [group for group in out if any(joined(place, other) for other in group)]
        out = [group for group in out if group not in touching]
        out.append({place}.union(*touching))
    return out


def steps(old: str, new: str, home: str, at_hand: int) -> int:
    """Spades from one type to another; never through home, the long way home only if it fits."""
    a, b = WHEEL.index(old), WHEEL.index(new)
    ways = [(b - a) % 7, (a - b) % 7]
    if home in (old, new):
        return max(ways) if at_hand == max(ways) else min(ways)
    clear = [
        way
        for way, turn in zip(ways, (1, -1), strict=True)
        if home not in {WHEEL[(a + turn * n) % 7] for n in range(way)}
    ]
    assert len(clear) == 1
    return clear[0]
