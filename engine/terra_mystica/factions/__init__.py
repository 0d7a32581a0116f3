"""All factions; a new one is a module and a line here."""

from __future__ import annotations

from engine.terra_mystica.factions.acolytes import ACOLYTES
from engine.terra_mystica.factions.alchemists import ALCHEMISTS
from engine.terra_mystica.factions.auren import AUREN
from engine.terra_mystica.factions.chaosmagicians import CHAOSMAGICIANS
from engine.terra_mystica.factions.cultists import CULTISTS
from engine.terra_mystica.factions.darklings import DARKLINGS
from engine.terra_mystica.factions.dragonlords import DRAGONLORDS
from engine.terra_mystica.factions.dwarves import DWARVES
from engine.terra_mystica.factions.engineers import ENGINEERS
from engine.terra_mystica.factions.fakirs import FAKIRS
from engine.terra_mystica.factions.giants import GIANTS
from engine.terra_mystica.factions.halflings import HALFLINGS
from engine.terra_mystica.factions.icemaidens import ICEMAIDENS
from engine.terra_mystica.factions.mermaids import MERMAIDS
from engine.terra_mystica.factions.model import Faction
from engine.terra_mystica.factions.nomads import NOMADS
from engine.terra_mystica.factions.riverwalkers import RIVERWALKERS
from engine.terra_mystica.factions.shapeshifters import SHAPESHIFTERS
from engine.terra_mystica.factions.swarmlings import SWARMLINGS
from engine.terra_mystica.factions.witches import WITCHES
from engine.terra_mystica.factions.yetis import YETIS

FACTIONS: dict[str, Faction] = {
    faction.key: faction
    for faction in (
        ALCHEMISTS,
        DARKLINGS,
        CULTISTS,
        HALFLINGS,
        ENGINEERS,
        DWARVES,
        MERMAIDS,
        SWARMLINGS,
        AUREN,
        WITCHES,
        CHAOSMAGICIANS,
        GIANTS,
        FAKIRS,
        NOMADS,
        ICEMAIDENS,
        YETIS,
        DRAGONLORDS,
        ACOLYTES,
        SHAPESHIFTERS,
        RIVERWALKERS,
    )
}

FACTION_NAMES = {
    spelling: faction.key
    for faction in FACTIONS.values()
    for spelling in (faction.key, *faction.spellings)
}
"""Every name a faction is known by, old spellings included."""

FACTION_ACTIONS = {space.key: space for faction in FACTIONS.values() for space in faction.actions}
