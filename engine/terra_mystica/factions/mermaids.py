"""Mermaids (R11.7): at home on the river."""

from __future__ import annotations

from engine.terra_mystica.factions.model import (
    STANDARD_COSTS,
    STANDARD_INCOME,
    Faction,
    OnStronghold,
    Shipping,
    Start,
    incomes,
)
from engine.terra_mystica.resources import Bag

MERMAIDS = Faction(
    key="mermaids",
    name="Mermaids",
    colour="blue",
    start=Start(bowls=(3, 9, 0), cults=(0, 2, 0, 0)),
    vp_2017=19,
    costs=STANDARD_COSTS | {"SA": Bag(w=4, c=8)},
    income=STANDARD_INCOME | {"SH": incomes(pw=(0, 4))},
    shipping=Shipping(start=1, max=5, vp={2: 2, 3: 3, 4: 4, 5: 5}),
    on_stronghold=OnStronghold(shipping=1),
    spans_river=True,
)
