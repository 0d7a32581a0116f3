"""Terra Mystica behind the border: wires the modules of this package, decides nothing itself."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from engine.api import (
    CHANCE,
    Bounds,
    Composition,
    Decision,
    Event,
    Forecast,
    HelpEntry,
    IllegalMove,
    Json,
    MoveError,
    Offer,
    Option,
    OptionError,
    Seat,
    Standing,
    Step,
)
from engine.terra_mystica.agreement import read_options
from engine.terra_mystica.cautions import cautions_on
from engine.terra_mystica.ceiling import most_points
from engine.terra_mystica.certain import certain_points
from engine.terra_mystica.codec import dump, load
from engine.terra_mystica.commands import Command
from engine.terra_mystica.commands.auction import BidOnFaction, BidOnPosition
from engine.terra_mystica.commands.flow import Drawing
from engine.terra_mystica.commands.leech import Decline, Leech
from engine.terra_mystica.commands.pass_ import points_for_passing
from engine.terra_mystica.compose import (
    is_complete,
    longest_legal,
    offers_after,
)
from engine.terra_mystica.decisions import open_decisions
from engine.terra_mystica.events import to_api
from engine.terra_mystica.help import HELP
from engine.terra_mystica.line import new_line, play_commands, read_line, write_line
from engine.terra_mystica.nearest import nearest_lines
from engine.terra_mystica.options import OPTIONS
from engine.terra_mystica.phases import next_income, prepare_first_game
from engine.terra_mystica.setup import new_state
from engine.terra_mystica.state import State
from engine.terra_mystica.view import starting_numbers, view_of

STARTS = starting_numbers()


class TerraMystica:
    """The rules as `engine.api.Rules` asks for them."""

    key = "terra_mystica"
    version = 1
    name = "Terra Mystica"
    seats = range(2, 6)
    resign_line = "resign"

    def options(self) -> tuple[Option, ...]:
        return OPTIONS

    def setup(self, options: Mapping[str, Json], seats: int) -> State:
        if seats not in self.seats:
            raise OptionError("seats", option="seats", facts={"seats": seats})
        state = new_state(read_options(options, seats), seats)
        return prepare_first_game(state) if state.options.setup == "first-game" else state

    def pending(self, state: State) -> tuple[Decision, ...]:
        return open_decisions(state)

    def legal(self, state: State, seat: Seat) -> Iterable[Offer]:
        if seat == CHANCE:
            return ()
        return tuple(offers_after(new_line(state, seat)))

    def compose(self, state: State, seat: Seat, partial: str) -> Composition[State]:
        if not partial.strip(" ."):
            return Composition(
                line="", complete=False, offers=tuple(self.legal(state, seat)), step=None
            )
        try:
            step = self.play(state, seat, partial)
        except MoveError as error:
            error.nearest = nearest_lines(state, seat, partial, error)
            draft, done = longest_legal(state, seat, partial)
            return Composition(
                line=write_line(done),
                complete=False,
                offers=tuple(offers_after(draft)),
                step=None,
                refusal=error.refusal,
            )
        draft, done = longest_legal(state, seat, partial)
        return Composition(
            line=step.line,
            complete=is_complete(draft),
            offers=tuple(offers_after(draft)),
            # A preview must not open the bids of others.
            step=None if self.disclosed(step.state) != self.disclosed(state) else step,
            warnings=cautions_on(state, draft),
        )

    def play(self, state: State, seat: Seat, line: str) -> Step[State]:
        commands = read_line(line)
        self._check_seat(state, seat, commands)
        draft, done = play_commands(state, max(seat, 0), commands)
        opened = len(self.disclosed(draft.state)) > len(self.disclosed(state))
        sealed = any(isinstance(command, BidOnFaction | BidOnPosition) for command in done)
        return Step(
            state=draft.state,
            line=write_line(done),
            events=to_api(draft.events, STARTS),
            reveals=seat == CHANCE or opened or any(isinstance(c, Leech | Decline) for c in done),
            audience=(seat,) if sealed else None,
        )

    def _check_seat(self, state: State, seat: Seat, commands: list[Command]) -> None:
        """Chance deals and does nothing else; nobody else deals; who left plays nothing."""
        drawn = [isinstance(command, Drawing) for command in commands]
        if seat == CHANCE:
            fits = all(drawn) and len(drawn) == 1
        else:
            fits = 0 <= seat < len(state.players) and not any(drawn)
        if not fits or state.phase == "over":
            raise IllegalMove("not-your-turn", section="R4.1", facts={"seat": seat})

    def view(self, state: State, viewer: Seat | None) -> Json:
        return view_of(state, viewer)

    def disclosed(self, state: State) -> Sequence[int]:
        return () if state.phase == "sealed-bids" else state.sealed_rows

    def forecast(self, state: State, seat: Seat) -> Forecast:
        player = state.players[seat]
        if not player.faction:
            return Forecast(income=(), at_pass=())
        return Forecast(
            income=tuple(
                Event(kind="income", seat=seat, source=source, delta=bag.facts())
                for source, bag in next_income(state, player)
            ),
            at_pass=tuple(
                Event(kind="pass", seat=seat, source=source, delta={"vp": points})
                for source, points in points_for_passing(state, player)
            ),
        )

    def bounds(self, state: State, seat: Seat) -> Bounds:
        return Bounds(low=certain_points(state, seat), high=most_points(state, seat))

    def result(self, state: State) -> tuple[Standing, ...] | None:
        if state.phase != "over":
            return None
        ranked = sorted(state.players, key=lambda player: (not player.faction, -player.vp))
        return tuple(
            Standing(
                seat=Seat(player.seat),
                place=1 + sum(other.vp > player.vp for other in state.players if other.faction),
                score=player.vp,
                dropped=player.dropped,
                details=dict(player.points),
            )
            for player in ranked
        )

    def dump(self, state: State) -> Json:
        return dump(state)

    def load(self, data: Json) -> State:
        return load(data)

    def notation_help(self) -> tuple[HelpEntry, ...]:
        return HELP


RULES = TerraMystica()
