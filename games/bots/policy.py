"""What a bot is, and the simplest one."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Protocol

from engine.api import Offer, Rules, Seat

EAGER = 10.0
"""A liking from which on an offer is worth looking for."""


class Policy(Protocol):
    """A way to play."""

    def choose(self, rules: Rules[Any], state: Any, seat: Seat, rng: Random) -> str:
        """A line that `play` accepts from a seat with an open decision."""
        ...


class Chooser(Policy, Protocol):
    """A policy that can be given what it chooses from, so that it is listed only once."""

    def choose_from(
        self, rules: Rules[Any], state: Any, seat: Seat, offers: list[Offer], rng: Random
    ) -> str:
        """One of these legal offers, or another line that is as legal."""
        ...


class Taste(Protocol):
    """How much more than another a bot likes each of some offers; 1 is neither here nor there."""

    def __call__(
        self, rules: Rules[Any], state: Any, seat: Seat, offers: list[Offer]
    ) -> list[float]: ...


class NoOffers(RuntimeError):
    """A seat owes a decision but nothing is legal: a dead end, and a bug of the rules."""


class Manners(Protocol):
    """What bots of a game do not do although it is legal."""

    def __call__(
        self, rules: Rules[Any], state: Any, seat: Seat, offers: list[Offer]
    ) -> list[Offer]: ...


def anything(rules: Rules[Any], state: Any, seat: Seat, offers: list[Offer]) -> list[Offer]:
    """No manners at all."""
    return offers


def no_taste(rules: Rules[Any], state: Any, seat: Seat, offers: list[Offer]) -> list[float]:
    """All offers are liked alike."""
    return [1.0] * len(offers)


def offers_for(rules: Rules[Any], state: Any, seat: Seat, manners: Manners) -> list[Offer]:
    """What a bot chooses from. Raises NoOffers."""
    offers = list(rules.legal(state, seat))
    if not offers:
        raise NoOffers(f"seat {seat}: {rules.pending(state)}")
    return manners(rules, state, seat, offers)


class RandomPolicy:
    """Any legal step: first a heading at random, then one of its offers.

    By headings, because otherwise the many ways to convert would drown the few ways to build.
    """

    def __init__(
        self,
        manners: Manners = anything,
        leanings: Mapping[str, float] | None = None,
        taste: Taste = no_taste,
    ) -> None:
        self.manners = manners
        self.leanings = leanings or {}
        """How often a heading is chosen against the others, where not as often as they."""
        self.taste = taste

    def choose(self, rules: Rules[Any], state: Any, seat: Seat, rng: Random) -> str:
        return self.choose_from(
            rules, state, seat, offers_for(rules, state, seat, self.manners), rng
        )

    def choose_from(
        self, rules: Rules[Any], state: Any, seat: Seat, offers: list[Offer], rng: Random
    ) -> str:
        groups: dict[str, list[tuple[Offer, float]]] = {}
        for offer, liking in zip(offers, self.taste(rules, state, seat, offers), strict=True):
            groups.setdefault(offer.group, []).append((offer, liking))
        weights = []
        for heading, liked in groups.items():
            most = max(liking for _, liking in liked)
            # What is liked very much draws attention to its heading, what nobody likes diverts it.
            attention = most if most >= EAGER or most < 1.0 else 1.0
            weights.append(self.leanings.get(heading, 1.0) * attention)
        liked = groups[rng.choices(list(groups), weights)[0]]
        return rng.choices([o for o, _ in liked], [liking for _, liking in liked])[0].line


class MoodyPolicy:
    """Sometimes one, sometimes another."""

    def __init__(self, *moods: Chooser) -> None:
        self.moods = moods

    def choose(self, rules: Rules[Any], state: Any, seat: Seat, rng: Random) -> str:
        return rng.choice(self.moods).choose(rules, state, seat, rng)

    def choose_from(
        self, rules: Rules[Any], state: Any, seat: Seat, offers: list[Offer], rng: Random
    ) -> str:
        return rng.choice(self.moods).choose_from(rules, state, seat, offers, rng)
