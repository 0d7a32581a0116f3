"""Chaos Magicians (R11.11): two favors at a time, two actions in a row."""

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

CHAOSMAGICIANS = Faction(
    key="chaosmagicians",
    name="Chaos Magicians",
    colour="red",
    start=Start(w=4, dwellings=1, cults=(2, 0, 0, 0)),
    vp_2017=19,
    costs=STANDARD_COSTS | {"SH": Bag(w=4, c=4), "SA": Bag(w=4, c=8)},
    income=STANDARD_INCOME | {"SH": incomes(w=(0, 2))},
    favors_per_temple=2,
    places_last=True,
    actions=(ActionSpace(key="ACTC", name="double turn", actions=2, needs_stronghold=True),),
)
