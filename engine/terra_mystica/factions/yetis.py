"""Yetis (R12.3): ice, and cheap power actions."""

from __future__ import annotations

from engine.terra_mystica.factions.model import (
    STANDARD_INCOME,
    STANDARD_POWER,
    Digging,
    Faction,
    Start,
    incomes,
)
from engine.terra_mystica.factions.terraforming import Ice
from engine.terra_mystica.resources import Bag

YETIS = Faction(
    key="yetis",
    name="Yetis",
    colour="ice",
    start=Start(bowls=(0, 12, 0), cults=(0, 0, 1, 1)),
    vp_2017=22,
    option="fire-and-ice-factions/ice",
    income=STANDARD_INCOME
    | {
        "D": incomes(w=(1, 2, 3, 4, 5, 6, 7, 8, 9)),
        "TP": incomes(c=(0, 2, 4, 6, 8), pw=(0, 2, 4, 6, 8)),
        "SH": incomes(pw=(0, 4)),
    },
    power=STANDARD_POWER | {"SH": 4, "SA": 4},
    terraforming=Ice(),
    terrain_choice="at once",
    digging=Digging(advance=Bag(w=1, c=5, p=1)),
    power_discount=1,
    reuses_power_actions=True,
)
