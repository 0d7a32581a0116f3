"""Bidding for factions and positions, aloud or sealed, and taking what was won (R1.12)."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec.structs import replace

from engine.api import IllegalMove
from engine.terra_mystica.auction import HIGHEST_BID, bid, free_positions, take_token
from engine.terra_mystica.draft import Draft
from engine.terra_mystica.events import BidWritten
from engine.terra_mystica.selection import refuse_while_owed
from engine.terra_mystica.state import NO_BID, Auction, SealedBid
from engine.terra_mystica.words import words

SECTION = "R1.12.6"


def require_bidder(draft: Draft) -> Auction:
    """The seat is asked for a bid or a pass."""
    state = draft.state
    auction = state.auction
    if state.phase != "auction" or auction is None:
        raise IllegalMove("phase", section="R1.12", facts={"phase": state.phase})
    refuse_while_owed(state)
    if draft.seat in auction.out:
        raise IllegalMove("passed", section=SECTION)
    if auction.bidder != draft.seat:
        raise IllegalMove("not-your-turn", section="R1.12.2", facts={"seat": auction.bidder})
    return auction


def refuse_high_bid(points: int) -> None:
    if points > HIGHEST_BID:
        raise IllegalMove("bid-too-high", section="R1.12.2", facts={"most": HIGHEST_BID})


@words.command("bid {bid}")
class Bid(msgspec.Struct, frozen=True):
    """Open an auction round, or raise."""

    bid: int

    def decide(self, draft: Draft) -> None:
        auction = require_bidder(draft)
        refuse_high_bid(self.bid)
        if self.bid <= auction.bid:
            raise IllegalMove("raise-needed", section=SECTION, facts={"highest": auction.bid})
        bid(draft, self.bid)


def may_pass(draft: Draft) -> None:
    """Whoever opens must bid, so that there is always a winner."""
    if require_bidder(draft).bid == NO_BID:
        raise IllegalMove("must-bid", section=SECTION, facts={"least": 0})


@words.command("take {faction} at {position}", "take {faction} {position}")
class TakeToken(msgspec.Struct, frozen=True):
    """The winner of an auction round names his faction and his place in the turn order."""

    faction: str
    position: int

    def decide(self, draft: Draft) -> None:
        state = draft.state
        auction = state.auction
        if state.phase != "auction" or auction is None:
            raise IllegalMove("phase", section="R1.12", facts={"phase": state.phase})
        refuse_while_owed(state)
        if not auction.choosing or auction.leader != draft.seat:
            raise IllegalMove("not-your-turn", section="R1.12.2", facts={"seat": auction.bidder})
        if self.faction not in auction.tokens:
            taken = self.faction in state.pool
            raise IllegalMove(
                "faction-taken" if taken else "not-drawn",
                section="R1.12.1",
                facts={"faction": self.faction, "drawn": list(auction.tokens)},
            )
        free = free_positions(state)
        if self.position not in free:
            raise IllegalMove(
                "position-taken", section="R1.12.2", facts={"position": self.position, "free": free}
            )
        take_token(draft, draft.seat, self.faction, self.position)


@words.command("bid {bid} on {faction}")
class BidOnFaction(msgspec.Struct, frozen=True):
    """A sealed bid on a faction; the line holds all bids of the seat, others are 0."""

    bid: int
    faction: str

    def decide(self, draft: Draft) -> None:
        pool = draft.state.pool
        if draft.state.phase == "sealed-bids" and self.faction not in pool:
            facts = {"faction": self.faction, "drawn": list(pool)}
            raise IllegalMove("not-drawn", section="R1.12.1", facts=facts)
        _write(draft, "factions", self.faction, self.bid)


@words.command("bid {bid} on position {position}", "bid {bid} on {position}")
class BidOnPosition(msgspec.Struct, frozen=True):
    """A sealed bid on a place in the turn order."""

    bid: int
    position: int

    def decide(self, draft: Draft) -> None:
        if not 1 <= self.position <= len(draft.state.players):
            facts = {"position": self.position, "positions": len(draft.state.players)}
            raise IllegalMove("no-such-position", section="R1.12.2", facts=facts)
        _write(draft, "positions", str(self.position), self.bid)


def _write(draft: Draft, part: Literal["factions", "positions"], what: str, points: int) -> None:
    """One more bid of this line; a new line begins with nothing and replaces the old answer."""
    state = draft.state
    if state.phase != "sealed-bids" or draft.me.dropped:
        raise IllegalMove("phase", section="R1.12", facts={"phase": state.phase})
    refuse_high_bid(points)
    mine = state.bids.get(str(draft.seat))
    if mine is None or mine.row != state.row:
        mine = SealedBid(row=state.row)
    old: dict[str, int] = getattr(mine, part)
    if what in old:
        raise IllegalMove("bid-twice", section="R1.12", facts={"on": what})
    mine = replace(mine, **{part: {**old, what: points}})
    most = max(mine.factions.values(), default=0) + max(mine.positions.values(), default=0)
    if most > HIGHEST_BID:
        # Both bids may have to be paid, and nobody starts below 0 (R0.4).
        facts = {"most": HIGHEST_BID, "together": most}
        raise IllegalMove("bids-too-high", section="R1.12.2", facts=facts)
    draft.emit(BidWritten(draft.seat, mine))
