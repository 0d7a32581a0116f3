"""Darklings (R11.2): priests dig."""

from __future__ import annotations

from engine.terra_mystica.factions.model import (
    STANDARD_COSTS,
    STANDARD_INCOME,
    Digging,
    Faction,
    OnStronghold,
    Start,
    incomes,
)
from engine.terra_mystica.resources import Bag

DARKLINGS = Faction(
    key="darklings",
    name="Darklings",
    colour="black",
    start=Start(w=1, p=1, cults=(0, 1, 1, 0)),
    vp_2017=15,
    costs=STANDARD_COSTS | {"SA": Bag(w=4, c=10)},
    income=STANDARD_INCOME | {"SA": incomes(p=(0, 2))},
    digging=Digging(spade=(Bag(p=1),), advance_vp=0, vp_per_bought=2),
    on_stronghold=OnStronghold(priests_from_workers=3),
)
