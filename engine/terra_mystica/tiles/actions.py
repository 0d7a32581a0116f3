"""Action spaces: what they cost and what they give (R4.6, R4.7, N4)."""

from __future__ import annotations

from dataclasses import dataclass

from engine.terra_mystica.resources import NOTHING, Bag


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionSpace:
    """One space. Whatever it gives that needs a decision is owed by the player who took it."""

    key: str
    name: str
    cost: Bag = NOTHING
    tokens: int = 0
    """Power tokens that leave the game as price."""
    gain: Bag = NOTHING
    spades: int = 0
    one_hex: bool = True
    """All its spades go to one hex (R6.2a)."""
    may_add_spades: bool = False
    bridges: int = 0
    steps: int = 0
    same_track: bool = False
    actions: int = 0
    sandstorm: bool = False
    free_dwelling: bool = False
    free_upgrade: bool = False
    new_home: bool = False
    needs_stronghold: bool = False
    once: bool = True
    """Once per round."""


def _power(key: str, name: str, power: int, **gives: object) -> ActionSpace:
    return ActionSpace(key=key, name=name, cost=Bag(pw=power), **gives)  # type: ignore[arg-type]


POWER_ACTIONS = {
    space.key: space
    for space in (
        _power("ACT1", "bridge", 3, bridges=1),
        _power("ACT2", "priest", 3, gain=Bag(p=1)),
        _power("ACT3", "two workers", 4, gain=Bag(w=2)),
        _power("ACT4", "seven coins", 4, gain=Bag(c=7)),
        _power("ACT5", "one spade", 4, spades=1, may_add_spades=True),
        _power("ACT6", "two spades", 6, spades=2, one_hex=False, may_add_spades=True),
    )
}
"""Open to everybody, each once per round over all players (R4.6)."""
