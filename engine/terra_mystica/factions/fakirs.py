"""Fakirs (R11.13): carpets instead of ships."""

from __future__ import annotations

from engine.terra_mystica.factions.model import (
    STANDARD_COSTS,
    STANDARD_INCOME,
    Digging,
    Faction,
    Flight,
    Shipping,
    Start,
    incomes,
)
from engine.terra_mystica.resources import Bag

FAKIRS = Faction(
    key="fakirs",
    name="Fakirs",
    colour="yellow",
    start=Start(bowls=(7, 5, 0), cults=(1, 0, 0, 1)),
    vp_2017=33,
    costs=STANDARD_COSTS | {"SH": Bag(w=4, c=10)},
    income=STANDARD_INCOME | {"SH": incomes(p=(0, 1))},
    shipping=Shipping(max=0, usable=False),
    digging=Digging(spade=(Bag(w=3), Bag(w=2))),
    flight=Flight(
        name="carpet",
        skip_with_stronghold=2,
        max_skip=4,
        cost=Bag(p=1),
        cost_with_stronghold=Bag(p=1),
    ),
)
