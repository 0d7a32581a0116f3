"""What can happen. Past tense, frozen, each change of a resource with its source.

`to_api` gives the form in which events leave the engine; the sum of the deltas explains every
number that `view` shows for a seat.
"""

from __future__ import annotations

from functools import cache
from typing import TypeAlias

import msgspec

from engine.api import Event as ApiEvent
from engine.api import Seat
from engine.terra_mystica.state import (
    Auction,
    Bridge,
    Offer,
    Phase,
    PowerEvent,
    SealedBid,
    Turn,
)
from engine.terra_mystica.terms import CULTS


class Changed(msgspec.Struct, frozen=True):
    """Resources of a seat went up or down."""

    seat: int
    source: str
    vp: int = 0
    c: int = 0
    w: int = 0
    p: int = 0
    p1: int = 0
    p2: int = 0
    p3: int = 0
    keys: int = 0
    pw: int = 0
    """Power gained or spent, for the reader; the bowls above say what moved."""
    lost_p: int = 0
    """Priests above the limit (R3.1)."""
    lost_pw: int = 0
    """Power that found no token to move (R3.2)."""


class CultMoved(msgspec.Struct, frozen=True):
    seat: int
    source: str
    cult: int
    by: int
    keys: int = 0


class StepLost(msgspec.Struct, frozen=True):
    """A step to 10 failed for lack of a key (R8.3)."""

    seat: int
    cult: int
    source: str = "key"


class Due(msgspec.Struct, frozen=True):
    """A seat owes a decision more, or one less."""

    seat: int
    what: str
    count: int
    source: str


class TurnTouched(msgspec.Struct, frozen=True):
    """The bookkeeping of the turn in progress; None between turns."""

    turn: Turn | None


class TurnBegan(msgspec.Struct, frozen=True):
    seat: int
    turn: Turn


class Transformed(msgspec.Struct, frozen=True):
    seat: int
    place: str
    old: str
    new: str
    source: str


class Built(msgspec.Struct, frozen=True):
    seat: int
    place: str
    building: str
    replaced: str = ""
    source: str = "build"


class TownFounded(msgspec.Struct, frozen=True):
    """Buildings now belong to a town; `fresh` if a tile is due for it."""

    seat: int
    places: tuple[str, ...]
    fresh: bool


class TownsContested(msgspec.Struct, frozen=True):
    """More clusters were completed at once than there are tiles: `count` become towns (R8.6)."""

    seat: int
    clusters: tuple[tuple[str, ...], ...]
    count: int


class TownTileTaken(msgspec.Struct, frozen=True):
    seat: int
    tile: str


class FavorTaken(msgspec.Struct, frozen=True):
    seat: int
    tile: str


class BridgeBuilt(msgspec.Struct, frozen=True):
    seat: int
    bridge: Bridge


class RiverSpanned(msgspec.Struct, frozen=True):
    seat: int
    river: str


class SpaceUsed(msgspec.Struct, frozen=True):
    """An action space was taken; `shared` for the six power actions."""

    seat: int
    space: str
    shared: bool


class TrackRaised(msgspec.Struct, frozen=True):
    """Shipping, dig or carpet range went up."""

    seat: int
    track: str
    source: str


class PriestSent(msgspec.Struct, frozen=True):
    """A priest stays on an order space for good (R8.1)."""

    seat: int
    cult: int
    space: int


class Unlocked(msgspec.Struct, frozen=True):
    seat: int
    colour: str


class HomeChosen(msgspec.Struct, frozen=True):
    seat: int
    colour: str
    source: str = "choice"


class OfferMade(msgspec.Struct, frozen=True):
    offer: Offer


class OfferClosed(msgspec.Struct, frozen=True):
    """Answered, or vanished with its receiver."""

    offer: Offer
    how: str
    """"accepted", "declined", "acted" (declined by acting), "automatic" or "dropped"."""


class OfferChanged(msgspec.Struct, frozen=True):
    offer: Offer


class EventOpened(msgspec.Struct, frozen=True):
    event: PowerEvent


class EventChanged(msgspec.Struct, frozen=True):
    event: PowerEvent


class EventClosed(msgspec.Struct, frozen=True):
    event: PowerEvent


class CardReturned(msgspec.Struct, frozen=True):
    seat: int
    card: str


class CardTaken(msgspec.Struct, frozen=True):
    seat: int
    card: str


class CoinsLaid(msgspec.Struct, frozen=True):
    """One coin on each card nobody holds (R9.2)."""


class Waived(msgspec.Struct, frozen=True):
    """Something owed was given up, by the player or because no use was possible (R6.2b)."""

    seat: int
    what: str
    count: int
    automatic: bool = False


class Passed(msgspec.Struct, frozen=True):
    seat: int


class Dropped(msgspec.Struct, frozen=True):
    seat: int


class FactionTaken(msgspec.Struct, frozen=True):
    seat: int
    faction: str
    vp: int


class PhaseBegan(msgspec.Struct, frozen=True):
    phase: Phase
    queue: tuple[int, ...] = ()


