"""Power for the neighbours (R7), and what the builder has of it."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.engine.terra_mystica.second.side import Side, check


@dataclass
class Event:
    """A building that offered power."""

    by: Side
    able: set[str] = field(default_factory=set)
    cares: bool = False
    accepted: bool = False
    declined: bool = False
    lapsed: bool = False
    fired: bool = False


@dataclass
class Offer:
    to: Side
    size: int
    event: Event
    able: bool
    spoiled: bool = False


class Offers:
    """The offers that nobody has answered."""

    def __init__(self, *, strict: bool, consolation: bool) -> None:
        self.open: list[Offer] = []
        self.strict = strict
        self.consolation = consolation

    def make(self, by: Side, sizes: dict[Side, int]) -> None:
        able = {side.name for side in sizes if side.room}
        event = Event(by, able)
        event.cares = by.name in ("cultists", "shapeshifters") and bool(able)
        for side, size in sizes.items():
            self.open.append(Offer(side, size, event, side.name in able))

    def of(self, side: Side) -> list[Offer]:
        return [offer for offer in self.open if offer.to is side]

    def find(self, side: Side, size: int, by: str) -> Offer:
        fits = [o for o in self.of(side) if o.size == size and by in ("", o.event.by.name)]
        check(bool(fits), f"no offer of {size} from {by} to {side.name}")
        return fits[0]

    def accept(self, offer: Offer) -> None:
        check(not offer.spoiled, "spoiled offer")
        me = offer.to
        older = self.open[: self.open.index(offer)]
        self.open.remove(offer)
        gained = min(offer.size, me.VP + 1, me.room)
        me.power(gained)
        me.VP -= max(0, gained - 1)
        event = offer.event
        if offer.able and event.cares and not event.accepted:
            event.accepted = True
            if not event.by.dropped:
                event.by.owes["step" if event.by.name == "cultists" else "token"] += 1
        event.able.discard(me.name)
        if self.strict:
            for other in older:
                other.spoiled = other.spoiled or other.to is me
        if not me.room:
            for other in self.of(me):
                other.able = False
                other.event.able.discard(me.name)
                self.settle(other.event)

    def decline(self, offer: Offer) -> None:
        self.open.remove(offer)
        offer.event.declined = True
        if offer.able:
            offer.event.able.discard(offer.to.name)
            self.settle(offer.event)

    def settle(self, event: Event) -> None:
        if event.able or event.fired or not event.cares:
            return
        event.fired = True
        unlucky = event.declined and not event.accepted and not event.lapsed
        if unlucky and self.consolation and not event.by.dropped:
            event.by.power(1)

    def leave(self, side: Side) -> None:
        for offer in self.of(side):
            self.open.remove(offer)
            if offer.able:
                offer.event.lapsed = True
                offer.event.able.discard(side.name)
                self.settle(offer.event)

    def spoil(self, side: Side) -> None:
        if self.strict:
            for offer in self.of(side):
                offer.spoiled = True

    def may_still_step(self, side: Side) -> int:
        """Building events of the Cultists that may yet bring them a step (R8.3c)."""
        events = {id(o.event): o.event for o in self.open if o.event.by is side and o.able}
        return sum(not event.accepted for event in events.values())
