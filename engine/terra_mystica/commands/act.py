"""Action spaces and the two tracks (R4.4 to R4.7)."""

from __future__ import annotations

import msgspec

from engine.api import IllegalMove
from engine.terra_mystica.actions import begin_action, require_turn
from engine.terra_mystica.commands.construct import open_sites
from engine.terra_mystica.draft import Draft
from engine.terra_mystica.events import SpaceUsed, TrackRaised
from engine.terra_mystica.purse import burn_tokens, gain, gain_spades, pay
from engine.terra_mystica.resources import Bag
from engine.terra_mystica.state import Player, State
from engine.terra_mystica.tiles.actions import POWER_ACTIONS, ActionSpace
from engine.terra_mystica.tiles.bonus import BONUS_CARDS
from engine.terra_mystica.tiles.favors import FAVOR_TILES
from engine.terra_mystica.words import words

SHIP_COST = Bag(p=1, c=4)


def spaces_of(player: Player) -> dict[str, ActionSpace]:
    """Action spaces a player has for himself: card, favor tiles, faction."""
    spaces = {}
    card = BONUS_CARDS[player.card].action if player.card else None
    if card is not None:
        spaces[card.key] = card
    for tile in player.favors:
        favor = FAVOR_TILES[tile].action
        if favor is not None:
            spaces[favor.key] = favor
    for space in player.board.actions:
        if player.counts["SH"] or not space.needs_stronghold:
            spaces[space.key] = space
    return spaces


@words.command("action {action}")
class Act(msgspec.Struct, frozen=True):
    """Use an action space; what it gives is owed or follows."""

    action: str

    def decide(self, draft: Draft) -> None:
        require_turn(draft)
        state, me = draft.state, draft.me
        shared = POWER_ACTIONS.get(self.action)
        space = shared or spaces_of(me).get(self.action)
        if space is None:
            raise IllegalMove("not-owned", section="R4.7", facts={"action": self.action})
        self._check_open(state, me, shared is not None, space)
        cost = space.cost
        if shared is not None and me.board.power_discount:
            cost = Bag(pw=cost.pw - me.board.power_discount)
        begin_action(draft, space.key)
        pay(draft, cost, space.key, section="R4.6")
        if space.tokens:
            burn_tokens(draft, space.tokens, space.key, section="R12.7")
        if space.once:
            draft.emit(SpaceUsed(draft.seat, space.key, shared is not None))
        self._give(draft, space)

    def _check_open(self, state: State, me: Player, shared: bool, space: ActionSpace) -> None:
        if shared:
            reuses = me.board.reuses_power_actions and me.counts["SH"]
            taken = self.action in state.taken and not reuses
        else:
            taken = space.once and self.action in me.used
        if taken:
            raise IllegalMove("space-taken", section="R4.6", facts={"action": self.action})
        if space.spades and me.board.river_bound:
            raise IllegalMove("not-here", section="R12.8", facts={"action": self.action})
        if space.bridges and not open_sites(state, me.seat):
            raise IllegalMove("bad-site", section="R4.6", facts={"bridges": me.bridges})

    def _give(self, draft: Draft, space: ActionSpace) -> None:
        if space.gain:
            gain(draft, space.gain, space.key)
        spades = gain_spades(draft, space.spades, space.key) if space.spades else 0
        turn = draft.turn
        draft.touch(
            spades=spades,
            one_hex=space.one_hex,
            may_add=space.may_add_spades and spades > 0,
            may_build=spades > 0 or space.sandstorm,
            bridges=space.bridges,
            steps=turn.steps + space.steps,
            same_track=space.same_track,
            sandstorm=space.sandstorm,
            free_dwelling=space.free_dwelling,
            free_upgrade=space.free_upgrade,
            new_home=space.new_home,
            actions=turn.actions + space.actions,
            double=turn.double or space.actions > 0,
        )


@words.command("advance ship", "advance shipping")
class AdvanceShipping(msgspec.Struct, frozen=True):
    """One step on the shipping track (R4.4)."""

    def decide(self, draft: Draft) -> None:
        require_turn(draft)
        me = draft.me
        if me.shipping >= me.board.shipping.max:
            raise IllegalMove("track", section="R4.4", facts={"level": me.shipping})
        begin_action(draft, "advance")
        pay(draft, SHIP_COST, "advance:shipping", section="R4.4")
        draft.emit(TrackRaised(draft.seat, "shipping", "advance"))
        gain(draft, Bag(vp=me.board.shipping.vp[me.shipping + 1]), "shipping")


@words.command("advance dig", "advance digging")
class AdvanceDigging(msgspec.Struct, frozen=True):
    """One step on the exchange track (R4.5)."""

    def decide(self, draft: Draft) -> None:
        require_turn(draft)
        me = draft.me
        digging = me.board.digging
        if digging is None or me.dig >= len(digging.spade) - 1:
            raise IllegalMove("track", section="R4.5", facts={"level": me.dig})
        begin_action(draft, "advance")
        pay(draft, digging.advance, "advance:dig", section="R4.5")
        draft.emit(TrackRaised(draft.seat, "dig", "advance"))
        gain(draft, Bag(vp=digging.advance_vp), "dig")
