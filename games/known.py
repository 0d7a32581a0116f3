"""The games that can be played here, for apps that do not know the engine."""

from __future__ import annotations

from engine.registry import AnyRules, all_games, latest

__all__ = ["AnyRules", "game_keys", "rules_named"]


def rules_named(key: str) -> AnyRules:
    """The newest rules of a game."""
    return latest(key)


def game_keys() -> tuple[str, ...]:
    return tuple(sorted({rules.key for rules in all_games()}))
