"""A few answers that make sense, whole and legal: for a mail that can be answered with one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.api import Offer
from engine.api import Seat as SeatNumber
from engine.registry import AnyRules
from games.bots.greedy import least_reluctant
from games.bots.policies import JUDGES

MOST = 6
MOST_OF_A_GROUP = 2
LOOKED_AT = 18
"""Of the best beginnings, so many are tried to the end."""
DEEPEST = 4
"""Follow-ups that a line may need to be whole: spades, then a building, then its tiles."""


@dataclass(frozen=True)
class Suggestion:
    line: str
    price: Mapping[str, int]
    """Of its first command."""


def ready_answers(*, rules: AnyRules, state: Any, seat: int) -> tuple[Suggestion, ...]:
    """Whole lines, best first, and one to pass; always the same for the same position."""
    me = SeatNumber(seat)
    offers = list(rules.legal(state, me))
    few = len(offers) <= MOST
    groups: dict[str, int] = {}
    chosen: dict[str, Suggestion] = {}
    for offer in offers if few else _ranked(rules, state, me, offers)[:LOOKED_AT]:
        if not few and groups.get(offer.group, 0) == MOST_OF_A_GROUP:
            continue
        groups[offer.group] = groups.get(offer.group, 0) + 1
        line = _whole(rules, state, me, offer.line)
        chosen.setdefault(line, Suggestion(line, offer.price))
    best = list(chosen.values())[:MOST]
    passing = {offer.line: offer for offer in offers if offer.group == "pass"}
    if passing and not any(answer.line in passing for answer in best):
        line, offer = next(iter(passing.items()))
        best.append(Suggestion(line, offer.price))
    return tuple(best)


def _ranked(rules: AnyRules, state: Any, seat: SeatNumber, offers: list[Offer]) -> list[Offer]:
    judge = JUDGES.get(rules.key)
    if judge is None:
        return offers
    judgement = judge.look(rules, state, seat)
    tried = least_reluctant(offers, judgement)
    worth = {offer.line: judgement.worth(rules.play(state, seat, offer.line)) for offer in tried}
    return sorted(tried, key=lambda offer: -worth[offer.line])


def _whole(rules: AnyRules, state: Any, seat: SeatNumber, line: str) -> str:
    """The line with the first thing that may follow, until it settles what it began."""
    for _ in range(DEEPEST):
        so_far = rules.compose(state, seat, line)
        if so_far.complete or so_far.refusal is not None or not so_far.offers:
            break
        line = f"{line}. {so_far.offers[0].line}"
    return line
