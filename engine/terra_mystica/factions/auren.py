"""Auren (R11.9): close to the cults."""

from __future__ import annotations

from engine.terra_mystica.factions.model import STANDARD_COSTS, Faction, OnStronghold, Start
from engine.terra_mystica.resources import Bag
from engine.terra_mystica.tiles.actions import ActionSpace

AUREN = Faction(
    key="auren",
    name="Auren",
    colour="green",
    start=Start(cults=(0, 1, 0, 1)),
    vp_2017=27,
    costs=STANDARD_COSTS | {"SA": Bag(w=4, c=8)},
    on_stronghold=OnStronghold(favors=1),
    actions=(
        ActionSpace(
            key="ACTA", name="two cult steps", steps=2, same_track=True, needs_stronghold=True
        ),
    ),
)
