"""Passing and bonus cards (R9.1, R1.9)."""

from __future__ import annotations

import msgspec

from engine.api import IllegalMove
from engine.terra_mystica.actions import begin_action, owed_by_player, require_turn
from engine.terra_mystica.auction import pass_bid
from engine.terra_mystica.commands.auction import may_pass
from engine.terra_mystica.draft import Draft
from engine.terra_mystica.events import (
    CardReturned,
    CardTaken,
    Passed,
    QueueMoved,
)
from engine.terra_mystica.purse import gain
from engine.terra_mystica.resources import Bag
from engine.terra_mystica.state import Player, State
from engine.terra_mystica.terms import ROUNDS
from engine.terra_mystica.tiles.bonus import BONUS_CARDS
from engine.terra_mystica.tiles.favors import FAVOR_TILES
from engine.terra_mystica.words import words


@words.command("pass[ {card}]", "+{card}")
class Pass(msgspec.Struct, frozen=True):
    """Leave the round and take another card; in set-up take the first one, or leave the bidding."""

    card: str | None = None

    def decide(self, draft: Draft) -> None:
        state = draft.state
        if state.phase == "cards":
            self._first_card(draft)
            return
        if state.phase == "auction":
            if self.card is not None:
                raise IllegalMove("phase", section="R1.12", facts={"phase": state.phase})
            may_pass(draft)
            pass_bid(draft)
            return
        turn = require_turn(draft)
        if not turn.actions:
            raise IllegalMove("one-action", section="R4.8", facts={"taken": turn.space})
        last_round = state.round == ROUNDS
        if not last_round and (self.card is None or self.card not in state.cards):
            raise IllegalMove(
                "card", section="R9.1", facts={"card": self.card, "cards": sorted(state.cards)}
            )
        due = owed_by_player(state, draft.me)
        if due:
            raise IllegalMove("owed", section="R4.3", facts={"owed": due})
        begin_action(draft, "pass")
        for source, points in points_for_passing(draft.state, draft.me):
            gain(draft, Bag(vp=points), source)
        old = draft.me.card
        if not last_round and self.card is not None:
            gain(draft, Bag(c=state.cards[self.card]), self.card)
            draft.emit(CardTaken(draft.seat, self.card))
        if old:
            # The old card goes back after the choice, so it could not be retaken (R9.1).
            draft.emit(CardReturned(draft.seat, old))
        draft.emit(Passed(draft.seat))
        draft.touch(actions=0, over=True)

    def _first_card(self, draft: Draft) -> None:
        state = draft.state
        if not state.queue or state.queue[0] != draft.seat:
            raise IllegalMove("not-your-turn", section="R1.9")
        if self.card is None or self.card not in state.cards:
            raise IllegalMove(
                "card", section="R1.9", facts={"card": self.card, "cards": sorted(state.cards)}
            )
        draft.emit(CardTaken(draft.seat, self.card))
        draft.emit(QueueMoved(state.queue[1:]))


def points_for_passing(state: State, me: Player) -> list[tuple[str, int]]:
    """Points a pass would bring now, by source."""
    points = []
    if me.card:
        for what, each in BONUS_CARDS[me.card].pass_vp:
            number = me.shipping if what == "shipping" else me.counts[what]
            points.append((me.card, each * number))
    for favor in me.favors:
        table = FAVOR_TILES[favor].pass_vp
        if table:
            points.append((favor, table[me.counts["TP"]]))
    bonus = me.board.stronghold_pass
    if bonus is not None and me.counts["SH"]:
        points.append((me.faction, bonus(state, me)))
    return [(source, vp) for source, vp in points if vp]
