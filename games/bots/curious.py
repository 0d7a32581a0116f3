"""A bot that wants to see what was seldom seen: it tries some steps and looks what happens."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any, Protocol

from engine.api import Event, MoveError, Offer, Rules, Seat, Step
from games.bots.policy import Chooser, Manners, anything, offers_for

LOOKED_AT = frozenset(
    (
        "faction",
        "favor",
        "town",
        "terrain",
        "token",
        "cult",
        "upgrade",
        "special-action",
        "power-action",
    )
)
"""Headings with few offers each, under which most of what is rare is found."""
FOLLOWED = frozenset(("special-action", "power-action"))
"""What shows its effect only with what is chosen after it."""
TEMPTED = 0.7
"""How often a rare thing is taken where there is one: who always did would play a strange game."""


class Curiosity(Protocol):
    """What has been seen so far."""

    def interest(self, seat: Seat, events: Iterable[Event]) -> float:
        """How much there is to see in these events that was seldom seen; 0 for nothing."""
        ...

    def missing(self, seat: Seat) -> bool:
        """Whether this seat could still show something rare that others cannot."""
        ...

    def missing_to_all(self) -> bool:
        """Whether anybody could still show something rare."""
        ...

    def commonness(self, offer: Offer) -> int:
        """How often somebody began a game with this."""
        ...


class CuriousPolicy:
    """Plays as usual, unless something rare is to be had."""

    def __init__(self, usual: Chooser, seen: Curiosity, manners: Manners = anything) -> None:
        self.usual = usual
        self.seen = seen
        self.manners = manners

    def choose(self, rules: Rules[Any], state: Any, seat: Seat, rng: Random) -> str:
        offers = offers_for(rules, state, seat, self.manners)
        beginnings = [offer for offer in offers if offer.group == "faction"]
        if rng.random() < TEMPTED:
            rare = self._rarest(rules, state, seat, offers)
            if rare:
                return rng.choice(rare)
        if beginnings:
            # Otherwise all are to be seen alike often.
            least = min(map(self.seen.commonness, beginnings))
            return rng.choice([o.line for o in beginnings if self.seen.commonness(o) == least])
        return self.usual.choose_from(rules, state, seat, offers, rng)

    def _rarest(self, rules: Rules[Any], state: Any, seat: Seat, offers: list[Offer]) -> list[str]:
        """The lines that show most, if any shows something rare."""
        rare = self.seen.missing(seat) or self.seen.missing_to_all()
        few = [o for o in offers if o.group == "faction" or (rare and o.group in LOOKED_AT)]
        interest = {
            line: worth
            for line, steps in self._tried(rules, state, seat, few, offers)
            if (worth := sum(self.seen.interest(seat, step.events) for step in steps))
        }
        most = max(interest.values(), default=0.0)
        return [line for line, worth in interest.items() if worth == most]

    def _tried(
        self,
        rules: Rules[Any],
        state: Any,
        seat: Seat,
        few: list[Offer],
        offers: list[Offer],
    ) -> Iterator[tuple[str, list[Step[Any]]]]:
        """Lines with the steps that they, and what may be chosen next, consist of."""
        of_its_own = self.seen.missing(seat)
        for offer in few:
            follow = of_its_own and offer.group in FOLLOWED
            yield from self._followed(rules, state, seat, offer.line, follow)
        if of_its_own:
            for line in _after_burning(rules, state, seat, offers):
                yield from self._followed(rules, state, seat, line, True)

    def _followed(
        self, rules: Rules[Any], state: Any, seat: Seat, line: str, follow: bool
    ) -> Iterator[tuple[str, list[Step[Any]]]]:
        try:
            step = rules.play(state, seat, line)
        except MoveError:
            return
        yield line, [step]
        if follow:
            for offer in rules.legal(step.state, seat):
                if offer.group in LOOKED_AT - FOLLOWED:
                    yield line, [step, rules.play(step.state, seat, offer.line)]


def _after_burning(rules: Rules[Any], state: Any, seat: Seat, offers: list[Offer]) -> Iterator[str]:
    """Own action spaces that are closed now and may be open after a sacrifice, the least first."""
    burns = sorted(o.amount for o in offers if o.verb == "burn" and o.amount is not None)
    if not burns:
        return
    opened = {offer.target for offer in offers if offer.verb == "action"}
    for space in rules.view(state, seat)["seats"][seat].get("spaces", ()):
        if not space["used"] and space["space"] not in opened:
            yield from (f"burn {count}. action {space['space']}" for count in burns)
