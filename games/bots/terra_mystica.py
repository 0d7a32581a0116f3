"""What steps of Terra Mystica are worth, in points at the end of the game, roughly.

Only what crosses the border is read: the view of a position, and the events of a step.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from engine.api import Event, Offer, Rules, Seat, Step
from games.bots.sites import Sites

LAST_ROUND = 6
FREE = frozenset({"convert", "burn"})
"""Verbs that never help by themselves: what they make possible is two steps ahead."""
AIMLESS = frozenset({"dig", "done"})
"""Verbs whose use is offered in one line with what follows, or that end a turn for nothing."""
ENDS = frozenset({"turn-began", "phase-began", "passed"})
"""Events after which a turn is no longer open."""
BEGINS = frozenset({"space-used", "built", "bridge-built", "transformed", "track-raised"})
BUILDING_INCOME = {"D": 0.85, "TP": 1.25, "TE": 1.7, "SH": 1.2, "SA": 1.7}
"""A round's income of a building, in points."""
BUILDING_VALUE = {"D": 1.6, "TP": 2.4, "TE": 4.2, "SH": 7.5, "SA": 6.5}
"""What it stands for besides: network, a favor tile, the ability of a stronghold."""
ABILITY_PER_ROUND = 1.6
"""What a stronghold's ability brings in each round that is left."""
CARD_VALUE = {
    "BON1": 2.2,
    "BON2": 1.6,
    "BON3": 1.8,
    "BON4": 1.0,
    "BON5": 1.9,
    "BON6": 1.6,
    "BON7": 1.5,
    "BON8": 1.6,
    "BON9": 1.6,
    "BON10": 1.4,
}
FAVOR_PER_ROUND = {
    "FAV5": 0.6,
    "FAV6": 0.6,
    "FAV7": 1.0,
    "FAV8": 1.0,
    "FAV9": 1.0,
    "FAV10": 1.5,
    "FAV11": 1.6,
    "FAV12": 1.4,
}
CULTS = ("fire", "water", "earth", "air")


class TerraMysticaJudge:
    """A builder: values what brings income early and points late."""

    def look(self, rules: Rules[Any], state: Any, seat: Seat) -> Judgement:
        return Judgement(seat, rules.view(state, None))


class Judgement:
    """One position, seen from one seat."""

    def __init__(self, seat: Seat, view: Any) -> None:
        self.seat = seat
        self.view = view
        self.me = view["seats"][seat]
        turn = view["turn"]
        self.on_turn = turn is not None and turn["seat"] == seat
        self.acted = self.on_turn and bool(turn["acted"])
        left = LAST_ROUND - max(1, int(view["round"]))
        self.left = left
        """Incomes still to come."""
        self.weights = {
            "vp": 1.0,
            "c": 0.3 + 0.03 * left,
            "w": 0.33 + 0.1 * left,
            "p": 0.33 + 0.22 * left,
            "p1": 0.0,
            "p2": 0.17 + 0.06 * left,
            "p3": 0.33 + 0.12 * left,
            "keys": 0.8,
            "shipping": 0.9 + 0.4 * left,
            "dig": 0.45 * left,
            "range": 0.5,
            "bridges": -0.5,
            "priest_limit": 0.2,
        }
        self.weights |= dict.fromkeys(CULTS, 0.55)
        self.weights |= {
            building: value + BUILDING_INCOME[building] * left
            for building, value in BUILDING_VALUE.items()
        }
        self.weights["SH"] += ABILITY_PER_ROUND * left

    @cached_property
    def sites(self) -> Sites:
        return Sites(self.view, self.seat)

    def reluctance(self, offer: Offer) -> int:
        if offer.verb in FREE or (offer.verb in AIMLESS and ". " not in offer.line):
            return 2
        return 1 if offer.group == "waive" else 0

    def ideas(self) -> Iterator[str]:
        """Power actions that want a sacrifice first."""
        if not self.on_turn or self.acted:
            return
        numbers = self.me["numbers"]
        for space in self.view["actions"]:
            short = space["power"] - numbers["p3"]
            if not space["taken"] and 0 < short <= numbers["p2"] // 2:
                yield f"burn {short}. action {space['action']}"

    def goes_on(self, step: Step[Any]) -> bool:
        if not self.on_turn:
            return False
        kinds = {event.kind for event in step.events}
        return not kinds & ENDS and (self.acted or bool(kinds & BEGINS))

    def worth(self, step: Step[Any]) -> float:
        mine = [event for event in step.events if event.seat == self.seat]
        if any(event.kind == "passed" for event in mine):
            return self._passing(mine)
        founded = any(event.kind == "town-founded" and event.facts["fresh"] for event in mine)
        return sum(self._event(event, founded) for event in mine)

    def _event(self, event: Event, founded: bool) -> float:
        if event.kind == "faction-taken" or event.source.startswith(("income:", "cult:")):
            # Factions are for variety; income comes whatever is done now.
            return 0.0
        weights = self.weights
        worth = sum(weights.get(name, 0.0) * amount for name, amount in event.delta.items())
        match event.kind:
            case "built":
                worth += self._site(str(event.facts["place"]), event, founded)
            case "transformed" if event.facts["new"] == self.me["home"]:
                worth += 0.6 + 0.2 * self.left
            case "unlocked":
                worth += 1.5 + 0.5 * self.left
            case "favor-taken":
                worth += FAVOR_PER_ROUND.get(str(event.facts["tile"]), 0.0) * self.left
            case "card-taken":
                worth += CARD_VALUE.get(str(event.facts["card"]), 0.0)
        return worth

    def _site(self, place: str, event: Event, founded: bool) -> float:
        if not self.view["round"]:
            return self.sites.beginning(place)
        worth = 0.0 if founded else self.sites.growth(place, str(event.facts["building"]))
        if not event.facts["replaced"]:
            worth += self.sites.surroundings(place) * self.left / 5
        return worth

    def _passing(self, mine: list[Event]) -> float:
        """Whatever passing brings it brings later too: only the card counts, and only a little.

        Below nothing, so that anything useful is done before.
        """
        taken = (str(event.facts["card"]) for event in mine if event.kind == "card-taken")
        coins = sum(
            event.delta.get("c", 0) for event in mine if event.source.startswith(("BON", "card"))
        )
        reluctance = -2.0 if self.left else -0.3
        return reluctance + 0.3 * sum(CARD_VALUE.get(card, 0.0) for card in taken) + 0.1 * coins
