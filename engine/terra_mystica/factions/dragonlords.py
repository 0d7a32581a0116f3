"""Dragonlords (R12.5): volcanoes for power tokens."""

from __future__ import annotations

from engine.terra_mystica.factions.model import (
    STANDARD_COSTS,
    STANDARD_INCOME,
    Faction,
    OnStronghold,
    Start,
    incomes,
)
from engine.terra_mystica.factions.terraforming import Volcano
from engine.terra_mystica.resources import Bag

DRAGONLORDS = Faction(
    key="dragonlords",
    name="Dragonlords",
    colour="volcano",
    start=Start(bowls=(4, 4, 0), cults=(2, 0, 0, 0)),
    vp_2017=24,
    option="fire-and-ice-factions/volcano",
    costs=STANDARD_COSTS | {"SH": Bag(w=4, c=8), "SA": Bag(w=4, c=8)},
    income=STANDARD_INCOME | {"D": incomes(w=(0, 1, 2, 3, 3, 4, 5, 6, 6))},
    digging=None,
    terrain_choice="last",
    spellings=("dragonmasters",),
    terraforming=Volcano(pays="tokens", price_other=1, price_rival_home=2),
    on_stronghold=OnStronghold(tokens_per_faction=1),
)
