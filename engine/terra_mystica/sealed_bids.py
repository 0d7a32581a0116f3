"""The fast auction: everybody bids on everything at once, and one rule assigns.

Each player writes a bid for every faction and for every position of the turn order. What an
assignment is worth is the sum of the bids of those who get what they bid on; the assignment worth
most is taken. Who gets a faction and a position starts with 40 points less both of his bids.

Published tie rule: of several assignments worth the same, the one in which the player of the first
seat gets the thing he bid most on, then the player of the second seat, and so on; of those that
still remain, the one that gives the first seat the thing listed first, then the second seat …
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

STARTING_POINTS = 40
"""As in the open auction (R1.12)."""


def assign(bids: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """For each player the number of the thing he gets; `bids[player][thing]`.

    There are as many things as players, or more if somebody left. Five players make 120
    assignments: looking at all of them is exact, and quick enough.
    """

    def worth(choice: tuple[int, ...]) -> tuple[int, list[int], list[int]]:
        own = [bids[player][thing] for player, thing in enumerate(choice)]
        # The largest of these wins, so "listed first" counts downwards.
        return sum(own), own, [-thing for thing in choice]

    things = range(len(bids[0])) if bids else range(0)
    return max(permutations(things, len(bids)), key=worth)


def starting_points(
    faction_bids: Sequence[Sequence[int]],
    factions: Sequence[int],
    position_bids: Sequence[Sequence[int]],
    positions: Sequence[int],
) -> tuple[int, ...]:
    """What each player starts with after paying both of his own bids."""
    return tuple(
        STARTING_POINTS - of_factions[faction] - of_positions[position]
        for of_factions, faction, of_positions, position in zip(
            faction_bids, factions, position_bids, positions, strict=True
        )
    )
