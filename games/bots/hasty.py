"""A bot that looks at a handful of its legal steps only: quick, and better than chance."""

from __future__ import annotations

from random import Random
from typing import Any

from engine.api import Offer, Rules, Seat
from games.bots.greedy import Judge, least_reluctant
from games.bots.policy import Manners, anything, offers_for

LOOKS = 8
"""Offers that are tried, at most two under each heading."""


class HastyPolicy:
    """The best of a few offers, drawn so that every heading has its chance."""

    def __init__(self, judge: Judge, manners: Manners = anything) -> None:
        self.judge = judge
        self.manners = manners

    def choose(self, rules: Rules[Any], state: Any, seat: Seat, rng: Random) -> str:
        return self.choose_from(
            rules, state, seat, offers_for(rules, state, seat, self.manners), rng
        )

    def choose_from(
        self, rules: Rules[Any], state: Any, seat: Seat, offers: list[Offer], rng: Random
    ) -> str:
        judgement = self.judge.look(rules, state, seat)
        tried = _some(least_reluctant(offers, judgement), rng)
        steps = {offer.line: rules.play(state, seat, offer.line) for offer in tried}
        # What changes nothing could be chosen for ever.
        useful = [line for line, step in steps.items() if step.events] or list(steps)
        return max(useful, key=lambda line: judgement.worth(steps[line]) + rng.random() / 1_000)


def _some(offers: list[Offer], rng: Random) -> list[Offer]:
    groups: dict[str, list[Offer]] = {}
    for offer in offers:
        groups.setdefault(offer.group, []).append(offer)
    few = [o for group in groups.values() for o in rng.sample(group, min(2, len(group)))]
    return few if len(few) <= LOOKS else rng.sample(few, LOOKS)
