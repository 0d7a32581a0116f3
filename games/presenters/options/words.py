"""How a table's options are put into words and grouped, whatever the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from django.utils.functional import Promise

from engine.api import Json

Words = str | Promise


@dataclass(frozen=True, slots=True)
class OptionWords:
    """One option in the reader's language."""

    label: Words
    help: Words
    choices: Mapping[str, Words] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class OptionGroup:
    """Options that belong together on the form. Those of a folded group stand behind a heading."""

    key: str
    label: Words
    options: tuple[str, ...]
    folded: bool = False


@dataclass(frozen=True, slots=True)
class PresetWords:
    """What a ready-made choice of options is good for, and what goes with it."""

    help: Words
    seats: int
    rated: bool
    hours: int
    """Per move."""


@dataclass(frozen=True, slots=True)
class GameWords:
    """All that the lobby says about the options of one game."""

    name: Words
    options: Mapping[str, OptionWords]
    groups: tuple[OptionGroup, ...]
    presets: Mapping[str, PresetWords]
    """By the keys of `games.presets`."""
    refusals: Mapping[str, Words]
    """Sentences for the codes of `OptionError`, filled in with its facts and `label`."""
    facts: Callable[[Mapping[str, Json]], dict[str, Json]]
    """The facts of a refusal in words."""
    tags: Callable[[Mapping[str, Json]], list[Words]]
    """A few words on what is special about a table, for the list."""
    pictured: str = ""
    """The option that chooses the board, which the form shows as small pictures."""
    mirrored: Mapping[str, Json] = field(default_factory=dict)
    """What a mirror set is played with unless something else is chosen."""
