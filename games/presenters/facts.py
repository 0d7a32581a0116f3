"""Game kinds, and the keys of their facts (`games.selectors.finished_facts`), in words.

A game registers its words here; one without any shows its keys.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.utils.translation import ngettext

from engine.registry import all_games, latest
from games.presenters.options import game_words
from games.presenters.terra_mystica import facts as terra_mystica


@dataclass(frozen=True, slots=True)
class GameKind:
    key: str
    name: str


@dataclass(frozen=True, slots=True)
class FactWords:
    name: Callable[[str, str], str]
    """Of a fact by its kind and key."""
    family: Callable[[str], str]
    """The pile of a tile."""
    colour: Callable[[str], str]
    """Of a faction's disc; empty: none."""


PLAIN = FactWords(name=lambda kind, key: key, family=lambda tile: "", colour=lambda faction: "")
WORDS: Mapping[str, FactWords] = {
    "terra_mystica": FactWords(
        name=terra_mystica.fact_name,
        family=terra_mystica.family_of,
        colour=terra_mystica.faction_colour,
    )
}


def game_kinds() -> list[GameKind]:
    """Every game that can be played here, in the reader's language."""
    keys = dict.fromkeys(rules.key for rules in all_games())
    return [GameKind(key, str(game_words(latest(key)).name)) for key in keys]


def fact_words(rules_key: str) -> FactWords:
    return WORDS.get(rules_key, PLAIN)


def players_in_words(count: int) -> str:
    return ngettext("%(count)s player", "%(count)s players", count) % {"count": count}
