"""The border between a game's rules and everything that hosts them.

Text crosses the border, not objects: a line is what a player writes, the log stores, the mail
quotes and the test plays. A game *is* its options plus its list of lines; a state is a fold over
them. The site knows games only through `Rules`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Generic, Literal, NewType, Protocol, TypeVar

import msgspec

Json = Any
"""A value that survives `json.dumps` and `json.loads` unchanged."""

Seat = NewType("Seat", int)
"""Position at the table, counted from 0."""

CHANCE = Seat(-1)
"""The seat of shuffles and dice: the site draws for it and the log records what was drawn."""

Mode = Literal["single", "ordered", "sealed", "window"]
"""How an answer counts.

- single: at once.
- ordered: may be given early, counts when its place comes.
- sealed: the whole group is revealed when the last answer is in; changeable until then.
- window: may be given until the window closes; silence is the default. A window opens for every
  seat that could answer by public knowledge, so that the waiting itself tells no secret.
"""

S = TypeVar("S")


class Value(msgspec.Struct, frozen=True, kw_only=True):
    """Base of the values that cross the border: immutable, comparable, JSON in and out."""


class Message(Value, frozen=True, kw_only=True):
    """A thing to say: a stable code with its facts. A presenter makes the translated sentence."""

    code: str
    facts: dict[str, Json] = {}
    section: str = ""
    """Where the rules say so, e.g. "R6.4"."""


class Decision(Value, frozen=True, kw_only=True):
    """One thing one seat owes the table now; several may be open at once."""

    id: str
    """Stable as long as the decision is open: names the log row that opened it."""
    seat: Seat
    kind: str
    """What sort of thing is owed: "action", "leech", "sealed-bid", "deal" …"""
    mode: Mode = "single"
    group: str = ""
    """Sealed answers of one group are revealed together."""
    default: str | None = None
    """The line played for a seat whose time is up; legal as long as the decision is open.
    None only for CHANCE."""
    reason: Message
    """Why this is asked, fit for everybody's eyes."""
    draw: Draw | None = None
    """For CHANCE only: what is to be drawn."""
    answered: bool = False
    """Sealed only: the seat has answered and owes nothing, but may change its mind until the
    whole group is in. No default is played for it any more."""


class Draw(Value, frozen=True, kw_only=True):
    """What chance must decide: `count` of `items` in random order, written after `verb`.

    Where the rules forbid some outcomes, the drawn line is refused with code "redraw" and the
    site draws again: uniform over the outcomes that remain.
    """

    verb: str
    items: tuple[str, ...]
    count: int
    repeated: bool = False
    """True: each of the `count` is drawn from all items (dice). False: without putting back."""


class Offer(Value, frozen=True, kw_only=True):
    """One legal next step for a seat: a line that `play` accepts, with what it costs and brings."""

    line: str
    group: str
    """The heading under which a person looks for it, e.g. "build", "power-action", "pass"."""
    verb: str
    """The command word, e.g. "upgrade"."""
    target: str = ""
    """What is chosen: a hex, a tile, a track, a seat … in notation."""
    target_kind: str = ""
    """"hex", "bonus", "favor", "town", "cult", "action", "bridge", "amount", "faction" …"""
    amount: int | None = None
    price: dict[str, int] = {}
    gain: dict[str, int] = {}
    notes: tuple[Message, ...] = ()
    """What a careful player wants to hear: power offered to whom, a priest that would be lost …"""


class Event(Value, frozen=True, kw_only=True):
    """Something that happened, with the source that made it happen.

    A game has its own typed events; this is the form in which they leave the engine. The sum of
    the `delta`s explains every change of a number that `view` shows for a seat.
    """

    kind: str
    seat: Seat | None = None
    source: str = ""
    """What caused it: a tile, a faction ability, a building, "income", "leech:witches" …"""
    delta: dict[str, int] = {}
    facts: dict[str, Json] = {}
    audience: tuple[Seat, ...] | None = None
    """Who may see it; None: everybody."""


class Step(Value, Generic[S], frozen=True, kw_only=True):
    """What playing one line did."""

    state: S
    line: str
    """The canonical spelling, the only one that is stored."""
    events: tuple[Event, ...]
    reveals: bool = False
    """True if somebody learnt something new (a draw, a reveal, another seat's answer): a player
    may take a move back freely only down to the last such row."""
    audience: tuple[Seat, ...] | None = None
    """Who may read this line; None: everybody. A secret line is shown to others as "has decided"
    until the state's `disclosed` rows include it."""


class Composition(Value, Generic[S], frozen=True, kw_only=True):
    """The answer to "I have written this much: what now?"."""

    line: str
    """The partial line in canonical spelling (as far as it is legal)."""
    complete: bool
    """True: the line may be sent as it is and settles everything it began."""
    offers: tuple[Offer, ...]
    """What may come next; each `line` holds the next command alone, to be appended."""
    step: Step[S] | None
    """What would happen if the line were sent now. None for an empty line, or where the line
    would draw or reveal something (a preview must not)."""
    refusal: Refusal | None = None
    """Set if the line is not legal; then `line` is the longest legal beginning."""
    warnings: tuple[Message, ...] = ()
    """Legal but perhaps not wanted: an action unused, power that would be lost …"""


