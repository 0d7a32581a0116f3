"""Riverwalkers (R12.8): along the rivers, terrain by terrain.

The published version, `variable_v5`: unlocking costs 1 or 2 coins. The rules text has full figures
for no other one; of older online versions it tells only that price (R15).
"""

from __future__ import annotations

from engine.terra_mystica.factions.model import (
    STANDARD_INCOME,
    Faction,
    OnStronghold,
    Shipping,
    Start,
    incomes,
)
from engine.terra_mystica.factions.terraforming import Never

RIVERWALKERS = Faction(
    key="riverwalkers",
    name="Riverwalkers",
    colour="variable",
    start=Start(bowls=(10, 2, 0), priest_limit=1, cults=(1, 0, 0, 1)),
    vp_2017=21,
    option="fire-and-ice-factions/variable_v5",
    income=STANDARD_INCOME
    | {
        "D": incomes(w=(1, 2, 3, 3, 4, 5, 5, 6, 7)),
        "TE": incomes(p=(0, 1, 1, 2), pw=(0, 0, 5, 5)),
    },
    shipping=Shipping(start=1, max=1),
    digging=None,
    terraforming=Never(),
    terrain_choice="at once",
    river_bound=True,
    on_stronghold=OnStronghold(bridges=2),
)
