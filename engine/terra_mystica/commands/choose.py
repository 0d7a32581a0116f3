"""Choosing a faction, a terrain, what a priest is for (R1.6, R12.7, R12.8)."""

from __future__ import annotations

import msgspec

from engine.api import IllegalMove
from engine.terra_mystica.commands.terraform import rival_homes
from engine.terra_mystica.draft import Draft
from engine.terra_mystica.events import Due, FactionTaken, HomeChosen, Unlocked
from engine.terra_mystica.factions import FACTIONS
from engine.terra_mystica.purse import pay, take_priest
from engine.terra_mystica.resources import Bag
from engine.terra_mystica.selection import (
    auction_colours,
    first_owing,
    refuse_while_owed,
    setup_owed,
    taken_colours,
    too_few_left,
    why_not,
)
from engine.terra_mystica.state import State
from engine.terra_mystica.terms import WHEEL
from engine.terra_mystica.words import words

STARTING_VP = 20


def chooser(state: State) -> int | None:
    """Whose choice of a faction is open: the next seat, once nobody owes a terrain or tile."""
    return state.queue[0] if state.queue else None


@words.command("setup {faction}")
class ChooseFaction(msgspec.Struct, frozen=True):
    """Take a faction in seat order."""

    faction: str

    def decide(self, draft: Draft) -> None:
        state = draft.state
        if state.phase != "factions":
            raise IllegalMove("phase", section="R1.6", facts={"phase": state.phase})
        refuse_while_owed(state)
        if chooser(state) != draft.seat or draft.me.faction:
            raise IllegalMove("not-your-turn", section="R1.6")
        refused = why_not(state, draft.seat, self.faction)
        if refused is not None:
            raise refused
        take_faction(draft, self.faction)


def take_faction(draft: Draft, key: str, vp: int | None = None, *, seat: int | None = None) -> None:
    """The seat has its faction; a tile or terrain may be due with it."""
    faction = FACTIONS[key]
    options = draft.state.options
    if vp is None:
        usual = faction.vp_2017 if options.vp_2017 else STARTING_VP
        vp = options.starting_vp.get(key, usual)
    if seat is None:
        seat = draft.seat
    draft.emit(FactionTaken(seat, key, vp))
    if faction.favor_at_start:
        draft.emit(Due(seat, "favors_due", 1, key))


@words.command("pick-color {colour}", "pick-colour {colour}")
class PickColour(msgspec.Struct, frozen=True):
    """Choose a terrain at set-up, or a new home terrain."""

    colour: str

    def decide(self, draft: Draft) -> None:
        state, me = draft.state, draft.me
        turn = state.turn
        if state.phase == "play":
            if not draft.on_turn() or turn is None or not turn.new_home:
                raise IllegalMove("not-owed", section="R12.7", facts={"owed": "new-home"})
            if self.colour not in WHEEL or self.colour == me.chosen:
                raise IllegalMove("terrain", section="R12.7", facts={"terrain": self.colour})
            self._refuse_taken(rival_homes(state, draft.seat))
            draft.emit(HomeChosen(draft.seat, self.colour, turn.space))
            draft.touch(new_home=False, over=True)
            return
        if "terrain" not in setup_owed(state, draft.seat):
            raise IllegalMove("phase", section="R1.6", facts={"phase": state.phase})
        if first_owing(state) != draft.seat:
            raise IllegalMove("not-your-turn", section="R1.6d", facts={"seat": first_owing(state)})
        if self.colour not in WHEEL:
            raise IllegalMove("terrain", section="R1.6d", facts={"terrain": self.colour})
        self._refuse_taken(taken_colours(state, draft.seat) | auction_colours(state))
        refused = too_few_left(state, draft.seat, self.colour)
        if refused is not None:
            raise refused
        draft.emit(HomeChosen(draft.seat, self.colour, me.faction))

    def _refuse_taken(self, taken: set[str]) -> None:
        if self.colour in taken:
            raise IllegalMove("terrain-taken", section="R1.6", facts={"terrain": self.colour})


@words.command("unlock-terrain {unlock}")
class Unlock(msgspec.Struct, frozen=True):
    """What a gained priest is for: a new type of terrain, or the hand."""

    unlock: str

    def decide(self, draft: Draft) -> None:
        me = draft.me
        if not me.unlocks_due:
            raise IllegalMove("not-owed", section="R12.8a", facts={"owed": "unlock"})
        if self.unlock == "gain-priest":
            draft.emit(Due(draft.seat, "unlocks_due", -1, "priest"))
            take_priest(draft, "priest")
            return
        if self.unlock not in WHEEL or self.unlock in me.unlocked:
            raise IllegalMove("terrain", section="R12.8a", facts={"terrain": self.unlock})
        coins = 2 if self.unlock in rival_homes(draft.state, draft.seat) else 1
        pay(draft, Bag(c=coins), f"unlock:{self.unlock}", section="R12.8")
        draft.emit(Due(draft.seat, "unlocks_due", -1, self.unlock))
        draft.emit(Unlocked(draft.seat, self.unlock))
