"""Alchemists (R11.1): points and coins are nearly the same to them."""

from __future__ import annotations

from engine.terra_mystica.factions.model import (
    STANDARD_INCOME,
    Faction,
    OnStronghold,
    Start,
    incomes,
)
from engine.terra_mystica.resources import Bag

ALCHEMISTS = Faction(
    key="alchemists",
    name="Alchemists",
    colour="black",
    start=Start(cults=(1, 1, 0, 0)),
    vp_2017=27,
    income=STANDARD_INCOME
    | {
        "TP": incomes(c=(0, 2, 4, 7, 11), pw=(0, 1, 2, 3, 4)),
        "SH": incomes(c=(0, 6)),
    },
    conversions={("vp", "c"): (1, 1), ("c", "vp"): (2, 1)},
    coins_per_vp=2,
    on_stronghold=OnStronghold(gain=Bag(pw=12)),
    power_per_spade_with_stronghold=2,
)
