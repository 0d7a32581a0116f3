"""Priests and cult steps (R8)."""

from __future__ import annotations

import msgspec

from engine.api import IllegalMove
from engine.terra_mystica.actions import begin_action, refuse_while_paying, require_turn
from engine.terra_mystica.commands.terraform import check_queue
from engine.terra_mystica.commands.tiles import TakeTown
from engine.terra_mystica.cults import claimable, climb, step_down
from engine.terra_mystica.draft import Draft
from engine.terra_mystica.events import Changed, Due, PriestSent
from engine.terra_mystica.state import State
from engine.terra_mystica.terms import CULTS
from engine.terra_mystica.tiles.towns import TOWN_TILES
from engine.terra_mystica.words import words

STEPS_OF_SPACE = (3, 2, 2, 2)
"""Order spaces of each cult, best first."""


@words.command("send p to {cult}[ for {space}]", "send priest to {cult}[ for {space}]")
class Send(msgspec.Struct, frozen=True):
    """A priest to a cult: onto the best free order space, or as asked."""

    cult: int
    space: int | None = None

    def decide(self, draft: Draft) -> None:
        require_turn(draft)
        me = draft.me
        if not me.p:
            raise IllegalMove("no-priest-or-space", section="R8.1", facts={"missing": {"p": 1}})
        steps, index = self._space(draft.state)
        begin_action(draft, "send")
        draft.emit(Changed(draft.seat, f"send:{CULTS[self.cult]}", p=-1))
        if index is not None:
            draft.emit(PriestSent(draft.seat, self.cult, index))
        if me.counts["SH"]:
            steps += me.board.extra_priest_step
        climb(draft, self.cult, steps, "priest")

    def _space(self, state: State) -> tuple[int, int | None]:
        """Steps, and the order space the priest stays on."""
        wanted = self.space or best_space(state, self.cult)
        if wanted == 1:
            return 1, None
        for index, seat in enumerate(state.spaces[self.cult]):
            if seat < 0 and wanted == STEPS_OF_SPACE[index]:
                return wanted, index
        raise IllegalMove("space-taken", section="R8.1", facts={"space": wanted})


def best_space(state: State, cult: int) -> int:
    """What `send` takes when nothing is said: 3 if free, else 2, else 1 without staying (N3)."""
    free = (STEPS_OF_SPACE[index] for index, seat in enumerate(state.spaces[cult]) if seat < 0)
    return next(free, 1)


@words.command("+{count}{cult}")
class StepUp(msgspec.Struct, frozen=True):
    """Place cult steps that are owed, or claim step 10 with a key gained in time."""

    count: int
    cult: int

    def decide(self, draft: Draft) -> None:
        state, me = draft.state, draft.me
        if me.dropped:
            raise IllegalMove("not-your-turn", section="R14")
        refuse_while_paying(draft)
        if state.phase == "spades":
            check_queue(draft)
        turn = state.turn if draft.on_turn() else None
        now = turn.steps if turn is not None else 0
        if me.claims_due and self.count == 1 and self.cult in claimable(state, me):
            climb(draft, self.cult, 1, "key")
            draft.emit(Due(draft.seat, "claims_due", -1, "key"))
            return
        if self.count > now + me.steps_due:
            raise IllegalMove(
                "not-owed",
                section="R8.4",
                facts={"owed": "cult-step", "due": now + me.steps_due},
            )
        used = min(now, self.count)
        if turn is not None and used:
            if turn.same_track and used < now:
                # Told one by one they would be two choices; one of them may be given up before.
                raise IllegalMove("one-track", section="R11.9", facts={"needed": now})
            draft.touch(steps=now - used)
        if self.count > used:
            draft.emit(Due(draft.seat, "steps_due", used - self.count, "cult-step"))
        climb(draft, self.cult, self.count, "cult-step")


@words.command("-{count}{cult}")
class StepDown(msgspec.Struct, frozen=True):
    """Pay for a volcano, or leave a track at 9 when a town tile comes (R8.4, R12.6)."""

    count: int
    cult: int

    def decide(self, draft: Draft) -> None:
        turn = require_turn(draft)
        position = draft.me.cults[self.cult]
        if turn.payment:
            if self.count != turn.payment:
                raise IllegalMove("one-track", section="R12.6", facts={"needed": turn.payment})
            if position < self.count:
                raise IllegalMove(
                    "cannot-pay",
                    section="R12.6",
                    facts={"missing": {CULTS[self.cult]: self.count - position}},
                )
            draft.touch(payment=0)
            step_down(draft, self.cult, self.count, "volcano")
            return
        tile = next((c.town for c in draft.following if isinstance(c, TakeTown)), None)
        steps = 0 if tile is None or tile not in TOWN_TILES else TOWN_TILES[tile].steps
        downs = list(turn.downs)
        downs[self.cult] += self.count
        if not steps or position not in (8, 9) or position - downs[self.cult] + steps != 9:
            raise IllegalMove(
                "not-owed", section="N3", facts={"owed": "cult", "cult": CULTS[self.cult]}
            )
        draft.touch(downs=tuple(downs))
