"""What a pass gives away: actions not used, a card others may take, a cult bonus just missed."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from engine.api import Json, Message, MoveError
from engine.terra_mystica.commands import Command
from engine.terra_mystica.commands.act import Act, spaces_of
from engine.terra_mystica.commands.cult import Send, StepUp
from engine.terra_mystica.draft import Draft
from engine.terra_mystica.events import CardReturned, CultMoved, SpaceUsed
from engine.terra_mystica.line import run
from engine.terra_mystica.state import State
from engine.terra_mystica.terms import CULTS, ROUNDS
from engine.terra_mystica.tiles.actions import ActionSpace
from engine.terra_mystica.tiles.scoring import SCORING_TILES


def cautions_on_passing(state: State, draft: Draft) -> Iterator[Message]:
    """`state`: before the line; `draft`: the line with the pass."""
    before, seat = state.players[draft.seat], draft.seat
    unused = {
        key: space
        for key, space in spaces_of(replace(draft.me, card=before.card)).items()
        if space.once and key not in draft.me.used and _played(state, seat, [Act(key)])
    }
    if own := sorted(unused.keys() - {before.card}):
        yield Message(code="unused-actions", facts={"actions": own}, section="R4.7")
    yield from _card(draft, unused)
    if state.round == ROUNDS:
        if before.bowls[2]:
            facts: dict[str, Json] = {"power": before.bowls[2]}
            yield Message(code="power-unspent", facts=facts, section="R10.5")
    elif not any(isinstance(event, SpaceUsed) for event in draft.events):
        yield from _cult_bonus(state, seat, unused)


def _card(draft: Draft, unused: dict[str, ActionSpace]) -> Iterator[Message]:
    """The card goes back at once, and whoever passes later may take it (R9.1)."""
    for event in draft.events:
        if isinstance(event, CardReturned):
            rivals = [
                player.seat
                for player in draft.state.players
                if player.faction and not player.passed and not player.dropped
            ]
            facts: dict[str, Json] = {"card": event.card, "seats": rivals}
            if event.card in unused:
                yield Message(code="bonus-gone", facts=facts, section="R9.1")
            elif rivals and draft.state.round < ROUNDS:
                yield Message(code="card-returns", facts=facts, section="R9.1")


def _cult_bonus(state: State, seat: int, unused: dict[str, ActionSpace]) -> Iterator[Message]:
    """A priest or an own action would reach the next reward of the round (R9.5)."""
    tile = SCORING_TILES[state.scoring[state.round - 1]]
    if tile.cult is None:
        return
    missing = tile.every - state.players[seat].cults[tile.cult] % tile.every
    ways: list[list[Command]] = [[Send(tile.cult)]]
    ways += [
        [Act(key), StepUp(space.steps, tile.cult)] for key, space in unused.items() if space.steps
    ]
    if any(_climbed(state, seat, way) >= missing for way in ways):
        gain = {"spades": tile.spades} if tile.spades else tile.reward.facts()
        yield Message(
            code="bonus-missed",
            facts={"cult": CULTS[tile.cult], "steps": missing, "gain": gain},
            section="R9.5",
        )


def _played(state: State, seat: int, line: list[Command]) -> Draft | None:
    """What the line would do in place of the pass; None: it is refused."""
    try:
        return run(state, seat, line)[0]
    except MoveError:
        return None


def _climbed(state: State, seat: int, line: list[Command]) -> int:
    trial = _played(state, seat, line)
    moves = () if trial is None else trial.events
    return sum(event.by for event in moves if isinstance(event, CultMoved) and event.seat == seat)
