"""What a careful player wants to hear before sending a line that is legal."""

from __future__ import annotations

from engine.api import Message
from engine.terra_mystica.actions import owed
from engine.terra_mystica.cautions_on_passing import cautions_on_passing
from engine.terra_mystica.draft import Draft
from engine.terra_mystica.events import (
    Changed,
    Event,
    OfferClosed,
    OfferMade,
    Passed,
    StepLost,
    TownFounded,
)
from engine.terra_mystica.state import State
from engine.terra_mystica.terms import CULTS


def notes_on(events: list[Event], seat: int) -> tuple[Message, ...]:
    """What a step brings along besides price and gain."""
    notes = []
    for event in events:
        match event:
            case OfferMade():
                notes.append(
                    Message(
                        code="offers-power",
                        facts={"seat": event.offer.to, "size": event.offer.size},
                        section="R7.1",
                    )
                )
            case OfferClosed(how="acted"):
                notes.append(
                    Message(code="declines-power", facts={"size": event.offer.size}, section="R7.5")
                )
            case Changed() if event.seat == seat:
                notes += _losses(event)
            case StepLost():
                notes.append(
                    Message(code="no-key", facts={"cult": CULTS[event.cult]}, section="R8.3")
                )
            case TownFounded(fresh=True):
                notes.append(
                    Message(code="town", facts={"places": sorted(event.places)}, section="R8.6")
                )
            case _:
                pass
    return tuple(notes)


LOSSES_OF_A_CHANGE = (("priest-lost", "lost_p", "R3.1"), ("power-lost", "lost_pw", "R3.2"))


def _losses(event: Changed) -> list[Message]:
    return [
        Message(code=code, facts={"source": event.source, "count": count}, section=section)
        for code, field, section in LOSSES_OF_A_CHANGE
        if (count := getattr(event, field))
    ]


def cautions_on(state: State, draft: Draft) -> tuple[Message, ...]:
    """The notes on a whole line, and what it leaves undone. `state`: before the line."""
    notes = list(notes_on(draft.events, draft.seat))
    turn = draft.state.turn
    if any(isinstance(event, Passed) for event in draft.events):
        notes += cautions_on_passing(state, draft)
    elif turn is not None and turn.seat == draft.seat and not turn.over:
        if not turn.acted or turn.actions:
            notes.append(
                Message(code="action-left", facts={"actions": turn.actions}, section="R4.1")
            )
        if due := owed(draft.state, turn):
            notes.append(Message(code="still-owed", facts={"owed": due}, section="R4.3"))
    return tuple(notes)
