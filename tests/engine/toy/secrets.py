"""Another truth behind the same cards: what a viewer of Lanterns cannot tell apart."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from engine.api import Seat
from tests.engine.toy.state import Toy


def swap_secrets(state: Toy, viewer: Seat | None, rng: Random) -> Toy:
    """Deal all cards the viewer does not hold anew, and change all bids that are not his."""
    unseen = [
        *state.deck,
        *(c for seat, player in enumerate(state.players) if seat != viewer for c in player.cards),
    ]
    rng.shuffle(unseen)
    players = [
        player
        if seat == viewer
        else replace(player, cards=tuple(sorted(unseen.pop() for _ in player.cards)))
        for seat, player in enumerate(state.players)
    ]
    bids = {
        seat: bid if seat == viewer else rng.randint(0, state.players[seat].coins)
        for seat, bid in state.bids.items()
    }
    return replace(state, players=tuple(players), deck=tuple(unseen), bids=bids)
