"""Engineers (R11.5): cheap buildings and bridges."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.terra_mystica.factions.model import STANDARD_INCOME, Faction, Start, incomes
from engine.terra_mystica.resources import Bag
from engine.terra_mystica.tiles.actions import ActionSpace

if TYPE_CHECKING:
    from engine.terra_mystica.state import Player, State


def _bridge_points(state: State, player: Player) -> int:
    """3 points for each own bridge between own buildings (R11.5)."""
    own = player.buildings
    return 3 * sum(
        bridge.seat == player.seat and bridge.a in own and bridge.b in own
        for bridge in state.bridges
    )


ENGINEERS = Faction(
    key="engineers",
    name="Engineers",
    colour="gray",
    start=Start(c=10, w=2, bowls=(3, 9, 0), cults=(0, 0, 0, 0)),
    vp_2017=16,
    costs={
        "D": Bag(w=1, c=1),
        "TP": Bag(w=1, c=4),
        "TE": Bag(w=1, c=4),
        "SH": Bag(w=3, c=6),
        "SA": Bag(w=3, c=6),
    },
    trading_post_beside_rival=Bag(w=1, c=2),
    income=STANDARD_INCOME
    | {
        "D": incomes(w=(0, 1, 2, 2, 3, 4, 4, 5, 6)),
        "TE": incomes(p=(0, 1, 1, 2), pw=(0, 0, 5, 5)),
    },
    stronghold_pass=_bridge_points,
    stronghold_pass_most=9,
    actions=(ActionSpace(key="ACTE", name="bridge", cost=Bag(w=2), bridges=1, once=False),),
)
