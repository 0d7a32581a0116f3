"""Bags of resources and the three power bowls (R3): plain arithmetic, no state."""

from __future__ import annotations

import msgspec


class Bag(msgspec.Struct, frozen=True):
    """An amount of things: victory points, coins, workers, priests, power."""

    vp: int = 0
    c: int = 0
    w: int = 0
    p: int = 0
    pw: int = 0

    def times(self, n: int) -> Bag:
        return Bag(self.vp * n, self.c * n, self.w * n, self.p * n, self.pw * n)

    def __add__(self, other: Bag) -> Bag:
        return Bag(
            self.vp + other.vp,
            self.c + other.c,
            self.w + other.w,
            self.p + other.p,
            self.pw + other.pw,
        )

    def __bool__(self) -> bool:
        return self != NOTHING

    def facts(self) -> dict[str, int]:
        """What is in it, without the zeros."""
        return {name: value for name, value in msgspec.structs.asdict(self).items() if value}


NOTHING = Bag()


def room(bowls: tuple[int, int, int]) -> int:
    """The most power that can be gained now (R3.2)."""
    return 2 * bowls[0] + bowls[1]


def gain_power(bowls: tuple[int, int, int], power: int) -> tuple[int, int, int]:
    """R3.2: each point moves a token from I to II, or when I is empty from II to III."""
    one, two, three = bowls
    first = min(power, one)
    second = min(power - first, two + first)
    return one - first, two + first - second, three + second


def remove_tokens(bowls: tuple[int, int, int], count: int) -> tuple[int, int, int]:
    """Tokens leave the cycle for good: bowl I first, then II, then III (R12.5)."""
    left = []
    for tokens in bowls:
        gone = min(tokens, count)
        count -= gone
        left.append(tokens - gone)
    return left[0], left[1], left[2]
