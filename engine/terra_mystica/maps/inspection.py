"""What is wrong with a map somebody drew, and what is only unusual about it.

Reading stops at the first error; a person who draws a map wants to hear of all of them at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import msgspec

from engine.api import Message
from engine.terra_mystica.factions import FACTIONS
from engine.terra_mystica.maps.land import Land, MapError, faults, read_land, rows_of
from engine.terra_mystica.terms import RIVER, WHEEL

LARGEST_IMBALANCE = 1
"""The printed maps have every type equally often; one more or less is still fair."""
FEWEST_OF_A_TYPE = 8
"""A player may want to place all his dwellings on hexes that need no spade."""


class MapReport(msgspec.Struct, frozen=True, kw_only=True):
    """The verdict on a map text."""

    errors: tuple[Message, ...]
    """The map cannot be played."""
    warnings: tuple[Message, ...]
    """It can, but a careful designer would look at these."""
    land_hexes: int = 0
    river_hexes: int = 0
    bridge_sites: int = 0
    identifier: str = ""
    """The checksum by which records name the map; empty if it cannot be played."""


def inspect_map(text: str) -> MapReport:
    """Everything there is to say about a map text."""
    rows, first_row = rows_of(text)
    wrong = tuple(_said(error) for error in faults(rows, first_row))
    if wrong:
        return MapReport(errors=wrong, warnings=())
    land = read_land(text)
    counts = Counter(land.terrain.values())
    errors = (*_unreachable(land), *_missing_types(counts))
    return MapReport(
        errors=errors,
        warnings=(*_imbalance(counts), *_no_water(land)),
        land_hexes=len(land.terrain),
        river_hexes=len(land.places) - len(land.terrain),
        bridge_sites=len(land.bridge_sites),
        identifier="" if errors else land.identifier,
    )


def _said(error: MapError) -> Message:
    return Message(code=error.code, facts=error.facts, section="R5.1")


def _unreachable(land: Land) -> Iterator[Message]:
    """Land that nobody could ever reach over land or water from the largest part."""
    parts: list[set[str]] = []
    left = set(land.terrain)
    while left:
        part, frontier = set(), [min(left)]
        while frontier:
            here = frontier.pop()
            if here in part:
                continue
            part.add(here)
            frontier += [n for n in (*land.neighbours[here], *land.by_ship[here]) if n not in part]
        parts.append(part)
        left -= part
    parts.sort(key=lambda part: (-len(part), min(part)))
    for part in parts[1:]:
        yield Message(code="unreachable-land", facts={"hexes": sorted(part)}, section="R5.6")


def _missing_types(counts: Counter[str]) -> Iterator[Message]:
    missing = [colour for colour in WHEEL if not counts[colour]]
    if missing:
        yield Message(code="missing-terrain", facts={"colours": missing}, section="R1.8")
    wanted = max(faction.start.dwellings for faction in FACTIONS.values())
    scarce = [colour for colour in WHEEL if 0 < counts[colour] < wanted]
    if scarce:
        facts = {"colours": scarce, "wanted": wanted}
        yield Message(code="scarce-terrain", facts=facts, section="R1.8")


def _imbalance(counts: Counter[str]) -> Iterator[Message]:
    shown = {colour: counts[colour] for colour in WHEEL}
    if max(shown.values()) - min(shown.values()) > LARGEST_IMBALANCE:
        yield Message(code="terrain-balance", facts={"counts": shown})
    few = [colour for colour, number in shown.items() if 0 < number < FEWEST_OF_A_TYPE]
    if few:
        yield Message(code="few-hexes", facts={"colours": few, "wanted": FEWEST_OF_A_TYPE})


def _no_water(land: Land) -> Iterator[Message]:
    if len(land.places) == len(land.terrain):
        yield Message(code="no-river", facts={"terrain": RIVER}, section="R5.4")
    elif not land.bridge_sites:
        yield Message(code="no-bridge-site", section="R5.5")
