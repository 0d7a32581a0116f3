"""The words of the game: terrain, cults, buildings (R0)."""

from __future__ import annotations

WHEEL = ("yellow", "brown", "black", "blue", "green", "gray", "red")
"""The seven normal types in the order of the wheel (R6.1), named by colour."""

TERRAIN_NAMES = {
    "yellow": "desert",
    "brown": "plains",
    "black": "swamp",
    "blue": "lakes",
    "green": "forest",
    "gray": "mountains",
    "red": "wasteland",
    "ice": "ice",
    "volcano": "volcano",
}
ICE = "ice"
VOLCANO = "volcano"
RIVER = "river"
PERMANENT = frozenset({ICE, VOLCANO})
"""Terrain that nobody can change any more (R6.1c)."""

CULTS = ("fire", "water", "earth", "air")
"""Always in this order."""

BUILDINGS = ("D", "TP", "TE", "SH", "SA")
BUILDING_NAMES = {
    "D": "dwelling",
    "TP": "trading post",
    "TE": "temple",
    "SH": "stronghold",
    "SA": "sanctuary",
}
PIECES = {"D": 8, "TP": 4, "TE": 3, "SH": 1, "SA": 1}
"""How many of each a player has (R1.1)."""
UPGRADES = {"TP": "D", "TE": "TP", "SH": "TP", "SA": "TE"}
"""What each building replaces (R6.4)."""

ROUNDS = 6
LAST_STEP = 10
_POSITION = {colour: index for index, colour in enumerate(WHEEL)}


def wheel_distance(a: str, b: str) -> int:
    """Steps on the wheel by the shorter way, 0 to 3."""
    away = abs(_POSITION[a] - _POSITION[b])
    return min(away, 7 - away)


def passes_through(a: str, b: str, middle: str) -> bool:
    """Whether the shorter way from `a` to `b` runs through `middle` (R6.1a)."""
    if middle in (a, b) or middle not in _POSITION:
        return False
    return wheel_distance(a, middle) + wheel_distance(middle, b) == wheel_distance(a, b)


def towards(start: str, goal: str, steps: int) -> str:
    """The type reached from `start` after `steps` on the shorter way to `goal`."""
    forward = (_POSITION[goal] - _POSITION[start]) % 7
    direction = 1 if forward <= 3 else -1
    return WHEEL[(_POSITION[start] + direction * steps) % 7]
