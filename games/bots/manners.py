"""What bots of Terra Mystica do not do although the rules allow it."""

from __future__ import annotations

from typing import Any

from engine.api import Offer, Rules, Seat
from engine.terra_mystica.line import ADDS_SPADES
from games.bots.policy import EAGER

LEANINGS = {
    "upgrade": 8.0,
    "special-action": 2.0,
    "power-action": 1.5,
    "dig": 0.4,
    "priest": 0.5,
    "pass": 0.06,
    "convert": 0.08,
    "waive": 0.15,
    "done": 0.1,
}
"""Headings that a bot playing at random chooses more or less often, so that more happens."""
WANTED = {"TW7": EAGER, "FAV5": 2.0, "W:P": EAGER, "ACTH5": EAGER}
"""Targets that are rarely there to be chosen."""
BUILDINGS = {"SH": EAGER, "SA": EAGER, "TE": 4.0}
RIVER = "river"
SAVED = 0.05
"""How much power is spent on other things by who may buy something rare for it."""
COMPANY = 8.0
"""How much a place beside own buildings is preferred: towns come of it."""


def oldest_answer_first(
    rules: Rules[Any], state: Any, seat: Seat, offers: list[Offer]
) -> list[Offer]:
    """Of several offers by one faction the oldest is accepted first.

    Some readers of records tell offers apart by the power really gained, not by the power offered,
    and would take an older offer of that size for the one that is meant.
    """
    if sum(offer.verb == "leech" for offer in offers) < 2:
        return offers
    oldest: dict[str, int] = {}
    for decision in rules.pending(state):
        if decision.seat == seat and decision.kind == "leech":
            facts = decision.reason.facts
            oldest.setdefault(str(facts["from"]), int(facts["size"]))
    return [
        offer
        for offer in offers
        if offer.verb != "leech" or offer.amount == oldest.get(offer.target)
    ]


def plainly_told(rules: Rules[Any], state: Any, seat: Seat, offers: list[Offer]) -> list[Offer]:
    """Nothing of which some readers of records would make something else.

    They let nobody give up a spade in a double turn that has bought one, whatever the action.
    """
    turn = state.turn
    if turn is not None and turn.seat == seat and turn.double and turn.bought and turn.actions:
        others = [offer for offer in offers if offer.target not in ADDS_SPADES]
        # What is left if there is nothing else must do.
        offers = others or offers
    return oldest_answer_first(rules, state, seat, offers)


def something_rare(rules: Rules[Any], state: Any, seat: Seat, offers: list[Offer]) -> list[float]:
    """A liking for towns, great buildings and whatever else a game at random shows too seldom."""
    if not any(offer.group in ("build", "power-action") for offer in offers):
        return [_liking(offer, frozenset(), saving=False) for offer in offers]
    view = rules.view(state, seat)
    spaces = {space["space"] for space in view["seats"][seat].get("spaces", ())}
    own = {spot["name"] for spot in view["hexes"] if spot["seat"] == seat}
    # Beside an own building, or across one hex of a river.
    homely = frozenset(
        place
        for spot in view["hexes"]
        if spot["name"] in own or (spot["terrain"] == RIVER and own.intersection(spot["beside"]))
        for place in spot["beside"]
    )
    return [_liking(offer, homely, saving="ACTH5" in spaces) for offer in offers]


def _liking(offer: Offer, homely: frozenset[str], *, saving: bool) -> float:
    if any(note.code == "town" for note in offer.notes):
        return EAGER
    if saving and offer.group in ("power-action", "special-action", "power", "token", "convert"):
        return _thrift(offer)
    if offer.group == "upgrade":
        return BUILDINGS.get(offer.line.rsplit(" ", 1)[-1], 1.0)
    if offer.group == "build" and offer.target in homely:
        return COMPANY
    return WANTED.get(offer.target, 1.0)


def _thrift(offer: Offer) -> float:
    """Power is taken wherever it can be had, and neither spent nor thrown away."""
    if offer.verb in ("leech", "gain"):
        return EAGER
    if offer.verb in ("burn", "decline") or "pw" in offer.price or "tokens" in offer.price:
        return WANTED.get(offer.target, SAVED)
    return WANTED.get(offer.target, 1.0)
