"""Favor tiles (R16.6)."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.terra_mystica.resources import NOTHING, Bag
from engine.terra_mystica.tiles.actions import ActionSpace

FIRE, WATER, EARTH, AIR = range(4)


@dataclass(frozen=True, slots=True, kw_only=True)
class FavorTile:
    """Kept for good; one of a kind per player."""

    key: str
    cult: int
    steps: int
    count: int = 3
    income: Bag = NOTHING
    action: ActionSpace | None = None
    built_vp: dict[str, int] = field(default_factory=dict)
    """Points for each building of a kind built later (R6.5)."""
    pass_vp: tuple[int, ...] = ()
    """Points on passing, by number of trading posts."""
    town_power: int = 7
    """Power a town needs."""


FAVOR_TILES = {
    tile.key: tile
    for tile in (
        FavorTile(key="FAV1", cult=FIRE, steps=3, count=1),
        FavorTile(key="FAV2", cult=WATER, steps=3, count=1),
        FavorTile(key="FAV3", cult=EARTH, steps=3, count=1),
        FavorTile(key="FAV4", cult=AIR, steps=3, count=1),
        FavorTile(key="FAV5", cult=FIRE, steps=2, town_power=6),
        FavorTile(
            key="FAV6",
            cult=WATER,
            steps=2,
            action=ActionSpace(key="FAV6", name="one cult step", steps=1),
        ),
        FavorTile(key="FAV7", cult=EARTH, steps=2, income=Bag(w=1, pw=1)),
        FavorTile(key="FAV8", cult=AIR, steps=2, income=Bag(pw=4)),
        FavorTile(key="FAV9", cult=FIRE, steps=1, income=Bag(c=3)),
        FavorTile(key="FAV10", cult=WATER, steps=1, built_vp={"TP": 3}),
        FavorTile(key="FAV11", cult=EARTH, steps=1, built_vp={"D": 2}),
        FavorTile(key="FAV12", cult=AIR, steps=1, pass_vp=(0, 2, 3, 3, 4)),
    )
}
