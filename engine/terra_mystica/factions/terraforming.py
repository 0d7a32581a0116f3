"""How factions change terrain: the wheel, and those that go their own way (R6.1, R12.1, R12.4)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engine.api import IllegalMove
from engine.terra_mystica.terms import (
    ICE,
    PERMANENT,
    VOLCANO,
    WHEEL,
    passes_through,
    towards,
    wheel_distance,
)


class Terraforming:
    """The questions the core asks; `home` is the player's home terrain on the wheel."""

    uses_spades: bool = True
    """False: gained spades are exchanged for something else, or lapse."""
    only_home: bool = False
    """True: two spades, straight to home terrain or not at all."""

    def home(self, chosen: str) -> str:
        """The terrain dwellings stand on."""
        return chosen

    def price(self, old: str, new: str, home: str, spades: int) -> int:
        """Spades to turn a hex from `old` to `new` with `spades` at hand. Raises IllegalMove."""
        raise NotImplementedError

    def nearest(self, old: str, home: str, spades: int) -> str:
        """Home, or as near to it as the spades reach: `transform` without a colour."""
        raise NotImplementedError

    def targets(self) -> tuple[str, ...]:
        """What a hex can be turned into."""
        return WHEEL


def _check(old: str, new: str) -> None:
    if old in PERMANENT:
        raise IllegalMove("terrain", section="R6.1c", facts={"terrain": old})
    if old == new:
        raise IllegalMove("no-change", section="R6.1a", facts={"terrain": old})


def _wheel_price(old: str, new: str, home: str, spades: int) -> int:
    short = wheel_distance(old, new)
    if home in (old, new):
        # Only who has exactly the spades for the long way takes it (R6.1a).
        return 7 - short if spades == 7 - short else short
    return 7 - short if passes_through(old, new, home) else short


class Wheel(Terraforming):
    """The ordinary way: steps on the wheel, never through the own home terrain (R6.1a)."""

    def price(self, old: str, new: str, home: str, spades: int) -> int:
        _check(old, new)
        if new in PERMANENT:
            raise IllegalMove("terrain", section="R6.1a", facts={"terrain": new})
        return _wheel_price(old, new, home, spades)

    def nearest(self, old: str, home: str, spades: int) -> str:
        if old in PERMANENT or wheel_distance(old, home) <= spades:
            return home
        return towards(old, home, spades)


class AlwaysTwo(Terraforming):
    """Exactly two spades, and only to home (R6.1b)."""

    only_home = True

    def price(self, old: str, new: str, home: str, spades: int) -> int:
        _check(old, new)
        if new != home:
            raise IllegalMove("terrain", section="R6.1b", facts={"terrain": new, "home": home})
        return 2

    def nearest(self, old: str, home: str, spades: int) -> str:
        return home


class Ice(Terraforming):
    """To ice by the distance from the chosen type, which itself costs one (R12.1)."""

    def home(self, chosen: str) -> str:
        return ICE

    def price(self, old: str, new: str, home: str, spades: int) -> int:
        _check(old, new)
        if new == ICE:
            return max(1, wheel_distance(old, home))
        if new == VOLCANO:
            raise IllegalMove("terrain", section="R12.1", facts={"terrain": new})
        return _wheel_price(old, new, home, spades)

    def nearest(self, old: str, home: str, spades: int) -> str:
        if old in PERMANENT or max(1, wheel_distance(old, home)) <= spades:
            return ICE
        return towards(old, home, spades)

    def targets(self) -> tuple[str, ...]:
        return (ICE, *WHEEL)


@dataclass(frozen=True)
class Volcano(Terraforming):
    """Straight to volcano for a price that is no spades; spades become something else (R12.4)."""

    pays: Literal["tokens", "steps"]
    price_other: int
    price_rival_home: int

    uses_spades = False

    def home(self, chosen: str) -> str:
        return VOLCANO

    def price(self, old: str, new: str, home: str, spades: int) -> int:
        _check(old, new)
        if new != VOLCANO:
            raise IllegalMove("terrain", section="R12.4", facts={"terrain": new})
        return 1

    def nearest(self, old: str, home: str, spades: int) -> str:
        return VOLCANO

    def targets(self) -> tuple[str, ...]:
        return (VOLCANO,)


class Never(Terraforming):
    """No spades at all (R12.8)."""

    uses_spades = False

    def price(self, old: str, new: str, home: str, spades: int) -> int:
        raise IllegalMove("not-here", section="R12.8")

    def nearest(self, old: str, home: str, spades: int) -> str:
        return home

    def targets(self) -> tuple[str, ...]:
        return ()
