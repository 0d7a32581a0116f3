"""Dwarves (R11.6): tunnels instead of ships."""

from __future__ import annotations

from engine.terra_mystica.factions.model import (
    STANDARD_INCOME,
    Faction,
    Flight,
    Shipping,
    Start,
    incomes,
)
from engine.terra_mystica.resources import Bag

DWARVES = Faction(
    key="dwarves",
    name="Dwarves",
    colour="gray",
    start=Start(cults=(0, 0, 2, 0)),
    vp_2017=20,
    income=STANDARD_INCOME | {"TP": incomes(c=(0, 3, 5, 7, 10), pw=(0, 1, 2, 4, 6))},
    shipping=Shipping(max=0, usable=False),
    flight=Flight(name="tunnel", cost=Bag(w=2), cost_with_stronghold=Bag(w=1)),
)
