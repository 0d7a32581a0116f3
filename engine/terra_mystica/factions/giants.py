"""Giants (R11.12): two spades for whatever there is."""

from __future__ import annotations

from engine.terra_mystica.factions.model import STANDARD_INCOME, Faction, Start, incomes
from engine.terra_mystica.factions.terraforming import AlwaysTwo
from engine.terra_mystica.tiles.actions import ActionSpace

GIANTS = Faction(
    key="giants",
    name="Giants",
    colour="red",
    start=Start(cults=(1, 0, 0, 1)),
    vp_2017=25,
    income=STANDARD_INCOME | {"SH": incomes(pw=(0, 4))},
    terraforming=AlwaysTwo(),
    actions=(ActionSpace(key="ACTG", name="two spades", spades=2, needs_stronghold=True),),
)
