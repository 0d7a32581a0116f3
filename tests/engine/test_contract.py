"""Every game keeps the promises of the border, and the suite notices one that does not."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.api import CHANCE, Composition, Decision, IllegalMove, Json, Offer, Rules, Seat, Step
from engine.registry import all_games
from engine.terra_mystica.options import EXPANSIONS
from engine.terra_mystica.rules import RULES as TERRA_MYSTICA
from engine.terra_mystica.state import State
from tests.engine.contract import (
    BrokenPromise,
    Game,
    check_bounds,
    check_defaults_end_the_game,
    check_description,
    check_leaving_ends_the_game,
    check_playout,
)
from tests.engine.toy import Toy, ToyRules
from tests.engine.toy.secrets import swap_secrets

TOY = Game(ToyRules(), swap_secrets=swap_secrets)
SEEDS = st.integers(min_value=0, max_value=2**32)
"""A playout is named by a seed: chance must be fair, or a redraw could go on for ever."""


def test_a_game_describes_itself() -> None:
    check_description(TOY.rules)
    for rules in all_games():
        check_description(rules)


@settings(max_examples=12, deadline=None)
@given(seed=SEEDS)
def test_any_playout_of_the_toy_keeps_the_contract(seed: int) -> None:
    check_playout(TOY, Random(seed))


@settings(max_examples=12, deadline=None)
@given(seed=SEEDS)
def test_the_toy_ends_by_time_outs_and_by_leaving(seed: int) -> None:
    check_defaults_end_the_game(TOY, Random(seed))
    check_leaving_ends_the_game(TOY, Random(seed))


@settings(max_examples=25, deadline=None)
@given(seed=SEEDS)
def test_the_toy_stays_within_its_bounds(seed: int) -> None:
    check_bounds(TOY, Random(seed))


# ---- Terra Mystica --------------------------------------------------------------------------

LAGOON = """
 Y U K B G S R Y U
  U ~ ~ B ~ S K B
 K B ~ S R Y G G R
  ~ R Y ~ K U S ~
 G S ~ U Y B R ~ G
  K ~ Y B ~ U S R
