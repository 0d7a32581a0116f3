"""Swarmlings (R11.8): many workers, dear buildings."""

from __future__ import annotations

from engine.terra_mystica.factions.model import STANDARD_INCOME, Faction, Start, incomes
from engine.terra_mystica.resources import Bag
from engine.terra_mystica.tiles.actions import ActionSpace

SWARMLINGS = Faction(
    key="swarmlings",
    name="Swarmlings",
    colour="blue",
    start=Start(c=20, w=8, bowls=(3, 9, 0), cults=(1, 1, 1, 1)),
    vp_2017=22,
    costs={
        "D": Bag(w=2, c=3),
        "TP": Bag(w=3, c=8),
        "TE": Bag(w=3, c=6),
        "SH": Bag(w=5, c=8),
        "SA": Bag(w=5, c=8),
    },
    trading_post_beside_rival=Bag(w=3, c=4),
    income=STANDARD_INCOME
    | {
        "D": incomes(w=(2, 3, 4, 5, 6, 7, 8, 9, 9)),
        "TP": incomes(c=(0, 2, 4, 6, 9), pw=(0, 2, 4, 6, 8)),
        "SH": incomes(pw=(0, 4)),
        "SA": incomes(p=(0, 2)),
    },
    town_gain=Bag(w=3),
    actions=(
        ActionSpace(key="ACTS", name="free trading post", free_upgrade=True, needs_stronghold=True),
    ),
)
