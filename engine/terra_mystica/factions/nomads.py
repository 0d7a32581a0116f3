"""Nomads (R11.14): a third dwelling and the sandstorm."""

from __future__ import annotations

from engine.terra_mystica.factions.model import (
    STANDARD_COSTS,
    STANDARD_INCOME,
    Faction,
    Start,
    incomes,
)
from engine.terra_mystica.resources import Bag
from engine.terra_mystica.tiles.actions import ActionSpace

NOMADS = Faction(
    key="nomads",
    name="Nomads",
    colour="yellow",
    start=Start(w=2, dwellings=3, cults=(1, 0, 1, 0)),
    vp_2017=19,
    costs=STANDARD_COSTS | {"SH": Bag(w=4, c=8)},
    income=STANDARD_INCOME | {"TP": incomes(c=(0, 2, 4, 7, 11), pw=(0, 1, 2, 3, 4))},
    actions=(ActionSpace(key="ACTN", name="sandstorm", sandstorm=True, needs_stronghold=True),),
)
