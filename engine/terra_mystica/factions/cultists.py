"""Cultists (R11.3): neighbours who take power pay with piety."""

from __future__ import annotations

from engine.terra_mystica.factions.model import STANDARD_COSTS, Faction, OnStronghold, Start
from engine.terra_mystica.resources import Bag

CULTISTS = Faction(
    key="cultists",
    name="Cultists",
    colour="brown",
    start=Start(cults=(1, 0, 1, 0)),
    vp_2017=16,
    costs=STANDARD_COSTS | {"SH": Bag(w=4, c=8), "SA": Bag(w=4, c=8)},
    on_stronghold=OnStronghold(gain=Bag(vp=7)),
    when_power_taken="step",
)
