"""What a faction is: figures of its board, and answers to the questions the core asks (R11, R12).

The core never asks who you are. It asks a faction what something costs or what follows, and every
question has the ordinary answer as its default.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from engine.terra_mystica.factions.terraforming import Terraforming, Wheel
from engine.terra_mystica.resources import NOTHING, Bag
from engine.terra_mystica.tiles.actions import ActionSpace

if TYPE_CHECKING:
    from engine.terra_mystica.state import Player, State

STANDARD_COSTS = {
    "D": Bag(w=1, c=2),
    "TP": Bag(w=2, c=6),
    "TE": Bag(w=2, c=5),
    "SH": Bag(w=4, c=6),
    "SA": Bag(w=4, c=6),
}


def incomes(**tables: tuple[int, ...]) -> tuple[Bag, ...]:
    """Income by number of buildings, from one table per resource."""
    length = max(len(table) for table in tables.values())
    return tuple(
        Bag(**{name: table[count] for name, table in tables.items()}) for count in range(length)
    )


STANDARD_INCOME = {
    "D": incomes(w=(1, 2, 3, 4, 5, 6, 7, 8, 8)),
    "TP": incomes(c=(0, 2, 4, 6, 8), pw=(0, 1, 2, 4, 6)),
    "TE": incomes(p=(0, 1, 2, 3)),
    "SH": incomes(pw=(0, 2)),
    "SA": incomes(p=(0, 1)),
}
STANDARD_DIG_STEP = Bag(w=2, c=5, p=1)
STANDARD_BESIDE_RIVAL = Bag(w=2, c=3)
STANDARD_WHEEL = Wheel()
STANDARD_POWER = {"D": 1, "TP": 2, "TE": 2, "SH": 3, "SA": 3}


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """What a player begins with (R16.1)."""

    c: int = 15
    w: int = 3
    p: int = 0
    bowls: tuple[int, int, int] = (5, 7, 0)
    cults: tuple[int, int, int, int] = (0, 0, 0, 0)
    dwellings: int = 2
    priest_limit: int = 7


@dataclass(frozen=True, slots=True, kw_only=True)
class Shipping:
    """The shipping track (R4.4); a track that ends where it starts cannot be advanced."""

    start: int = 0
    max: int = 3
    vp: Mapping[int, int] = field(default_factory=lambda: {1: 2, 2: 3, 3: 4})
    usable: bool = True
    """False: BON4 does not help either (R5.4)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Digging:
    """Price of a bought spade by level, and of the next level (R4.5)."""

    spade: tuple[Bag, ...] = (Bag(w=3), Bag(w=2), Bag(w=1))
    advance: Bag = STANDARD_DIG_STEP
    advance_vp: int = 6
    vp_per_bought: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Flight:
    """Tunnel or carpet (R5.7)."""

    name: str
    skip: int = 1
    skip_with_stronghold: int = 1
    max_skip: int = 1
    cost: Bag
    cost_with_stronghold: Bag
    vp: int = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class OnStronghold:
    """What happens at once when the stronghold stands (R6.4a)."""

    gain: Bag = NOTHING
    spades: int = 0
    favors: int = 0
    shipping: int = 0
    bridges: int = 0
    priests_from_workers: int = 0
    tokens_per_faction: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Faction:
    """One faction board."""

    key: str
    name: str
    colour: str
    """Home colour, or the kind of board: "ice", "volcano", "variable"."""
    start: Start
    vp_2017: int
    option: str = ""
    """The option that brings it into the game; none for the base game."""
    spellings: tuple[str, ...] = ()
    """Older names under which records know it."""
    costs: Mapping[str, Bag] = field(default_factory=lambda: STANDARD_COSTS)
    trading_post_beside_rival: Bag = STANDARD_BESIDE_RIVAL
    income: Mapping[str, tuple[Bag, ...]] = field(default_factory=lambda: STANDARD_INCOME)
    power: Mapping[str, int] = field(default_factory=lambda: STANDARD_POWER)
    shipping: Shipping = Shipping()
    digging: Digging | None = Digging()
    terraforming: Terraforming = STANDARD_WHEEL
    flight: Flight | None = None
    conversions: Mapping[tuple[str, str], tuple[int, int]] = field(default_factory=dict)
    """Extra rates: (from, to) -> (amount given, amount taken)."""
    coins_per_vp: int = 3
    favors_per_temple: int = 1
    places_last: bool = False
    """Takes no part in the two passes of starting dwellings (R1.8)."""
    terrain_choice: Literal["", "at once", "last"] = ""
    """When it chooses a terrain at set-up (R1.6)."""
    chosen_is_home: bool = False
    """The chosen terrain is a home terrain like any other (R12.7)."""
    favor_at_start: bool = False
    river_bound: bool = False
    """Builds by ship only and unlocks terrain with priests (R12.8)."""
    spans_river: bool = False
    """May found towns around a river hex (R11.7)."""
    vp_per_spade: int = 0
    power_per_spade_with_stronghold: int = 0
    town_gain: Bag = NOTHING
    on_stronghold: OnStronghold = OnStronghold()
    stronghold_pass: Callable[[State, Player], int] | None = None
    """Points on each pass once the stronghold stands."""
    stronghold_pass_most: int = 0
    """The most of them that can ever be."""
    actions: tuple[ActionSpace, ...] = ()
    power_discount: int = 0
    reuses_power_actions: bool = False
    """With the stronghold, spaces taken by anybody are open (R12.3)."""
    extra_priest_step: int = 0
    """With the stronghold, more steps per priest sent (R8.1)."""
    when_power_taken: Literal["", "step", "token"] = ""
    """What it gets when an opponent takes power from its building (R11.3, R12.7)."""

    def cost(self, building: str, *, beside_rival: bool = False) -> Bag:
        if building == "TP" and beside_rival:
            return self.trading_post_beside_rival
        return self.costs[building]