class QueueMoved(msgspec.Struct, frozen=True):
    queue: tuple[int, ...]


class RoundBegan(msgspec.Struct, frozen=True):
    """Action spaces are free again and nobody has passed (R9.7)."""

    round: int


class OrderSet(msgspec.Struct, frozen=True):
    order: tuple[int, ...]


class Dealt(msgspec.Struct, frozen=True):
    """Chance has spoken: tiles, cards, colours, factions, the opener of the auction."""

    what: str
    items: tuple[str, ...]


class AuctionMoved(msgspec.Struct, frozen=True):
    """The bookkeeping of the open auction; None when it is over."""

    auction: Auction | None


class BidMade(msgspec.Struct, frozen=True):
    seat: int
    bid: int


class BidPassed(msgspec.Struct, frozen=True):
    """Out of this auction round."""

    seat: int


class PositionTaken(msgspec.Struct, frozen=True):
    """A place in the turn order was won in an auction."""

    seat: int
    position: int


class BidWritten(msgspec.Struct, frozen=True):
    """A sealed bid, for the eyes of its seat alone."""

    seat: int
    bids: SealedBid


class BidsRevealed(msgspec.Struct, frozen=True):
    """All sealed bids, by seat."""

    bids: dict[str, SealedBid]


Event: TypeAlias = (
    Changed
    | CultMoved
    | StepLost
    | Due
    | TurnTouched
    | TurnBegan
    | Transformed
    | Built
    | TownFounded
    | TownsContested
    | TownTileTaken
    | FavorTaken
    | BridgeBuilt
    | RiverSpanned
    | SpaceUsed
    | TrackRaised
    | PriestSent
    | Unlocked
    | HomeChosen
    | OfferMade
    | OfferClosed
    | OfferChanged
    | EventOpened
    | EventChanged
    | EventClosed
    | CardReturned
    | CardTaken
    | CoinsLaid
    | Waived
    | Passed
    | Dropped
    | FactionTaken
    | PhaseBegan
    | QueueMoved
    | RoundBegan
    | OrderSet
    | Dealt
    | AuctionMoved
    | BidMade
    | BidPassed
    | PositionTaken
    | BidWritten
    | BidsRevealed
)

_SILENT = (
    TurnTouched,
    QueueMoved,
    OfferChanged,
    EventOpened,
    EventChanged,
    EventClosed,
    TownsContested,
    AuctionMoved,
)
"""Bookkeeping that nobody wants to read about."""

_REMARKS = ("pw", "lost_p", "lost_pw")
_NUMBERS = ("vp", "c", "w", "p", "p1", "p2", "p3", "keys")


def delta_of(event: Event) -> dict[str, int]:
    """What an event changes among the numbers shown for its seat."""
    match event:
        case Changed():
            return {name: value for name in _NUMBERS if (value := getattr(event, name))}
        case CultMoved():
            delta = {CULTS[event.cult]: event.by}
            if event.keys:
                delta["keys"] = event.keys
            return delta
        case Built():
            delta = {event.building: 1}
            if event.replaced:
                delta[event.replaced] = -1
            return delta
        case BridgeBuilt():
            return {"bridges": -1}
        case TrackRaised():
            return {event.track: 1}
        case PriestSent():
            return {"priest_limit": -1}
        case Unlocked():
            return {"priest_limit": 1}
        case _:
            return {}


def to_api(events: list[Event], starts: dict[str, dict[str, int]]) -> tuple[ApiEvent, ...]:
    """Events as they leave the engine. `starts` holds the opening figures of the factions."""
    out = []
    for event in events:
        if isinstance(event, _SILENT):
            continue
        if isinstance(event, Changed):
            out.append(_changed(event))
            continue
        facts = msgspec.to_builtins(event)
        seat = facts.pop("seat", None)
        source = facts.pop("source", "") or _kind_of(type(event))
        delta = delta_of(event)
        if isinstance(event, FactionTaken):
            source = event.faction
            delta = {k: v for k, v in {**starts[event.faction], "vp": event.vp}.items() if v}
        if "offer" in facts:
            seat = facts["offer"]["to"]
        out.append(
            ApiEvent(
                kind=_kind_of(type(event)),
                seat=None if seat is None else Seat(seat),
                source=source,
                delta=delta,
                facts=facts,
                audience=(Seat(event.seat),) if isinstance(event, BidWritten) else None,
            )
        )
    return tuple(out)


def _changed(event: Changed) -> ApiEvent:
    """The most frequent event by far, without detours."""
    return ApiEvent(
        kind="changed",
        seat=Seat(event.seat),
        source=event.source or "changed",
        delta=delta_of(event),
        facts={name: fact for name in _REMARKS if (fact := getattr(event, name))},
    )


@cache
def _kind_of(event: type[Event]) -> str:
    """Class name as words: TownFounded is "town-founded"."""
    return "".join(f"-{c.lower()}" if c.isupper() else c for c in event.__name__).lstrip("-")
