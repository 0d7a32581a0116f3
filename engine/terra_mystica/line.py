"""A line: read, tidied up, played from left to right, accepted whole or not at all (N1)."""

from __future__ import annotations

from msgspec.structs import replace

from engine.api import IllegalMove, MoveError, NotationError
from engine.notation import commands_of
from engine.terra_mystica.commands import Command
from engine.terra_mystica.commands.act import Act
from engine.terra_mystica.commands.construct import Build, open_sites
from engine.terra_mystica.commands.cult import Send, StepDown, StepUp, best_space
from engine.terra_mystica.commands.exchange import Convert
from engine.terra_mystica.commands.leech import Leech, offers_like
from engine.terra_mystica.commands.pass_ import Pass
from engine.terra_mystica.commands.terraform import (
    Dig,
    Transform,
    flight_cost,
    nearest_colour,
)
from engine.terra_mystica.commands.tiles import ConnectLand, TakeTown
from engine.terra_mystica.commands.waive import Waive
from engine.terra_mystica.draft import Draft
from engine.terra_mystica.events import Due, Waived
from engine.terra_mystica.maps.reach import in_reach
from engine.terra_mystica.phases import settle
from engine.terra_mystica.purse import lacking
from engine.terra_mystica.state import Player, State, Turn
from engine.terra_mystica.terms import CULTS, LAST_STEP, PERMANENT, ROUNDS
from engine.terra_mystica.tiles.towns import TOWN_TILES
from engine.terra_mystica.words import words

MOST_COMMANDS = 60
"""No turn needs more commands in one line."""

ADDS_SPADES = ("ACT5", "ACT6", "BON1")


def read_line(line: str) -> list[Command]:
    """The commands of a line in the order in which they count. Raises NotationError."""
    texts = commands_of(line)
    if not texts:
        raise NotationError("empty-line")
    if len(texts) > MOST_COMMANDS:
        raise NotationError("too-many-commands", facts={"most": MOST_COMMANDS})
    commands: list[Command] = []
    for position, text in enumerate(texts):
        try:
            commands.append(words.read(text))
        except NotationError as error:
            error.command, error.position = text[:80], position
            raise
    return tidy(commands) if len(commands) > 1 else commands


def write_line(commands: list[Command]) -> str:
    """The canonical spelling."""
    return ". ".join(words.write(command) for command in commands)


def tidy(commands: list[Command]) -> list[Command]:
    """Older spellings and orders become the canonical ones (N1.7)."""
    out: list[Command] = []
    for command in commands:
        last = out[-1] if out else None
        if isinstance(command, Pass) and isinstance(last, Pass) and last.card is None:
            out[-1] = command
        elif (isinstance(command, Transform) and isinstance(last, Build)) or (
            isinstance(command, Convert) and isinstance(last, Pass)
        ):
            out.insert(len(out) - 1, command)
        elif isinstance(command, Act) and isinstance(last, Dig) and command.action in ADDS_SPADES:
            before = len(out)
            while before and isinstance(out[before - 1], Dig):
                before -= 1
            out.insert(before, command)
        elif isinstance(last, StepUp) and command == Waive(1, "CULT"):
            # Steps that share a track are placed together: the one given up goes first (R11.9).
            out.insert(len(out) - 1, command)
        elif isinstance(command, StepUp) and isinstance(last, StepUp) and command.cult == last.cult:
            out[-1] = StepUp(last.count + command.count, last.cult)
        elif (
            isinstance(command, TakeTown)
            and isinstance(last, TakeTown)
            and command.town == last.town
            and command.cluster is last.cluster is None
        ):
            out[-1] = TakeTown(last.count + command.count, last.town)
        else:
            out.append(command)
    return out


def play_commands(state: State, seat: int, commands: list[Command]) -> tuple[Draft, list[Command]]:
    """Play a whole line and let the game go on. Raises MoveError, and nothing has changed."""
    draft, done = run(state, seat, commands)
    finish(draft)
    settle(draft)
    return draft, done


def new_line(state: State, seat: int) -> Draft:
    """An empty line, which will be the next row of the log."""
    return Draft(replace(state, row=state.row + 1), seat)


def run(state: State, seat: int, commands: list[Command]) -> tuple[Draft, list[Command]]:
    """Play commands one after the other, without ending the line."""
    draft = new_line(state, seat)
    todo = list(commands)
    index = 0
    while index < len(todo):
        command = todo[index]
        draft.following = todo[index + 1 :]
        try:
            command = todo[index] = _spelt_out(draft, command)
            command.decide(draft)
        except MoveError as error:
            chosen = _track_named_after(draft, command, error)
            if chosen is not None:
                todo[index : index + 1 + chosen[1]] = chosen[0]
                return run(state, seat, todo)
            error.command, error.position = words.write(command), index
            raise
        draft.marks.append(len(draft.events))
        index += 1
    return draft, todo


def _spelt_out(draft: Draft, command: Command) -> Command:
    """What a short form means here, so that one thing has one spelling in the log."""
    match command:
        case ConnectLand():
            return command.by_river(draft)
        case TakeTown():
            return command.spelt_out(draft)
        case Leech(source=None):
            offer = offers_like(draft, command.size, None)[0]
            return Leech(command.size, draft.state.players[offer.by].faction)
        case Send(space=space) if space is not None and space == best_space(
            draft.state, command.cult
        ):
            return Send(command.cult)
        case Pass() if draft.state.phase == "play" and draft.state.round == ROUNDS:
            return Pass()
        case Transform(colour=None):
            return Transform(command.place, nearest_colour(draft, command.place))
        case _:
            return command


