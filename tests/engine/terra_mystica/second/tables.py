"""Tiles and actions, typed from the tables of the rules (R16), and the boards of the factions."""

from __future__ import annotations

import json

from tests.engine.terra_mystica.second.board import ORACLE

FACTIONS = json.loads((ORACLE / "factions.json").read_text(encoding="utf-8"))
CULTS = ["FIRE", "WATER", "EARTH", "AIR"]

CARDS: dict[str, dict[str, int]] = {
    "BON1": {"C": 2},
    "BON2": {"C": 4},
    "BON3": {"C": 6},
    "BON4": {"PW": 3},
    "BON5": {"PW": 3, "W": 1},
    "BON6": {"W": 2},
    "BON7": {"W": 1},
    "BON8": {"P": 1},
    "BON9": {"C": 2},
    "BON10": {"PW": 3},
}
FAVORS = {
    "FAV1": ("FIRE", 3),
    "FAV2": ("WATER", 3),
    "FAV3": ("EARTH", 3),
    "FAV4": ("AIR", 3),
    "FAV5": ("FIRE", 2),
    "FAV6": ("WATER", 2),
    "FAV7": ("EARTH", 2),
    "FAV8": ("AIR", 2),
    "FAV9": ("FIRE", 1),
    "FAV10": ("WATER", 1),
    "FAV11": ("EARTH", 1),
    "FAV12": ("AIR", 1),
}
FAVOR_INCOME: dict[str, dict[str, int]] = {
    "FAV7": {"W": 1, "PW": 1},
    "FAV8": {"PW": 4},
    "FAV9": {"C": 3},
}
TOWNS: dict[str, dict[str, int]] = {
    "TW1": {"VP": 5, "C": 6},
    "TW2": {"VP": 7, "W": 2},
    "TW3": {"VP": 9, "P": 1},
    "TW4": {"VP": 6, "PW": 8},
    "TW5": {"VP": 8},
    "TW6": {"VP": 2},
    "TW7": {"VP": 4},
    "TW8": {"VP": 11},
}
TOWN_STEPS = {"TW5": 1, "TW6": 2}
TOWN_COPIES = {"TW6": 1, "TW8": 1}
# Tile: what scores, points, track looked at, steps for a reward, the reward.
SCORING: dict[str, tuple[str, int, str, int, dict[str, int]]] = {
    "SCORE1": ("SPADE", 2, "EARTH", 1, {"C": 1}),
    "SCORE2": ("TOWN", 5, "EARTH", 4, {"SPADE": 1}),
    "SCORE3": ("D", 2, "WATER", 4, {"P": 1}),
    "SCORE4": ("SH SA", 5, "FIRE", 2, {"W": 1}),
    "SCORE5": ("D", 2, "FIRE", 4, {"PW": 4}),
    "SCORE6": ("TP", 3, "WATER", 4, {"SPADE": 1}),
    "SCORE7": ("SH SA", 5, "AIR", 2, {"W": 1}),
    "SCORE8": ("TP", 3, "AIR", 4, {"SPADE": 1}),
    "SCORE9": ("TE", 4, "PRIESTS", 1, {"C": 2}),
}
POWER_ACTIONS = {"ACT1": 3, "ACT2": 3, "ACT3": 4, "ACT4": 4, "ACT5": 4, "ACT6": 6}
RATES = {
    "PW>P": (5, 1),
    "PW>W": (3, 1),
    "PW>C": (1, 1),
    "P>W": (1, 1),
    "P>C": (1, 1),
    "W>C": (1, 1),
    "VP>C": (1, 1),
    "C>VP": (2, 1),
}
