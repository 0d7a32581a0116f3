"""The only list of games: (key, version) -> Rules.

A running game keeps the version it was started with; new tables get the latest. A retired
version may leave this list only when no stored game has it any more.
"""

from __future__ import annotations

from typing import Any

from engine.api import Rules

AnyRules = Rules[Any]
"""Rules whose state the caller only hands on."""


class UnknownGame(LookupError):
    """No such game, or no longer this version of it."""


def _load() -> dict[tuple[str, int], AnyRules]:
    try:
        from engine.terra_mystica.rules import RULES
    except ModuleNotFoundError:
        return {}
    return {(RULES.key, RULES.version): RULES}


_GAMES = _load()


def all_games() -> tuple[AnyRules, ...]:
    """Every version of every game that can be played."""
    return tuple(_GAMES.values())


def rules_for(key: str, version: int) -> AnyRules:
    """The rules a stored game was started with."""
    try:
        return _GAMES[key, version]
    except KeyError:
        raise UnknownGame(f"{key}, version {version}") from None


def latest(key: str) -> AnyRules:
    """The rules for a new table."""
    versions = [version for known, version in _GAMES if known == key]
    if not versions:
        raise UnknownGame(key)
    return _GAMES[key, max(versions)]