def _track_named_after(
    draft: Draft, command: Command, error: MoveError
) -> tuple[list[Command], int] | None:
    """`+TW5. +FIRE` names the track that gets the key: written as steps down before (N3)."""
    if error.code != "choose-track" or not isinstance(command, TakeTown):
        return None
    named = []
    for after in draft.following:
        if not isinstance(after, StepUp) or after.count != 1:
            break
        named.append(after.cult)
    if not named:
        return None
    steps = TOWN_TILES[command.town].steps
    others = [CULTS.index(c) for c in error.message.facts["tracks"] if CULTS.index(c) not in named]
    downs: list[Command] = [
        StepDown(draft.me.cults[cult] + steps - (LAST_STEP - 1), cult) for cult in others
    ]
    return [*downs, command], len(named)


def finish(draft: Draft) -> None:
    """The end of a line: nothing may be left that could never be settled."""
    turn = draft.state.turn
    if turn is None or turn.seat != draft.seat or draft.state.phase != "play" or turn.over:
        return
    if any(turn.downs):
        raise IllegalMove("not-owed", section="N3", facts={"owed": "cult"})
    if turn.volcano and not transforms(draft):
        raise IllegalMove("no-volcano", section="R12.4")
    if turn.bought and turn.spades:
        _refuse_useless_spades(draft, turn)
    if not draft.state.options.explicit:
        _waive_useless(draft, turn)


def _refuse_useless_spades(draft: Draft, turn: Turn) -> None:
    """Bought spades must fit (R6.2b): some hex must be able to take all that are left."""
    if not transforms(draft, whole=True):
        raise IllegalMove("spades-left", section="R6.2b", facts={"spades": turn.spades})


def _waive_useless(draft: Draft, turn: Turn) -> None:
    """What is owed but cannot be used is given up by itself; a record writes it (R6.2b, R17.3)."""
    me = draft.me
    if turn.spades and not turn.bought:
        digging = me.board.digging
        could_add = (
            turn.may_add
            and not turn.touched
            and digging is not None
            and not lacking(me, digging.spade[me.dig])
        )
        if not could_add and not transforms(draft):
            draft.touch(spades=0, may_add=False)
            draft.emit(Waived(draft.seat, "SPADE", turn.spades, True))
    if turn.bridges and not open_sites(draft.state, draft.seat):
        draft.touch(bridges=0)
        draft.emit(Waived(draft.seat, "BRIDGE", turn.bridges, True))
    if me.conversion_due and not me.w and draft.state.options.strict_conversion:
        draft.emit(Due(draft.seat, "conversion_due", -me.conversion_due, "no-use"))
        draft.emit(Waived(draft.seat, "CONVERT_W_TO_P", me.conversion_due, True))


def _workable(draft: Draft) -> tuple[str, ...]:
    """Hexes that the action in progress may still be about, in the order of the map."""
    state, turn = draft.state, draft.state.turn
    if turn is not None and turn.one_hex and turn.touched:
        return turn.touched
    near = in_reach(state, draft.me)
    return tuple(place for place in state.terrain if place in near)


def transforms(draft: Draft, *, whole: bool = False) -> bool:
    """Whether a transformation is possible with the spades at hand.

    With `whole` it must use them up. Spades of which some are bought all go to one hex, and a stop
    on the way home costs no more than going there at once (R6.2a): one step is enough to look at.
    """
    me = draft.me
    if draft.known is None:
        return _found(draft, whole)
    state = draft.state
    flight = me.board.flight
    key = (
        whole,
        draft.turn,
        me.card,
        me.shipping,
        me.range,
        me.cults,
        sum(me.bowls),
        flight is not None and not lacking(me, flight_cost(me, flight)),
        *map(id, (state.terrain, state.occupied, state.bridges, me.buildings)),
    )
    if key not in draft.known:
        # With the state, so that what is known by its identity lives as long as the answer.
        draft.known[key] = _found(draft, whole), state
    return bool(draft.known[key][0])


def _found(draft: Draft, whole: bool) -> bool:
    state, me = draft.state, draft.me
    spades = draft.turn.spades
    rules = me.board.terraforming
    # Home first: that is what a hex is changed for.
    targets = sorted(rules.targets(), key=lambda colour: colour != me.home)
    for place in _workable(draft):
        terrain = state.terrain[place]
        if place in state.occupied or terrain in PERMANENT:
            continue
        for colour in targets:
            if colour == terrain or (whole and not _uses_up(me, terrain, colour, spades)):
                continue
            trial = Draft(state, draft.seat)
            try:
                Transform(place, colour).decide(trial)
            except IllegalMove as refused:
                if refused.code in ("not-reachable", "one-hex", "one-flight"):
                    break
                continue
            return True
    return False


def _uses_up(me: Player, old: str, new: str, spades: int) -> bool:
    try:
        return me.board.terraforming.price(old, new, me.chosen, spades) == spades
    except IllegalMove:
        return False
