"""Witches (R11.10): ride to any forest."""

from __future__ import annotations

from engine.terra_mystica.factions.model import Faction, Start
from engine.terra_mystica.resources import Bag
from engine.terra_mystica.tiles.actions import ActionSpace

WITCHES = Faction(
    key="witches",
    name="Witches",
    colour="green",
    start=Start(cults=(0, 0, 0, 2)),
    vp_2017=19,
    town_gain=Bag(vp=5),
    actions=(ActionSpace(key="ACTW", name="ride", free_dwelling=True, needs_stronghold=True),),
)
