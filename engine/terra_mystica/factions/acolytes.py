"""Acolytes (R12.6): volcanoes for cult steps."""

from __future__ import annotations

from engine.terra_mystica.factions.model import (
    STANDARD_COSTS,
    STANDARD_INCOME,
    Faction,
    Start,
    incomes,
)
from engine.terra_mystica.factions.terraforming import Volcano
from engine.terra_mystica.resources import Bag

ACOLYTES = Faction(
    key="acolytes",
    name="Acolytes",
    colour="volcano",
    start=Start(bowls=(6, 6, 0), cults=(3, 3, 3, 3)),
    vp_2017=23,
    option="fire-and-ice-factions/volcano",
    costs=STANDARD_COSTS | {"SH": Bag(w=4, c=8), "SA": Bag(w=4, c=8)},
    income=STANDARD_INCOME | {"D": incomes(w=(0, 1, 2, 3, 3, 4, 5, 6, 6))},
    digging=None,
    terrain_choice="last",
    terraforming=Volcano(pays="steps", price_other=3, price_rival_home=4),
    extra_priest_step=1,
)