"""
TABLES: dict[str, dict[str, Json]] = {
    "factions chosen": {"fire-and-ice-final-scoring": True},
    "open auction": {"auction": "open"},
    "sealed bids": {"auction": "sealed"},
    "draft": {"setup": "draft", "draft-size": 6, "starting-vp": "2017"},
    "dealt": {"setup": "random", "variable-turn-order": False, "strict-leech": False},
    "dealt colours": {"setup": "random-colours", "map": "fjords"},
    "custom map": {"map": "custom", "map-text": LAGOON},
    "several final tiles": {
        "map": "fire-and-ice-1",
        "final-tiles": ["building-on-edge", "connected-clusters", "connected-distance"],
        "fire-and-ice-final-scoring": True,
    },
    "first game": {"preset": "first-game"},
}


def swap_bids(state: State, viewer: Seat | None, rng: Random) -> State:
    """Other bids in the envelopes that the viewer cannot open."""
    if state.phase != "sealed-bids":
        return state
    bids = {
        seat: bid
        if seat == str(viewer)
        else replace(bid, factions={rng.choice(state.pool): rng.randint(0, 20)}, positions={})
        for seat, bid in state.bids.items()
    }
    return replace(state, bids=bids)


def terra_mystica(name: str) -> Game[State]:
    """Tables of one kind; Fire & Ice where the kind allows it."""
    fixed = TABLES[name]

    def options(rules: Rules[State], rng: Random, seats: int) -> dict[str, Json]:
        some = {} if "preset" in fixed else {key: rng.random() < 0.7 for key in EXPANSIONS}
        return some | fixed

    return Game(TERRA_MYSTICA, options=options, swap_secrets=swap_bids)


@pytest.mark.parametrize("name", TABLES)
def test_playouts_of_terra_mystica_keep_the_contract(name: str) -> None:
    check_playout(terra_mystica(name), Random(f"{name} 1"), every=11)


@pytest.mark.parametrize("name", TABLES)
def test_terra_mystica_ends_by_time_outs_and_by_leaving(name: str) -> None:
    check_defaults_end_the_game(terra_mystica(name), Random(name))
    check_leaving_ends_the_game(terra_mystica(name), Random(name))


@pytest.mark.parametrize("name", ["factions chosen", "dealt", "several final tiles"])
def test_terra_mystica_stays_within_its_bounds(name: str) -> None:
    for seed in range(2):
        check_bounds(terra_mystica(name), Random(seed))


@pytest.mark.nightly
@pytest.mark.parametrize("name", TABLES)
def test_many_games_stay_within_their_bounds(name: str) -> None:
    for seed in range(30):
        check_bounds(terra_mystica(name), Random(f"{name} {seed}"))


@pytest.mark.nightly
@pytest.mark.parametrize("name", TABLES)
def test_many_games_of_terra_mystica_keep_the_contract(name: str) -> None:
    game = terra_mystica(name)
    for seed in range(5):
        check_playout(game, Random(seed), every=7)
        check_defaults_end_the_game(game, Random(seed))
        check_leaving_ends_the_game(game, Random(seed))


@pytest.mark.parametrize("name", ["open auction", "sealed bids", "draft", "dealt"])
def test_every_position_of_a_set_up_keeps_the_contract(name: str) -> None:
    check_playout(
        terra_mystica(name), Random(name), seats=3, until=lambda state: state.phase == "play"
    )


# ---- broken on purpose ----------------------------------------------------------------------


class OffersTooMuch(ToyRules):
    def legal(self, state: Toy, seat: Seat) -> Iterator[Offer]:
        for offer in super().legal(state, seat):
            yield offer
            if offer.line == "hush":
                yield replace(offer, line="show 13", target="13")

    def _command(self, turn: Json, seat: Seat, command: list[str]) -> None:
        if command == ["show", "13"]:
            raise IllegalMove("no-such-card")
        super()._command(turn, seat, command)


class AcceptsTooMuch(ToyRules):
    """Lets a seat bid coins it does not have; the preview believes it too."""

    def _command(self, turn: Json, seat: Seat, command: list[str]) -> None:
        if command[0] == "bid" and len(command) == 2 and turn.state.stage == "bid":
            command = ["bid", str(min(int(command[1]), turn.state.players[seat].coins))]
        super()._command(turn, seat, command)


class OffersToIdleSeats(ToyRules):
    def legal(self, state: Toy, seat: Seat) -> Iterator[Offer]:
        if state.stage == "market" and state.winner is not None:
            seat = Seat(state.winner)
        yield from super().legal(state, seat)


class ShowsSealedBids(ToyRules):
    def view(self, state: Toy, viewer: Seat | None) -> Json:
        return super().view(state, viewer) | {"bids": {str(k): v for k, v in state.bids.items()}}


class ShowsWhoBidFirst(ToyRules):
    def view(self, state: Toy, viewer: Seat | None) -> Json:
        return super().view(state, viewer) | {"decided": list(state.bids)}


class ShowsHands(ToyRules):
    def view(self, state: Toy, viewer: Seat | None) -> Json:
        return super().view(state, viewer) | {"hands": [list(p.cards) for p in state.players]}


class AsksOnlyWhoCan(ToyRules):
    """Opens the window only for seats that hold a fitting card, and so tells who does."""

    def pending(self, state: Toy) -> tuple[Decision, ...]:
        return tuple(
            owed
            for owed in super().pending(state)
            if owed.kind != "show"
            or any(card % 2 == state.prize % 2 for card in state.players[owed.seat].cards)
        )


class PublicBidLines(ToyRules):
    def _play(self, state: Toy, seat: Seat, commands: list[list[str]]) -> Step[Toy]:
        return replace(super()._play(state, seat, commands), audience=None)


class ForgetsToTell(ToyRules):
    def _play(self, state: Toy, seat: Seat, commands: list[list[str]]) -> Step[Toy]:
        step = super()._play(state, seat, commands)
        return replace(step, events=tuple(e for e in step.events if e.source != "pool"))


class NamesNoSource(ToyRules):
    def _play(self, state: Toy, seat: Seat, commands: list[list[str]]) -> Step[Toy]:
        step = super()._play(state, seat, commands)
        return replace(step, events=tuple(replace(e, source="") for e in step.events))


class ChangesItsInput(ToyRules):
    def _play(self, state: Toy, seat: Seat, commands: list[list[str]]) -> Step[Toy]:
        step = super()._play(state, seat, commands)
        if state.stage == "bid":
            state.bids[0] = 0
        return step


class ChangesWhenRefusing(ToyRules):
    def play(self, state: Toy, seat: Seat, line: str) -> Step[Toy]:
        try:
            return super().play(state, seat, line)
        except IllegalMove:
            state.claims[99] = 0
            raise


class RenamesDecisions(ToyRules):
    def pending(self, state: Toy) -> tuple[Decision, ...]:
        return tuple(replace(o, id=f"{state.row}.{o.seat}") for o in super().pending(state))


class DefaultsToNonsense(ToyRules):
    def pending(self, state: Toy) -> tuple[Decision, ...]:
        return tuple(
            replace(owed, default="claim 3") if owed.kind == "claim" else owed
            for owed in super().pending(state)
        )


class HasNoDefault(ToyRules):
    def pending(self, state: Toy) -> tuple[Decision, ...]:
        return tuple(replace(owed, default=None) for owed in super().pending(state))


class SpellsAnew(ToyRules):
    def _play(self, state: Toy, seat: Seat, commands: list[list[str]]) -> Step[Toy]:
        step = super()._play(state, seat, commands)
        return step if seat == CHANCE else replace(step, line=step.line.upper())


class LosesSomeOnTheWay(ToyRules):
    def load(self, data: Json) -> Toy:
        return replace(super().load(data), claims={})


class DumpsTuples(ToyRules):
    def dump(self, state: Toy) -> Json:
        return msgspec.to_builtins(state)


class DumpsTooMuch(ToyRules):
    def dump(self, state: Toy) -> Json:
        return super().dump(state) | {"padding": "x" * 1_000_000}


class NeverEnds(ToyRules):
    def _play(self, state: Toy, seat: Seat, commands: list[list[str]]) -> Step[Toy]:
        step = super()._play(state, seat, commands)
        over = step.state.stage == "over" and commands != [["resign"]]
        return replace(step, state=replace(step.state, stage="roll", round=1)) if over else step


class LetsNobodyGo(ToyRules):
    def play(self, state: Toy, seat: Seat, line: str) -> Step[Toy]:
        if line == "resign" and all(owed.seat != seat for owed in self.pending(state)):
            raise IllegalMove("not-your-turn")
        return super().play(state, seat, line)


class PreviewsTheReveal(ToyRules):
    def compose(self, state: Toy, seat: Seat, partial: str) -> Composition[Toy]:
        written = super().compose(state, seat, partial)
        if partial and written.refusal is None:
            return replace(written, step=self.play(state, seat, partial))
        return written


class ComposesByItsOwnRules(ToyRules):
    def compose(self, state: Toy, seat: Seat, partial: str) -> Composition[Toy]:
        return replace(super().compose(state, seat, partial), refusal=None)


class RemembersOutsideTheState(ToyRules):
    """Deals with other coins to every table it sets up."""

    tables = 0

    def setup(self, options: Json, seats: int) -> Toy:
        self.tables += 1
        state = super().setup(options, seats)
        players = tuple(replace(player, coins=self.tables) for player in state.players)
        return replace(state, players=players)


class TakesAnyOptions(ToyRules):
    def setup(self, options: Json, seats: int) -> Toy:
        return super().setup({k: v for k, v in options.items() if k in ("rounds",)}, seats)


BROKEN: list[tuple[type[ToyRules], str]] = [
    (OffersTooMuch, "whatever legal offers, play accepts"),
    (AcceptsTooMuch, "nothing but what is offered is accepted"),
    (OffersToIdleSeats, "seats without a decision have no offers"),
    (ShowsSealedBids, "a sealed answer stays sealed"),
    (ShowsWhoBidFirst, "sealed answers commute"),
    (ShowsHands, "a view does not change with the secrets of others"),
    (AsksOnlyWhoCan, "the waiting tells no secret"),
    (PublicBidLines, "a sealed answer is for nobody else's eyes"),
    (ForgetsToTell, "the sum of events explains every change of a number"),
    (NamesNoSource, "every event names its source"),
    (ChangesItsInput, "the input state is untouched"),
    (ChangesWhenRefusing, "a refused line changes nothing"),
    (RenamesDecisions, "decision ids are stable while open"),
    (DefaultsToNonsense, "every default is legal"),
    (HasNoDefault, "every decision has a default"),
    (SpellsAnew, "an offer is in canonical spelling"),
    (LosesSomeOnTheWay, "dump and load are equal"),
    (DumpsTuples, "a dump is JSON only"),
    (DumpsTooMuch, "a dump is below 1 MB"),
    (NeverEnds, "any random playout ends"),
    (LetsNobodyGo, "resigning is always accepted"),
    (PreviewsTheReveal, "a preview opens no sealed answer"),
    (ComposesByItsOwnRules, "compose refuses as play does"),
    (RemembersOutsideTheState, "replay of the log equals the state"),
]


def play_until_a_promise_breaks(game: Game[Toy]) -> None:
    for seed in range(40):
        check_playout(game, Random(seed))


@pytest.mark.parametrize(
    ("broken", "broken_promise"), BROKEN, ids=[broken.__name__ for broken, _ in BROKEN]
)
def test_the_contract_catches_a_game_that(broken: type[ToyRules], broken_promise: str) -> None:
    game = Game(broken(), swap_secrets=swap_secrets, longest=200)
    with pytest.raises(BrokenPromise) as caught:
        play_until_a_promise_breaks(game)
    assert str(caught.value).startswith(broken_promise)


def test_the_contract_catches_a_game_that_takes_any_options() -> None:
    with pytest.raises(BrokenPromise, match="wrong options are refused"):
        check_description(TakesAnyOptions())
