"""Make the golden games again: `python -m tests.engine.terra_mystica.golden.make`.

Only after a change of the rules that is meant to change them; look at the difference before it
is committed.
"""

from __future__ import annotations

import sys
from typing import NamedTuple

from games.bots.order import Order
from games.bots.selfplay import self_play
from tests.engine.terra_mystica.golden import FOLDER, write


class Wanted(NamedTuple):
    map: str
    factions: str
    options: str = ""
    seed: int = 1


WANTED = (
    Wanted("original", "witches dwarves"),
    Wanted("original", "halflings mermaids giants nomads", "variable-turn-order=no"),
    Wanted("fire-and-ice-1", "alchemists swarmlings auren", "final-tiles=connected-distance"),
    Wanted("fire-and-ice-2", "cultists darklings engineers fakirs", "final-tiles=building-on-edge"),
    Wanted(
        "loon-lakes",
        "chaosmagicians yetis halflings witches mermaids",
        "final-tiles=connected-clusters",
    ),
    Wanted(
        "fjords",
        "icemaidens dragonlords shapeshifters cultists",
        "final-tiles=connected-sa-sh-distance",
    ),
    Wanted("archipelago", "riverwalkers acolytes engineers"),
    Wanted("fjords", "acolytes riverwalkers", "strict-leech=no errata-cultist-power=no"),
    Wanted(
        "original",
        "shapeshifters dragonlords giants fakirs auren",
        "mini-expansion-1=no shipping-bonus=no temple-scoring-tile=no",
    ),
    Wanted("fire-and-ice-1", "darklings chaosmagicians icemaidens", "strict-darkling-sh=no"),
)


def main() -> int:
    for old in FOLDER.glob("*.txt"):
        old.unlink()
    for number, wanted in enumerate(WANTED, 1):
        factions = tuple(wanted.factions.split())
        order = Order(
            players=(len(factions),),
            seed=wanted.seed + number,
            policy="greedy",
            map=wanted.map,
            options=tuple(wanted.options.split()),
            factions=factions,
        )
        (played,) = self_play(order)
        name = f"{number:02}_{len(factions)}p_{wanted.map}.txt"
        (FOLDER / name).write_text(write(played.record), encoding="utf-8")
        print(name, played.scores)
    return 0


if __name__ == "__main__":
    sys.exit(main())
