"""Wait, done, resign (N3), and what chance draws (R1.2 to R1.4)."""

from __future__ import annotations

import msgspec

from engine.api import IllegalMove, NotationError
from engine.terra_mystica.actions import owed, require_turn
from engine.terra_mystica.auction import leave_auction
from engine.terra_mystica.draft import Draft
from engine.terra_mystica.events import CardReturned, Dealt, Dropped, QueueMoved
from engine.terra_mystica.neighbours import drop_offers
from engine.terra_mystica.selection import boards_of, seats_that_fit
from engine.terra_mystica.setup import Deal, deals_open
from engine.terra_mystica.terms import ROUNDS
from engine.terra_mystica.tiles.scoring import SCORING_TILES
from engine.terra_mystica.words import words


@words.command("wait")
class Wait(msgspec.Struct, frozen=True):
    """No effect: "I want others to answer first"."""

    def decide(self, draft: Draft) -> None:
        if draft.me.dropped:
            raise IllegalMove("not-your-turn", section="R14", facts={"dropped": True})


@words.command("done")
class Done(msgspec.Struct, frozen=True):
    """End the turn, giving up the right to build that is left."""

    def decide(self, draft: Draft) -> None:
        if draft.state.options.explicit and self._says_nothing(draft):
            return
        turn = require_turn(draft)
        if turn.actions:
            raise IllegalMove("action-due", section="N3", facts={"actions": turn.actions})
        left = owed(draft.state, turn)
        if left and not turn.may_build:
            raise IllegalMove("owed", section="N3", facts={"owed": left})
        draft.touch(may_build=False)

    def _says_nothing(self, draft: Draft) -> bool:
        """In a record it may stand after the end of a turn, in a row of its own (L4.3): the next
        turn is somebody else's, or again that of the last one left. So may it after a pass, or
        where there are no turns."""
        state, turn = draft.state, draft.state.turn
        if draft.me.dropped:
            return False
        if turn is None or turn.seat != draft.seat or draft.me.passed:
            return True
        alone = all(p.passed or p.dropped for p in state.players if p.seat != draft.seat)
        return alone and not turn.acted


@words.command("resign")
class Resign(msgspec.Struct, frozen=True):
    """Drop out (R14)."""

    def decide(self, draft: Draft) -> None:
        state, me = draft.state, draft.me
        if me.dropped or state.phase == "over":
            raise IllegalMove("not-your-turn", section="R14", facts={"dropped": me.dropped})
        drop_offers(draft, draft.seat)
        draft.emit(Dropped(draft.seat))
        if me.card:
            draft.emit(CardReturned(draft.seat, me.card))
        draft.emit(QueueMoved(tuple(seat for seat in state.queue if seat != draft.seat)))
        if state.phase == "auction":
            leave_auction(draft)
        turn = draft.state.turn
        if turn is not None and turn.seat == draft.seat:
            draft.touch(over=True, actions=0)


class Drawing(msgspec.Struct, frozen=True):
    """What a chance line holds: the items in the order drawn."""

    items: tuple[str, ...]

    def deal(self, draft: Draft, what: str) -> None:
        deal = next((deal for deal in deals_open(draft.state) if deal.what == what), None)
        if deal is None:
            raise IllegalMove("not-owed", section="R1", facts={"owed": what})
        items = tuple(item.upper() for item in self.items) if deal.upper else self.items
        self._check(draft, deal, items)
        draft.emit(Dealt(what, items))

    def _check(self, draft: Draft, deal: Deal, items: tuple[str, ...]) -> None:
        unknown = [item for item in items if item not in deal.items]
        if unknown:
            raise NotationError("unknown-item", facts={"items": unknown})
        wrong_count = len(items) != deal.count and not draft.state.options.explicit
        if wrong_count or len(set(items)) != len(items):
            raise IllegalMove("draw", section="R1", facts={"count": deal.count})


@words.command("deal-scoring {items}")
class DealScoring(Drawing, frozen=True):
    """The scoring tiles of the six rounds (R1.2)."""

    def decide(self, draft: Draft) -> None:
        for number, item in enumerate(self.items, 1):
            tile = SCORING_TILES.get(item.upper())
            forbidden = tile is not None and number in tile.forbidden_rounds
            if forbidden and not draft.state.options.explicit:
                raise IllegalMove("redraw", section="R1.2", facts={"tile": item.upper()})
        if len(self.items) != ROUNDS:
            raise IllegalMove("draw", section="R1.2", facts={"count": ROUNDS})
        self.deal(draft, "scoring")


@words.command("deal-bonus {items}")
class DealBonus(Drawing, frozen=True):
    """The bonus cards of this game (R1.3)."""

    def decide(self, draft: Draft) -> None:
        self.deal(draft, "bonus")


@words.command("deal-final {items}")
class DealFinal(Drawing, frozen=True):
    """Extra final scoring tiles (R1.4)."""

    def decide(self, draft: Draft) -> None:
        self.deal(draft, "final")


@words.command("deal-colours {items}")
class DealColours(Drawing, frozen=True):
    """A colour for each seat (R1.6)."""

    def decide(self, draft: Draft) -> None:
        self.deal(draft, "colours")


@words.command("deal-factions {items}")
class DealFactions(Drawing, frozen=True):
    """A faction for each seat, no two of one board."""

    def decide(self, draft: Draft) -> None:
        self.deal(draft, "factions")
        _refuse_shared_boards(self.items)


@words.command("deal-tokens {items}")
class DealTokens(Drawing, frozen=True):
    """The factions of the auction, one token per board (R1.12.1)."""

    def decide(self, draft: Draft) -> None:
        self.deal(draft, "tokens")
        _refuse_shared_boards(self.items)


def _refuse_shared_boards(factions: tuple[str, ...]) -> None:
    if len(boards_of(factions)) < len(factions):
        raise IllegalMove("redraw", section="R1.12.1", facts={"factions": list(factions)})


@words.command("deal-draft {items}")
class DealDraft(Drawing, frozen=True):
    """The factions the players choose from; there must be one for everybody."""

    def decide(self, draft: Draft) -> None:
        self.deal(draft, "draft")
        if seats_that_fit(self.items) < len(draft.state.players):
            raise IllegalMove("redraw", section="R1.6", facts={"factions": list(self.items)})


@words.command("deal-opener {items}")
class DealOpener(Drawing, frozen=True):
    """The seat, counted from 1, that opens the auction (R1.12.2)."""

    def decide(self, draft: Draft) -> None:
        self.deal(draft, "opener")
