"""The course of an auction (R1.12), and of its fast form with sealed bids.

Who leaves in the middle of an auction round counts as passed. **Rulings** where R1.12.8 is silent:
if the highest bidder leaves, his bid is void and the round begins anew, passes included, with the
same opener or the next one clockwise; the last player of all chooses for nothing if more than one
token is left; positions keep their numbers until the auction is over, then gaps close up.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from engine.terra_mystica.commands.choose import take_faction
from engine.terra_mystica.draft import Draft
from engine.terra_mystica.events import (
    AuctionMoved,
    BidMade,
    BidPassed,
    BidsRevealed,
    OrderSet,
    PhaseBegan,
    PositionTaken,
)
from engine.terra_mystica.sealed_bids import STARTING_POINTS, assign, starting_points
from engine.terra_mystica.selection import first_owing
from engine.terra_mystica.state import NO_BID, NO_SEAT, Auction, State

HIGHEST_BID = 40


def bidders(state: State) -> list[int]:
    """Seats that have no faction yet."""
    return [p.seat for p in state.players if not p.faction and not p.dropped]


def free_positions(state: State) -> list[int]:
    """Places of the turn order that nobody has taken."""
    taken = state.auction.positions if state.auction else {}
    return [n for n in range(1, len(state.players) + 1) if str(n) not in taken]


def begin_auction(draft: Draft) -> None:
    state = draft.state
    draft.emit(PhaseBegan("auction"))
    draft.emit(AuctionMoved(Auction(tokens=state.pool, opener=state.opener, bidder=NO_SEAT)))
    seats = bidders(state)
    if seats:
        _open_round(draft, _clockwise(seats, state.opener - 1))


def bid(draft: Draft, points: int) -> None:
    """The seat on turn raises; who cannot be raised any more has won the round."""
    auction = _running(draft)
    draft.emit(BidMade(draft.seat, points))
    _ask_next(draft, replace(auction, bid=points, leader=draft.seat))


def pass_bid(draft: Draft) -> None:
    """The seat on turn leaves this auction round."""
    auction = _running(draft)
    draft.emit(BidPassed(draft.seat))
    _ask_next(draft, replace(auction, out=(*auction.out, draft.seat)))


def take_token(draft: Draft, seat: int, faction: str, position: int) -> None:
    """The winner of a round takes a faction and a position, and pays his bid."""
    auction = _running(draft)
    take_faction(draft, faction, STARTING_POINTS - auction.bid, seat=seat)
    draft.emit(PositionTaken(seat, position))
    seats = bidders(draft.state)
    left = tuple(token for token in auction.tokens if token != faction)
    taken = replace(
        auction,
        # With the last player served, what is left over is out of the game (R1.12.8).
        tokens=left if seats else (),
        positions={**auction.positions, str(position): seat},
        choosing=False,
    )
    draft.emit(AuctionMoved(taken))
    if seats:
        _open_round(draft, _clockwise(seats, auction.opener))


def leave_auction(draft: Draft) -> None:
    """A seat has dropped out (R1.12.8); what it took before stays."""
    auction = _running(draft)
    seats = bidders(draft.state)
    if draft.me.faction or not seats:
        return
    unopened = auction.bid == NO_BID and (auction.opener == draft.seat or len(seats) == 1)
    if auction.leader == draft.seat or unopened:
        _open_round(draft, _clockwise(seats, auction.opener - 1))
    elif not auction.choosing:
        _ask_next(draft, auction)


def end_of_auction(draft: Draft) -> bool:
    """What follows by itself: the last token for nothing, then the turn order."""
    auction = _running(draft)
    state = draft.state
    if first_owing(state) is not None:
        return False
    seats, free = bidders(state), free_positions(state)
    if not seats:
        _seat_by(draft, {seat: int(number) for number, seat in auction.positions.items()})
        draft.emit(AuctionMoved(None))
        draft.emit(PhaseBegan("terrain"))
        return True
    if len(seats) == len(auction.tokens) == len(free) == 1:
        take_token(draft, seats[0], auction.tokens[0], free[0])
        return True
    return False


def end_of_sealed_bids(draft: Draft) -> bool:
    """When the last bid is in, everybody sees all of them, and the assignment follows."""
    state = draft.state
    seats = bidders(state)
    if any(str(seat) not in state.bids for seat in seats):
        return False
    draft.emit(BidsRevealed({seat: state.bids[seat] for seat in sorted(state.bids)}))
    tokens = state.pool
    places = range(1, len(state.players) + 1)
    bids = [state.bids[str(seat)] for seat in seats]
    on_factions = [[own.factions.get(token, 0) for token in tokens] for own in bids]
    on_positions = [[own.positions.get(str(place), 0) for place in places] for own in bids]
    factions, positions = assign(on_factions), assign(on_positions)
    points = starting_points(on_factions, factions, on_positions, positions)
    won = {seat: places[number] for seat, number in zip(seats, positions, strict=True)}
    for seat, number, vp in zip(seats, factions, points, strict=True):
        take_faction(draft, tokens[number], vp, seat=seat)
        draft.emit(PositionTaken(seat, won[seat]))
    _seat_by(draft, won)
    draft.emit(PhaseBegan("factions"))
    return True


def _running(draft: Draft) -> Auction:
    auction = draft.state.auction
    if auction is None:
        raise AssertionError("no auction is going on")
    return auction


def _clockwise(seats: Sequence[int], after: int) -> int:
    """The next of some seats, clockwise from a place at the table."""
    return next((seat for seat in seats if seat > after), seats[0])


def _open_round(draft: Draft, opener: int) -> None:
    """A new auction round; the last player of all has won it for nothing (R1.12.3)."""
    alone = len(bidders(draft.state)) == 1
    fresh = replace(
        _running(draft),
        opener=opener,
        bidder=NO_SEAT if alone else opener,
        bid=0 if alone else NO_BID,
        leader=opener if alone else NO_SEAT,
        out=(),
        choosing=alone,
        since=draft.state.row,
    )
    draft.emit(AuctionMoved(fresh))


def _ask_next(draft: Draft, auction: Auction) -> None:
    """Who is asked next, if anybody can still raise (R1.12.6)."""
    rivals = [
        seat for seat in bidders(draft.state) if seat not in auction.out and seat != auction.leader
    ]
    if auction.leader != NO_SEAT and (not rivals or auction.bid == HIGHEST_BID):
        moved = replace(auction, choosing=True, bidder=NO_SEAT, since=draft.state.row)
    elif auction.bidder in rivals and auction.bidder != draft.seat:
        moved = auction
    else:
        following = _clockwise(rivals, auction.bidder)
        moved = replace(auction, bidder=following, since=draft.state.row)
    draft.emit(AuctionMoved(moved))


def _seat_by(draft: Draft, positions: dict[int, int]) -> None:
    """The track gives the turn order (R1.12.4); who left without a place comes last."""
    seated = sorted(positions, key=positions.__getitem__)
    rest = (seat for seat in draft.state.order if seat not in positions)
    draft.emit(OrderSet((*seated, *rest)))
