"""Cult tracks (R8): steps, power on the way, the key to step 10."""

from __future__ import annotations

from engine.api import IllegalMove
from engine.terra_mystica.draft import Draft
from engine.terra_mystica.events import CultMoved, StepLost
from engine.terra_mystica.purse import gain
from engine.terra_mystica.resources import Bag
from engine.terra_mystica.state import Player, State
from engine.terra_mystica.terms import CULTS, LAST_STEP

POWER_AT = {3: 1, 5: 2, 7: 2, 10: 3}
"""Power for reaching or passing a step (R8.2)."""


def top_is_free(state: State, cult: int) -> bool:
    """Only one player may stand on 10 (R8.3a)."""
    return all(player.cults[cult] < LAST_STEP for player in state.players)


def climb(draft: Draft, cult: int, steps: int, source: str) -> None:
    """Go up, as far as the track and the keys allow; power for every mark crossed."""
    me = draft.me
    position = me.cults[cult]
    goal = min(position + steps, LAST_STEP)
    keys = 0
    if goal == LAST_STEP and position < LAST_STEP:
        if not top_is_free(draft.state, cult):
            goal = LAST_STEP - 1
        elif me.keys == 0:
            goal = LAST_STEP - 1
            draft.emit(StepLost(draft.seat, cult))
        else:
            _wait_for_those_who_come_first(draft, cult)
            keys = -1
    if goal > position:
        draft.emit(CultMoved(draft.seat, source, cult, goal - position, keys))
        power = sum(p for step, p in POWER_AT.items() if position < step <= goal)
        if power:
            gain(draft, Bag(pw=power), CULTS[cult])


def step_down(draft: Draft, cult: int, steps: int, source: str) -> None:
    """Go down as a payment; leaving 10 gives the key back (R8.3d)."""
    keys = 1 if draft.me.cults[cult] == LAST_STEP else 0
    draft.emit(CultMoved(draft.seat, source, cult, -steps, keys))


def claimable(state: State, player: Player) -> list[int]:
    """Tracks on which a lost step to 10 can still be made up for (R8.3)."""
    return [
        cult
        for cult in player.blocked
        if player.cults[cult] == LAST_STEP - 1 and top_is_free(state, cult)
    ]


def _wait_for_those_who_come_first(draft: Draft, cult: int) -> None:
    """R8.3c: open offers may still bring somebody to 10 who built before this move."""
    for rival in draft.state.players:
        if rival.seat == draft.seat or rival.dropped or not rival.faction or not rival.keys:
            continue
        if rival.board.when_power_taken != "step":
            continue
        coming = sum(
            event.by == rival.seat and not event.accepted and bool(event.waiting)
            for event in draft.state.events
        )
        if rival.cults[cult] + rival.steps_due + coming >= LAST_STEP:
            raise IllegalMove(
                "wait-for-step",
                section="R8.3c",
                facts={"cult": CULTS[cult], "faction": rival.faction, "seat": rival.seat},
            )
