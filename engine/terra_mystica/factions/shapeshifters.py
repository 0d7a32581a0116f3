"""Shapeshifters (R12.7): a home terrain that changes.

The published version, `variable_v5`: a new home for 5 power or 5 tokens. The rules text has full
figures for no other one; of older online versions it tells only some prices (R15).
"""

from __future__ import annotations

from engine.terra_mystica.factions.model import (
    STANDARD_COSTS,
    STANDARD_INCOME,
    Digging,
    Faction,
    Start,
    incomes,
)
from engine.terra_mystica.resources import Bag
from engine.terra_mystica.tiles.actions import ActionSpace

SHAPESHIFTERS = Faction(
    key="shapeshifters",
    name="Shapeshifters",
    colour="variable",
    start=Start(bowls=(4, 4, 0), cults=(1, 1, 0, 0)),
    vp_2017=22,
    option="fire-and-ice-factions/variable_v5",
    costs=STANDARD_COSTS | {"SH": Bag(w=3, c=6)},
    income=STANDARD_INCOME | {"SH": incomes(pw=(0, 4))},
    digging=Digging(spade=(Bag(w=3),)),
    terrain_choice="at once",
    chosen_is_home=True,
    actions=(
        ActionSpace(
            key="ACTH5",
            name="new home for power",
            cost=Bag(pw=5),
            new_home=True,
            needs_stronghold=True,
            once=False,
        ),
        ActionSpace(
            key="ACTH6",
            name="new home for tokens",
            tokens=5,
            new_home=True,
            needs_stronghold=True,
            once=False,
        ),
    ),
    when_power_taken="token",
)
