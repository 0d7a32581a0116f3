"""What a place on the map is worth to a builder, read from a view of Terra Mystica."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from engine import hexes

WHEEL = ("yellow", "brown", "black", "blue", "green", "gray", "red")
NEIGHBOUR_TERRAIN = (0.5, 0.3, 0.15, 0.05)
"""Free land beside a site, by the spades it would need."""
RIVER = 0.12
RIVAL = 0.35
"""A neighbour makes trading posts cheap and offers power."""
TOWN = 10.0
"""What a cluster is worth when it is as good as a town."""
TOWN_SIZE, TOWN_POWER = 4, 7
POWER = {"D": 1, "TP": 2, "TE": 2, "SH": 3, "SA": 3}
WEIGHT = {"SA": 2}
SECOND_DWELLING = (0.0, 0.6, 1.0, 0.6, 0.2)
"""At set-up, by distance to the first own dwelling."""


@lru_cache(maxsize=32)
def _neighbours(board: tuple[tuple[str, int, int], ...]) -> dict[str, tuple[str, ...]]:
    at = {(row, column): name for name, row, column in board}
    return {
        name: tuple(at[spot] for spot in hexes.neighbours(row, column) if spot in at)
        for name, row, column in board
    }


def spades_between(terrain: str, home: str) -> int:
    """Steps on the wheel; 3 where one of them is not on it."""
    if terrain not in WHEEL or home not in WHEEL:
        return 3
    away = abs(WHEEL.index(terrain) - WHEEL.index(home))
    return min(away, len(WHEEL) - away)


class Sites:
    """The map as one seat sees it."""

    def __init__(self, view: Any, seat: int) -> None:
        self.seat = seat
        self.hexes: dict[str, Any] = {spot["name"]: spot for spot in view["hexes"]}
        self.near = _neighbours(tuple((s["name"], s["row"], s["column"]) for s in view["hexes"]))
        me = view["seats"][seat]
        self.home: str = me["chosen"] or me["home"]
        self.in_town = frozenset(me["in_town"])
        self.cluster_of = {place: cluster for cluster in me["clusters"] for place in cluster}

    def surroundings(self, place: str) -> float:
        """Room to grow, rivals to trade with."""
        worth = 0.0
        for name in self.near[place]:
            spot = self.hexes[name]
            if spot["terrain"] == "river":
                worth += RIVER
            elif spot["seat"] is None:
                worth += NEIGHBOUR_TERRAIN[spades_between(spot["terrain"], self.home)]
            elif spot["seat"] != self.seat:
                worth += RIVAL
        return worth

    def beginning(self, place: str) -> float:
        """A starting dwelling: like any other, but not far from the first."""
        worth = self.surroundings(place)
        for own in self.cluster_of:
            apart = hexes.distance(self._spot(own), self._spot(place))
            worth += SECOND_DWELLING[min(apart, len(SECOND_DWELLING) - 1)]
        return worth

    def growth(self, place: str, building: str) -> float:
        """How much nearer to a town a building on `place` brings."""
        joined: set[str] = set()
        before = 0.0
        for name in (place, *self.near[place]):
            if name in self.cluster_of and name not in joined:
                cluster = self.cluster_of[name]
                before = max(before, self._promise({n: self._building(n) for n in cluster}))
                joined.update(cluster)
        if joined & self.in_town:
            return 0.0
        after = {name: self._building(name) for name in joined} | {place: building}
        return self._promise(after) - before

    def _promise(self, buildings: dict[str, str]) -> float:
        if self.in_town.intersection(buildings):
            return 0.0
        size = sum(WEIGHT.get(kind, 1) for kind in buildings.values())
        power = sum(POWER[kind] for kind in buildings.values())
        return TOWN * min(size / TOWN_SIZE, 1.0) * min(power / TOWN_POWER, 1.0)

    def _building(self, place: str) -> str:
        return str(self.hexes[place]["building"])

    def _spot(self, place: str) -> tuple[int, int]:
        spot = self.hexes[place]
        return spot["row"], spot["column"]
