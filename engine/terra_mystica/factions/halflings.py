"""Halflings (R11.4): every spade is a point."""

from __future__ import annotations

from engine.terra_mystica.factions.model import (
    STANDARD_COSTS,
    Digging,
    Faction,
    OnStronghold,
    Start,
)
from engine.terra_mystica.resources import Bag

HALFLINGS = Faction(
    key="halflings",
    name="Halflings",
    colour="brown",
    start=Start(bowls=(3, 9, 0), cults=(0, 0, 1, 1)),
    vp_2017=20,
    costs=STANDARD_COSTS | {"SH": Bag(w=4, c=8)},
    digging=Digging(advance=Bag(w=2, c=1, p=1)),
    vp_per_spade=1,
    on_stronghold=OnStronghold(spades=3),
)
