"""The prepared first game (R1.10): factions in seat order with their dwellings, cards, tiles."""

from __future__ import annotations

from dataclasses import dataclass

SCORING = ("SCORE5", "SCORE7", "SCORE1", "SCORE6", "SCORE4", "SCORE8")


@dataclass(frozen=True, slots=True)
class FirstGame:
    """What is prepared for a number of players."""

    dwellings: dict[str, tuple[str, ...]]
    """Faction -> hexes in the order of placing; factions in seat order."""
    cards: tuple[str, ...]


FIRST_GAMES = {
    2: FirstGame(
        {"witches": ("C3", "F4"), "nomads": ("E8", "F3", "I7")},
        ("BON1", "BON3", "BON4", "BON5", "BON6"),
    ),
    3: FirstGame(
        {"witches": ("E9", "F4"), "nomads": ("F3", "G4", "I7"), "alchemists": ("E5", "G5")},
        ("BON1", "BON3", "BON4", "BON5", "BON6", "BON8"),
    ),
    4: FirstGame(
        {
            "witches": ("E9", "F4"),
            "nomads": ("D3", "E8", "I7"),
            "halflings": ("E6", "F5"),
            "mermaids": ("D5", "E4"),
        },
        ("BON1", "BON2", "BON3", "BON4", "BON5", "BON6", "BON8"),
    ),
    5: FirstGame(
        {
            "witches": ("C3", "E9"),
            "nomads": ("A5", "D3", "I7"),
            "halflings": ("E6", "F5"),
            "mermaids": ("E4", "H4"),
            "giants": ("D4", "D7"),
        },
        ("BON1", "BON2", "BON3", "BON4", "BON5", "BON6", "BON7", "BON8"),
    ),
}
