"""What an order says on a table as it stands: by what everybody may see, and what is legal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from engine.api import Json
from engine.api import Seat as SeatNumber
from engine.registry import AnyRules
from games.orders.language import Condition, OfferRule, TurnOrder

OFFER_KINDS = frozenset({"leech"})
TURN_KINDS = frozenset({"action"})
PAYS_WITH = "vp"

View = Mapping[str, Json]


def is_free(view: View, thing: str) -> bool | None:
    """Whether an action, a bonus card, a tile or a hex is still to be had; None: no such thing.

    A power action is free until somebody takes it in this round, a bonus card as long as it lies
    in the supply, a tile as long as one is left, a hex until something stands on it.
    """
    for row in view.get("actions", ()):
        if row["action"] == thing:
            return not row["taken"]
    for row in view.get("hexes", ()):
        if row["name"] == thing:
            return row["building"] is None
    for pile in ("favors", "towns"):
        if thing in view.get(pile, {}):
            return int(view[pile][thing]) > 0
    if any(row["card"] == thing for row in view.get("cards", ())):
        return True
    held = any(row.get("card") == thing for row in view.get("seats", ()))
    return False if held or thing in view.get("tiles", {}) else None


def holds(view: View, condition: Condition) -> bool:
    if condition.round is not None:
        return bool(view.get("round") == condition.round)
    free = is_free(view, condition.thing)
    return free is not None and free is condition.free


def line_of(order: TurnOrder, view: View) -> str:
    """The line of the first branch that holds; empty: the player is to be asked."""
    for branch in order.branches:
        if all(holds(view, condition) for condition in branch.conditions):
            return branch.line
    return ""


@dataclass(frozen=True, kw_only=True)
class PowerOffer:
    """An offer of power that is open to a seat."""

    source: str
    """The faction that offers."""
    names: frozenset[str]
    """All names it goes by, in small letters: the faction, the player."""
    round: int
    price: int
    accept: str
    decline: str


def offer_of(
    *,
    rules: AnyRules,
    state: Any,
    view: View,
    seat: int,
    reason: Mapping[str, Any],
    default: str,
    players: Mapping[int, str],
) -> PowerOffer | None:
    """An open question as an offer; None if it cannot be accepted."""
    source = str(reason.get("facts", {}).get("from", ""))
    fitting = [
        offer
        for offer in rules.legal(state, SeatNumber(seat))
        if offer.verb == "leech" and offer.target == source
    ]
    if not source or not fitting:
        return None
    best = max(fitting, key=lambda offer: offer.amount or 0)
    holders = {
        players.get(row["seat"], "").lower()
        for row in view.get("seats", ())
        if row.get("faction") == source
    }
    return PowerOffer(
        source=source,
        names=frozenset({source.lower(), *holders}),
        round=int(view.get("round") or 0),
        price=int(best.price.get(PAYS_WITH, 0)),
        accept=best.line,
        decline=default,
    )


def answer_of(rules: list[OfferRule], offer: PowerOffer) -> Literal["accept", "decline", "ask"]:
    """What the first rule says that is meant for this offer."""
    for rule in rules:
        if rule.source and rule.source.lower() not in offer.names:
            continue
        if rule.rounds is not None and not rule.rounds[0] <= offer.round <= rule.rounds[1]:
            continue
        if rule.answer == "accept" and rule.most is not None and offer.price > rule.most:
            return "decline"
        return rule.answer
    return "ask"
