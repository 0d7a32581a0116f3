"""Town tiles (R16.7, R13.1)."""

from __future__ import annotations

from dataclasses import dataclass

from engine.terra_mystica.resources import Bag


@dataclass(frozen=True, slots=True, kw_only=True)
class TownTile:
    """Taken when a town is founded."""

    key: str
    gain: Bag
    keys: int = 1
    steps: int = 0
    """Steps on each of the four tracks."""
    shipping: int = 0
    """A free step on the shipping track, or of the carpet's range."""
    count: int = 2
    option: str = ""


TOWN_TILES = {
    tile.key: tile
    for tile in (
        TownTile(key="TW1", gain=Bag(vp=5, c=6)),
        TownTile(key="TW2", gain=Bag(vp=7, w=2)),
        TownTile(key="TW3", gain=Bag(vp=9, p=1)),
        TownTile(key="TW4", gain=Bag(vp=6, pw=8)),
        TownTile(key="TW5", gain=Bag(vp=8), steps=1),
        TownTile(key="TW6", gain=Bag(vp=2), keys=2, steps=2, count=1, option="mini-expansion-1"),
        TownTile(key="TW7", gain=Bag(vp=4), shipping=1, option="mini-expansion-1"),
        TownTile(key="TW8", gain=Bag(vp=11), count=1, option="mini-expansion-1"),
    )
}
