"""The maps that come with the game, each a text file in this folder, and maps given as text."""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path

from engine.terra_mystica.maps.land import Land, read_land

MAPS = {
    "original": "Original map",
    "fire-and-ice-1": "Fire & Ice, side 1",
    "fire-and-ice-2": "Fire & Ice, side 2: alternative base map",
    "loon-lakes": "Loon Lakes 1.6",
    "fjords": "Fjords 2.1",
    "archipelago": "Archipelago",
}
ALSO_CALLED = {
    "base": "original",
    "fire-and-ice": "fire-and-ice-1",
    "revised-base": "fire-and-ice-2",
    "orig": "original",
    "map1": "fire-and-ice-1",
    "map2": "fire-and-ice-2",
    "loon": "loon-lakes",
}
"""Names of maps elsewhere."""
CUSTOM = "custom"
"""The choice of a map that is given as text."""


@cache
def text_of(key: str) -> str:
    """The text of a map of the game."""
    return Path(__file__).with_name(key.replace("-", "_") + ".txt").read_text(encoding="utf-8")


@lru_cache(maxsize=64)
def land_of(key: str) -> Land:
    """The tables of a map, computed once per process: of a named map, or of a map given as text."""
    return read_land(text_of(key) if key in MAPS else key)


def key_of(identifier: str) -> str | None:
    """The map that a record names by its checksum, or by its key."""
    wanted = "-".join(identifier.lower().replace("_", " ").split())
    for key in MAPS:
        if wanted in (key, land_of(key).identifier):
            return key
    return ALSO_CALLED.get(wanted)