class Refusal(Value, frozen=True, kw_only=True):
    """Why a line was refused, in a form that can be translated and tested."""

    message: Message
    command: str = ""
    """The command at fault, as written."""
    position: int = 0
    """Its place in the line, counted in commands from 0."""
    nearest: tuple[str, ...] = ()
    """Whole lines close to the wish that would be accepted, best first."""


class MoveError(ValueError):
    """A line that is not accepted. Nothing has changed."""

    def __init__(
        self, code: str, *, section: str = "", facts: Mapping[str, Json] | None = None
    ) -> None:
        super().__init__(code)
        self.message = Message(code=code, facts=dict(facts or {}), section=section)
        self.command = ""
        self.position = 0
        self.nearest: tuple[str, ...] = ()

    @property
    def code(self) -> str:
        return self.message.code

    @property
    def refusal(self) -> Refusal:
        return Refusal(
            message=self.message,
            command=self.command,
            position=self.position,
            nearest=self.nearest,
        )


class NotationError(MoveError):
    """We cannot read it."""


class IllegalMove(MoveError):
    """We can read it, and the rules refuse it."""


class Option(Value, frozen=True, kw_only=True):
    """One choice made when a table is created."""

    key: str
    kind: Literal["flag", "choice", "many", "number", "text"]
    label: str
    """English; a presenter translates it."""
    help: str
    default: Json
    choices: tuple[tuple[str, str], ...] = ()
    """(value, label) for "choice" and "many"."""
    minimum: int | None = None
    maximum: int | None = None
    needs: dict[str, Json] = {}
    """Only meaningful while these other options have these values."""
    excludes: tuple[str, ...] = ()
    """Flags that cannot be on together with this one."""
    section: str = ""
    """Where the rules say so."""
    group: str = ""
    """The heading under which a form shows it; English, like the label."""


class OptionError(ValueError):
    """Options that do not fit together, or that this game does not know."""

    def __init__(self, code: str, *, option: str, facts: Mapping[str, Json] | None = None) -> None:
        super().__init__(f"{option}: {code}")
        self.message = Message(code=code, facts={"option": option, **(facts or {})})


class Standing(Value, frozen=True, kw_only=True):
    """How one seat ended: equal places are shared."""

    seat: Seat
    place: int
    score: int
    dropped: bool = False
    details: dict[str, int] = {}
    """Points by source."""


class Forecast(Value, frozen=True, kw_only=True):
    """What a seat may count on as things stand."""

    income: tuple[Event, ...]
    """Gains of the next income, with their sources."""
    at_pass: tuple[Event, ...]
    """Points for passing now, with their sources."""


class Bounds(Value, frozen=True, kw_only=True):
    """Between which scores a seat will end."""

    low: int
    """Certain if the seat only makes its safest moves from now on, whatever the others do."""
    high: int
    """Out of reach is more than this, whatever anybody does; not every score up to it is open."""


class HelpEntry(Value, frozen=True, kw_only=True):
    """One row of the notation help."""

    pattern: str
    example: str
    meaning: str


class Rules(Protocol[S]):
    """One version of one game.

    States are immutable. A refused line raises MoveError and changes nothing. Nothing here
    depends on time, chance or who the players are.
    """

    @property
    def key(self) -> str: ...

    @property
    def version(self) -> int:
        """Stored with each game; a running game keeps its version."""
        ...

    @property
    def name(self) -> str: ...

    @property
    def seats(self) -> range:
        """How many may play."""
        ...

    @property
    def resign_line(self) -> str:
        """The line by which a seat leaves; always accepted from a seat that is still in."""
        ...

    def options(self) -> tuple[Option, ...]: ...

    def setup(self, options: Mapping[str, Json], seats: int) -> S:
        """The position before anything was drawn or decided. Raises OptionError."""
        ...

    def pending(self, state: S) -> tuple[Decision, ...]:
        """All open decisions of all seats; empty means that the game is over."""
        ...

    def legal(self, state: S, seat: Seat) -> Iterable[Offer]:
        """Next steps open to a seat, each playable as a line of its own; none for an idle seat."""
        ...

    def compose(self, state: S, seat: Seat, partial: str) -> Composition[S]:
        """What may follow a partial line, or why it is refused."""
        ...

    def play(self, state: S, seat: Seat, line: str) -> Step[S]:
        """Play a whole line, or raise MoveError and change nothing."""
        ...

    def view(self, state: S, viewer: Seat | None) -> Json:
        """All that a viewer may see, built from nothing. None: a spectator."""
        ...

    def disclosed(self, state: S) -> Sequence[int]:
        """Numbers of secret log rows that everybody may read by now."""
        ...

    def forecast(self, state: S, seat: Seat) -> Forecast: ...

    def bounds(self, state: S, seat: Seat) -> Bounds: ...

    def result(self, state: S) -> tuple[Standing, ...] | None:
        """Best first; None while the game goes on."""
        ...

    def dump(self, state: S) -> Json: ...

    def load(self, data: Json) -> S: ...

    def notation_help(self) -> tuple[HelpEntry, ...]: ...
