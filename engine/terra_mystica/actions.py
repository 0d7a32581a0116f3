"""The frame of a turn (R4.1 to R4.8): whose turn it is, one action, what is still owed."""

from __future__ import annotations

from engine.api import IllegalMove
from engine.terra_mystica.draft import Draft
from engine.terra_mystica.events import TurnTouched
from engine.terra_mystica.neighbours import decline_all
from engine.terra_mystica.state import Player, State, Turn

NOBODY = -1


def require_turn(draft: Draft) -> Turn:
    """The seat is on turn in Phase II and its turn is not over."""
    state = draft.state
    me = draft.me
    if me.dropped:
        raise IllegalMove("not-your-turn", section="R14", facts={"dropped": True})
    if state.phase != "play":
        raise IllegalMove("phase", section="R2", facts={"phase": state.phase})
    if me.passed:
        raise IllegalMove("passed", section="R9.1")
    turn = state.turn
    if turn is None or turn.seat != draft.seat or turn.over:
        raise IllegalMove(
            "not-your-turn",
            section="R4.1",
            facts={"seat": NOBODY if turn is None else turn.seat},
        )
    return turn


def begin_action(draft: Draft, space: str) -> None:
    """Take the action of this turn; open power offers are declined by it (R7.5a)."""
    turn = require_turn(draft)
    if any(turn.downs):
        raise IllegalMove("not-owed", section="N3", facts={"owed": "cult"})
    if not turn.actions:
        raise IllegalMove("one-action", section="R4.8", facts={"taken": turn.space})
    if turn.acted:
        # Within a double turn the first action is settled before the second begins (R11.11).
        unsettled = owed_by_action(turn)
        if unsettled:
            raise IllegalMove("owed", section="R4.3", facts={"owed": unsettled})
    decline_all(draft)
    draft.emit(
        TurnTouched(
            Turn(
                seat=turn.seat,
                row=turn.row,
                actions=turn.actions - 1,
                acted=True,
                double=turn.double,
                space=space,
            )
        )
    )


def owed_by_action(turn: Turn) -> list[str]:
    """What the action in progress still asks for (R4.3)."""
    owed = []
    if turn.spades:
        owed.append("spades")
    if turn.bridges:
        owed.append("bridge")
    if turn.steps:
        owed.append("cult-step")
    if turn.sandstorm:
        owed.append("sandstorm")
    if turn.free_dwelling:
        owed.append("free-dwelling")
    if turn.free_upgrade:
        owed.append("free-upgrade")
    if turn.new_home:
        owed.append("new-home")
    if turn.volcano:
        owed.append("volcano")
    if turn.payment:
        owed.append("payment")
    return owed


def owed_by_player(state: State, me: Player) -> list[str]:
    """Tiles and choices that are due whatever action brought them."""
    owed = []
    if me.favors_due:
        owed.append("favor")
    if me.towns_due:
        owed.append("town")
    if me.claims_due:
        owed.append("claim")
    if me.unlocks_due:
        owed.append("unlock")
    if me.steps_due:
        # Steps won by neighbours' power are placed before the own turn ends (R11.3).
        owed.append("cult-step")
    if me.conversion_due and state.options.strict_conversion:
        owed.append("conversion")
    return owed


def owed(state: State, turn: Turn) -> list[str]:
    """Everything that keeps the turn open once the action is taken."""
    return owed_by_action(turn) + owed_by_player(state, state.players[turn.seat])


def refuse_while_paying(draft: Draft) -> None:
    """A volcano is paid for before any tile is taken or cult step placed (R12.6)."""
    turn = draft.state.turn
    if turn is not None and turn.seat == draft.seat and turn.payment:
        raise IllegalMove("owed", section="R12.6", facts={"owed": ["payment"]})
