"""Composing a turn: what may come next, what it costs and brings."""

from __future__ import annotations

from collections.abc import Iterator

from engine.api import IllegalMove, MoveError, Offer
from engine.terra_mystica.actions import owed
from engine.terra_mystica.candidates import Line, candidates
from engine.terra_mystica.cautions import notes_on
from engine.terra_mystica.commands import Command
from engine.terra_mystica.commands.act import Act, AdvanceDigging, AdvanceShipping
from engine.terra_mystica.commands.exchange import Convert
from engine.terra_mystica.draft import Draft
from engine.terra_mystica.events import Changed, CultMoved, Event, TrackRaised
from engine.terra_mystica.line import finish, new_line, read_line, run, tidy, write_line
from engine.terra_mystica.selection import setup_owed
from engine.terra_mystica.state import State
from engine.terra_mystica.terms import CULTS
from engine.terra_mystica.tiles.actions import POWER_ACTIONS
from engine.terra_mystica.words import words

GROUPS = {
    "Build": "build",
    "Dig": "dig",
    "Transform": "transform",
    "Upgrade": "upgrade",
    "Send": "priest",
    "AdvanceShipping": "advance",
    "AdvanceDigging": "advance",
    "Act": "special-action",
    "Pass": "pass",
    "Leech": "power",
    "Decline": "power",
    "Burn": "convert",
    "Convert": "convert",
    "BuyToken": "token",
    "TakeFavor": "favor",
    "TakeTown": "town",
    "Connect": "town",
    "StepUp": "cult",
    "StepDown": "cult",
    "Bridge": "bridge",
    "PickColour": "terrain",
    "Unlock": "terrain",
    "ChooseFaction": "faction",
    "TakeToken": "faction",
    "Bid": "bid",
    "BidOnFaction": "bid",
    "BidOnPosition": "bid",
    "Waive": "waive",
    "Done": "done",
}
"""The heading under which a person looks for a command."""

TARGETS = (
    ("place", "hex"),
    ("action", "action"),
    ("card", "bonus"),
    ("favor", "favor"),
    ("town", "town"),
    ("cult", "cult"),
    ("river", "river"),
    ("colour", "terrain"),
    ("unlock", "terrain"),
    ("faction", "faction"),
    ("source", "faction"),
    ("waived", "owed"),
    ("position", "position"),
)
AMOUNTS = ("number", "tokens", "count", "size", "space", "bid", "position")


def attempt(draft: Draft, line: Line) -> Draft | None:
    """Play commands after what is written so far; None if they are refused."""
    trial = Draft(draft.state, draft.seat)
    trial.known = draft.known
    try:
        for index, command in enumerate(line):
            trial.following = list(line[index + 1 :])
            command.decide(trial)
        finish(trial)
    except IllegalMove:
        return None
    return trial


def offers_after(draft: Draft) -> Iterator[Offer]:
    """Everything that may come next."""
    if draft.known is None:
        draft.known = {}
    for line in candidates(draft.state, draft.seat):
        trial = attempt(draft, line)
        if trial is not None:
            yield offer_of(line, trial.events, draft.seat)


def offer_of(line: Line, events: list[Event], seat: int) -> Offer:
    """One next step with what it costs and brings."""
    main: Command = line[-1]
    target, kind = target_of(main)
    price, gain = price_and_gain(events, seat)
    text = write_line(list(line))
    return Offer(
        line=text,
        group=group_of(main),
        verb=words.write(main).split(" ", 1)[0] if text[0] not in "+-" else text[0],
        target=target,
        target_kind=kind,
        amount=amount_of(main),
        price=price,
        gain=gain,
        notes=notes_on(events, seat),
    )


def group_of(command: Command) -> str:
    """The heading of a command; "" for what nobody is offered."""
    if isinstance(command, Act) and command.action in POWER_ACTIONS:
        return "power-action"
    return GROUPS.get(type(command).__name__, "")


def amount_of(command: Command) -> int | None:
    """How much of it, if it has an amount."""
    if isinstance(command, Convert):
        return command.give[0]
    return next((getattr(command, name) for name in AMOUNTS if hasattr(command, name)), None)


def target_of(command: Command) -> tuple[str, str]:
    """What a command is aimed at, and what kind of thing that is."""
    match command:
        case Convert(give=(_, kind), take=(_, wanted)):
            return f"{kind.upper()}:{wanted.upper()}", "rate"
        case AdvanceShipping():
            return "ship", "track"
        case AdvanceDigging():
            return "dig", "track"
    if hasattr(command, "a") and hasattr(command, "b"):
        return f"{command.a}:{command.b}", "bridge"
    for name, kind in TARGETS:
        value = getattr(command, name, None)
        if value is not None:
            return (CULTS[value].upper() if kind == "cult" else str(value)), kind
    return "", ""


def price_and_gain(events: list[Event], seat: int) -> tuple[dict[str, int], dict[str, int]]:
    """What a seat gives and gets, power counted as power and tokens as tokens."""
    price: dict[str, int] = {}
    gain: dict[str, int] = {}

    def add(name: str, amount: int) -> None:
        if amount:
            side = gain if amount > 0 else price
            side[name] = side.get(name, 0) + abs(amount)

    for event in events:
        if isinstance(event, Changed) and event.seat == seat:
            for name in ("vp", "c", "w", "p", "pw", "keys"):
                add(name, getattr(event, name))
            add("tokens", event.p1 + event.p2 + event.p3)
        elif isinstance(event, CultMoved) and event.seat == seat:
            add(CULTS[event.cult], event.by)
            add("keys", event.keys)
        elif isinstance(event, TrackRaised) and event.seat == seat:
            add(event.track, 1)
    return price, gain


def is_complete(draft: Draft) -> bool:
    """Whether the line settles everything it began."""
    state = draft.state
    turn = state.turn
    if state.phase in ("auction", "factions", "terrain"):
        auction = state.auction
        won = auction is not None and auction.choosing and auction.leader == draft.seat
        return not won and not setup_owed(state, draft.seat)
    if turn is None or turn.seat != draft.seat or turn.over:
        return True
    if not turn.acted:
        return not owed(state, turn)
    return not turn.actions and not owed(state, turn)


def longest_legal(state: State, seat: int, partial: str) -> tuple[Draft, list[Command]]:
    """As much of a partial line as can be played."""
    try:
        commands = read_line(partial)
    except MoveError as error:
        commands = _readable(partial, error.position)
    while commands:
        try:
            return run(state, seat, commands)
        except MoveError as error:
            commands = commands[: min(error.position, len(commands) - 1)]
    return new_line(state, seat), []


def _readable(partial: str, position: int) -> list[Command]:
    """The commands before the one that could not be read."""
    texts = [text for text in partial[:2000].split("#", 1)[0].split(".") if text.strip()]
    out: list[Command] = []
    for text in texts[:position]:
        out.append(words.read(text))
    return tidy(out)
