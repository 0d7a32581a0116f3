"""Ice Maidens (R12.2): ice, and a favor from the start."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.terra_mystica.factions.model import STANDARD_INCOME, Digging, Faction, Start, incomes
from engine.terra_mystica.factions.terraforming import Ice
from engine.terra_mystica.resources import Bag

if TYPE_CHECKING:
    from engine.terra_mystica.state import Player, State


def _temple_points(state: State, player: Player) -> int:
    """3 points for each temple on the map (R12.2)."""
    return 3 * player.counts["TE"]


ICEMAIDENS = Faction(
    key="icemaidens",
    name="Ice Maidens",
    colour="ice",
    start=Start(bowls=(6, 6, 0), cults=(0, 1, 0, 1)),
    vp_2017=20,
    option="fire-and-ice-factions/ice",
    income=STANDARD_INCOME
    | {"D": incomes(w=(1, 2, 3, 4, 5, 6, 7, 8, 9)), "SH": incomes(pw=(0, 4))},
    terraforming=Ice(),
    terrain_choice="at once",
    digging=Digging(advance=Bag(w=1, c=5, p=1)),
    favor_at_start=True,
    stronghold_pass=_temple_points,
    stronghold_pass_most=9,
)
