"""Giving up what is owed (R4.3b, R6.2b)."""

from __future__ import annotations

import msgspec

from engine.api import IllegalMove
from engine.terra_mystica.actions import require_turn
from engine.terra_mystica.commands.construct import free_favors
from engine.terra_mystica.commands.terraform import check_queue
from engine.terra_mystica.draft import Draft
from engine.terra_mystica.events import Due, Waived
from engine.terra_mystica.towns import tiles_left
from engine.terra_mystica.words import words


@words.command("-{count}{waived}")
class Waive(msgspec.Struct, frozen=True):
    """The action counts as taken, its price is not returned."""

    count: int
    waived: str

    def decide(self, draft: Draft) -> None:
        if draft.me.dropped:
            raise IllegalMove("not-your-turn", section="R14", facts={"dropped": True})
        match self.waived:
            case "SPADE":
                self._spades(draft)
            case "BRIDGE":
                self._of_turn(draft, "bridges", require_turn(draft).bridges)
            case "CULT":
                self._steps(draft)
            case "FREE_TF":
                self._flag(draft, "sandstorm", require_turn(draft).sandstorm)
            case "FREE_TP":
                self._flag(draft, "free_upgrade", require_turn(draft).free_upgrade)
            case "FREE_D":
                self._flag(draft, "free_dwelling", require_turn(draft).free_dwelling)
            case "CONVERT_W_TO_P":
                due = draft.me.conversion_due
                self._need(due)
                draft.emit(Due(draft.seat, "conversion_due", -due, "waived"))
            case "GAIN_P3_FOR_VP":
                self._need(draft.me.tokens_due)
                draft.emit(Due(draft.seat, "tokens_due", -self.count, "waived"))
            case _:
                self._tile(draft)

        draft.emit(Waived(draft.seat, self.waived, self.count))

    def _need(self, due: int) -> None:
        if not due or (self.count > due and self.waived != "CONVERT_W_TO_P"):
            raise IllegalMove("not-owed", section="R4.3b", facts={"owed": self.waived, "due": due})

    def _of_turn(self, draft: Draft, field: str, due: int) -> None:
        self._need(due)
        draft.touch(**{field: due - self.count})

    def _flag(self, draft: Draft, field: str, due: bool) -> None:
        self._need(int(due))
        draft.touch(**{field: False, "may_build": False})

    def _steps(self, draft: Draft) -> None:
        if draft.state.phase == "spades":
            check_queue(draft)
        now = draft.turn.steps if draft.on_turn() else 0
        self._need(now + draft.me.steps_due)
        used = min(now, self.count)
        if used:
            draft.touch(steps=now - used)
        if self.count > used:
            draft.emit(Due(draft.seat, "steps_due", used - self.count, "waived"))

    def _tile(self, draft: Draft) -> None:
        """Favor and town tiles are compulsory (R6.4a); who cannot take one owes none.

        That happens by itself, but records of others write it (N3).
        """
        state, me = draft.state, draft.me
        free = {
            "GAIN_FAVOR": free_favors(state, me),
            "GAIN_TW": tiles_left(state),
        }.get(self.waived, 1)
        if free > 0 or not state.options.explicit:
            raise IllegalMove("not-waivable", section="R6.4a", facts={"what": self.waived})
        require_turn(draft)

    def _spades(self, draft: Draft) -> None:
        if draft.state.phase == "spades":
            self._need(draft.me.spades_due)
            check_queue(draft)
            draft.emit(Due(draft.seat, "spades_due", -self.count, "waived"))
        else:
            turn = require_turn(draft)
            if turn.bought:
                raise IllegalMove("not-waivable", section="R6.2b", facts={"bought": turn.bought})
            self._of_turn(draft, "spades", turn.spades)
            if self.count == turn.spades:
                draft.touch(may_add=False)
