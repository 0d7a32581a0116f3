"""One action ahead: try every legal step, finish what the best of them begin, keep the best."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any, Protocol

from engine.api import MoveError, Offer, Rules, Seat, Step
from games.bots.policy import Manners, anything, offers_for

WIDTHS = (8, 3, 2, 1)
"""Unfinished steps that are looked at further, the most promising first; fewer the deeper: an
action, its spades, then a building, then its tiles."""
HOPE = 4.0
"""What an unfinished step is credited with until it has been looked at."""


class Judgement(Protocol):
    """What a bot thinks in one position, for one seat."""

    def reluctance(self, offer: Offer) -> int:
        """Only the offers of least reluctance are looked at."""
        ...

    def ideas(self) -> Iterable[str]:
        """Whole lines besides the offers that might be legal and good."""
        ...

    def worth(self, step: Step[Any]) -> float:
        """How much better off the seat is for a step."""
        ...

    def goes_on(self, step: Step[Any]) -> bool:
        """Whether a step only begins something that the seat finishes at once."""
        ...


class Judge(Protocol):
    """What a game's own bot knows."""

    def look(self, rules: Rules[Any], state: Any, seat: Seat) -> Judgement: ...


class GreedyPolicy:
    """The line that is worth most; among equals, any."""

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
        if len(offers) == 1:
            return offers[0].line
        judgement = self.judge.look(rules, state, seat)
        lines = [offer.line for offer in least_reluctant(offers, judgement)]
        lines += judgement.ideas()
        return _Search(rules, seat, judgement, rng).best(state, lines, 0)[1]


def least_reluctant(offers: Iterable[Offer], judgement: Judgement) -> list[Offer]:
    """The offers that a bot looks at."""
    ranked = [(judgement.reluctance(offer), offer) for offer in offers]
    least = min(rank for rank, _ in ranked)
    return [offer for rank, offer in ranked if rank == least]


class _Search:
    """The looking ahead for one choice."""

    def __init__(self, rules: Rules[Any], seat: Seat, judgement: Judgement, rng: Random) -> None:
        self.rules = rules
        self.seat = seat
        self.judgement = judgement
        self.rng = rng

    def best(self, state: Any, lines: list[str], depth: int) -> tuple[float, str]:
        judgement = self.judgement
        settled = (float("-inf"), "")
        begun: list[tuple[float, float, str, Any]] = []
        for line in lines:
            try:
                step = self.rules.play(state, self.seat, line)
            except MoveError:
                # An idea that is not legal here; offers always are.
                continue
            # A whiff of chance decides between equals.
            worth = judgement.worth(step) + self.rng.random() / 1_000
            if depth < len(WIDTHS) and judgement.goes_on(step):
                begun.append((worth + HOPE, worth, line, step.state))
            else:
                settled = max(settled, (worth, line))
        begun.sort(key=lambda item: -item[0])
        for _, worth, line, after in begun[: WIDTHS[depth]] if begun else ():
            settled = max(settled, (worth + self.following(after, depth), line))
        return settled

    def following(self, state: Any, depth: int) -> float:
        """What the rest of the same decision is worth; nothing if there is none."""
        offers = list(self.rules.legal(state, self.seat))
        if not offers:
            return 0.0
        lines = [offer.line for offer in least_reluctant(offers, self.judgement)]
        return self.best(state, lines, depth + 1)[0]
