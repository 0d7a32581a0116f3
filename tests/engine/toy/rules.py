"""Lanterns: a small game that uses everything the border has, so that the border stays honest.

Each seat holds a secret hand of two cards. In every round a prize is rolled (never the same twice
running); all seats bid for it with sealed bids, and a single highest bid wins it. The others claim
coins from a pool in seat order; the winner may trade in the market (an option); then there is a
window in which everybody who holds a card may show one of the prize's parity for points.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from engine.api import (
    CHANCE,
    Bounds,
    Composition,
    Decision,
    Draw,
    Event,
    Forecast,
    HelpEntry,
    IllegalMove,
    Json,
    Message,
    MoveError,
    Offer,
    Option,
    OptionError,
    Seat,
    Standing,
    Step,
)
from tests.engine.toy import stages
from tests.engine.toy.notation import commands_of, offer
from tests.engine.toy.state import CARDS, CHANCE_STAGES, PRIZES, Player, Toy, Turn


class ToyRules:
    """Lanterns as the site sees it."""

    key = "lanterns"
    version = 1
    name = "Lanterns"
    seats = range(2, 5)
    resign_line = "resign"

    # ---- options -------------------------------------------------------------------------

    def options(self) -> tuple[Option, ...]:
        return (
            Option(
                key="rounds",
                kind="number",
                label="Rounds",
                help="How many prizes are played for.",
                default=2,
                minimum=1,
                maximum=3,
            ),
            Option(
                key="market",
                kind="flag",
                label="Market",
                help="The winner may buy points and sell cards.",
                default=True,
                excludes=("austere",),
            ),
            Option(
                key="price",
                kind="choice",
                label="Price of a point",
                help="In coins.",
                default="1",
                choices=(("1", "One"), ("2", "Two")),
                needs={"market": True},
            ),
            Option(
                key="austere",
                kind="flag",
                label="Austere",
                help="Everybody starts with one coin.",
                default=False,
                excludes=("market",),
            ),
        )

    def setup(self, options: Mapping[str, Json], seats: int) -> Toy:
        if seats not in self.seats:
            raise OptionError("seats", option="seats", facts={"seats": seats})
        known = {option.key: option.default for option in self.options()}
        for key in options:
            if key not in known:
                raise OptionError("unknown-option", option=key)
        chosen = known | dict(options)
        if chosen["rounds"] not in range(1, 4):
            raise OptionError("out-of-range", option="rounds")
        if chosen["market"] and chosen["austere"]:
            raise OptionError("excluded", option="austere", facts={"by": "market"})
        if "price" in options and not chosen["market"]:
            raise OptionError("needs", option="price", facts={"needs": "market"})
        return Toy(
            players=(Player(coins=1 if chosen["austere"] else 3),) * seats,
            rounds=chosen["rounds"],
            market=chosen["market"],
            price=int(chosen["price"]),
        )

    # ---- what is owed --------------------------------------------------------------------

    def pending(self, state: Toy) -> tuple[Decision, ...]:
        return tuple(self._decisions(state))

    def _decisions(self, state: Toy) -> Iterator[Decision]:
        def decision(seat: int, default: str | None, **more: Json) -> Decision:
            return Decision(
                id=f"{state.opened}.{seat}",
                seat=Seat(seat),
                kind=state.stage,
                default=default,
                reason=Message(code=state.stage, facts={"round": state.round}),
                **more,
            )

        match state.stage:
            case "deal":
                cards = tuple(map(str, CARDS))
                draw = Draw(verb="deal", items=cards, count=len(cards))
                yield decision(CHANCE, None, draw=draw)
            case "roll":
                draw = Draw(verb="roll", items=tuple(map(str, PRIZES)), count=1, repeated=True)
                yield decision(CHANCE, None, draw=draw)
            case "bid":
                for seat in state.staying():
                    yield decision(
                        seat,
                        "bid 0",
                        mode="sealed",
                        group=f"bid-{state.round}",
                        answered=seat in state.bids,
                    )
            case "claim":
                for seat in state.to_claim:
                    if seat not in state.claims:
                        yield decision(seat, "claim 1", mode="ordered")
            case "market":
                assert state.winner is not None
                yield decision(state.winner, "done")
            case "show":
                for seat in state.to_show:
                    yield decision(seat, "hush", mode="window")

    def legal(self, state: Toy, seat: Seat) -> Iterator[Offer]:
        if seat == CHANCE or all(owed.seat != seat for owed in self.pending(state)):
            return
        me = state.players[seat]
        match state.stage:
            case "bid":
                for amount in range(me.coins + 1):
                    yield offer("bid", amount, kind="amount", price={"coins": amount})
            case "claim":
                for amount in (1, 2):
                    yield offer("claim", amount, kind="amount", gain={"coins": amount})
            case "market":
                for amount in range(1, me.coins // state.price + 1):
                    price = {"coins": amount * state.price}
                    yield offer("buy", amount, kind="amount", price=price, gain={"points": amount})
                for card in me.cards:
                    yield offer("sell", card, kind="card", gain={"coins": 1})
                yield offer("done")
            case "show":
                for card in me.cards:
                    if card % 2 == state.prize % 2:
                        yield offer("show", card, kind="card", gain={"points": card})
                yield offer("hush")

    # ---- playing -------------------------------------------------------------------------

    def play(self, state: Toy, seat: Seat, line: str) -> Step[Toy]:
        return self._play(state, seat, commands_of(line))

    def _play(self, state: Toy, seat: Seat, commands: list[list[str]]) -> Step[Toy]:
        turn = Turn(state)
        for position, command in enumerate(commands):
            try:
                if position and not self._goes_on(state, turn.state, seat):
                    raise IllegalMove("turn-is-over")
                self._command(turn, seat, command)
            except MoveError as refusal:
                refusal.command, refusal.position = " ".join(command), position
                raise
        return Step(
            state=turn.state,
            line=". ".join(" ".join(command) for command in commands),
            events=tuple(turn.events),
            reveals=turn.reveals,
            audience=turn.audience,
        )

    def _command(self, turn: Turn, seat: Seat, command: list[str]) -> None:
        verb, words = command[0], command[1:]
        if command == ["resign"]:
            stages.resign(turn, seat)
        elif seat == CHANCE and turn.state.stage in CHANCE_STAGES:
            stages.draw(turn, verb, words)
        elif " ".join(command) not in {legal.line for legal in self.legal(turn.state, seat)}:
            raise IllegalMove("not-offered", facts={"verb": verb}, section="Lanterns 2")
        else:
            stages.answer(turn, seat, verb, int(words[0]) if words else 0)

    # ---- composing -----------------------------------------------------------------------

    def compose(self, state: Toy, seat: Seat, partial: str) -> Composition[Toy]:
        refusal = None
        try:
            commands = commands_of(partial) if partial.strip() else []
        except MoveError as error:
            commands, refusal = [], error.refusal
        step: Step[Toy] | None = None
        while commands:
            try:
                step = self._play(state, seat, commands)
                break
            except MoveError as error:
                refusal = refusal or error.refusal
                commands = commands[: error.position]
        after = state if step is None else step.state
        goes_on = step is None or self._goes_on(state, after, seat)
        warnings = (Message(code="bid-of-nothing"),) if commands == [["bid", "0"]] else ()
        return Composition(
            line="" if step is None else step.line,
            complete=not goes_on,
            offers=tuple(self.legal(after, seat)) if goes_on else (),
            step=None if step is None or step.reveals else step,
            refusal=refusal,
            warnings=warnings,
        )

    def _goes_on(self, before: Toy, after: Toy, seat: Seat) -> bool:
        """Whether a line may have a further command: only a visit to the market has several."""
        return before.stage == after.stage == "market" and before.opened == after.opened

    # ---- seeing --------------------------------------------------------------------------

    def view(self, state: Toy, viewer: Seat | None) -> Json:
        return {
            "round": state.round,
            "stage": state.stage,
            "prize": state.prize,
            "pool": state.pool,
            "deck": len(state.deck),
            "decided": sorted(state.bids),
            "claims": {str(seat): state.claims[seat] for seat in sorted(state.claims)},
            "seats": [
                {
                    "numbers": {
                        "coins": player.coins,
                        "points": player.points,
                        "cards": len(player.cards),
                    },
                    "out": player.out,
                }
                for player in state.players
            ],
            "mine": None
            if viewer is None
            else {
                "cards": list(state.players[viewer].cards),
                "bid": state.bids.get(viewer),
            },
        }

    def disclosed(self, state: Toy) -> tuple[int, ...]:
        return state.revealed

    def forecast(self, state: Toy, seat: Seat) -> Forecast:
        coins = Event(kind="gained", seat=seat, source="pool", delta={"coins": 1})
        return Forecast(income=(coins,) if seat in state.to_claim else (), at_pass=())

    def bounds(self, state: Toy, seat: Seat) -> Bounds:
        """Points are never lost; prizes, coins and cards are worth no more than this (Lanterns 3).

        A coin buys a point at most, a card is shown or sold for a coin, and each round brings
        a prize or two coins.
        """
        me = state.players[seat]
        if me.out or state.stage == "over":
            return Bounds(low=me.points, high=me.points)
        rounds = state.rounds - state.round + 1
        cards = sum(me.cards) if state.stage != "deal" else 2 * max(CARDS)
        high = me.points + me.coins + cards + rounds * (max(PRIZES) + 2)
        return Bounds(low=me.points, high=high)

    def result(self, state: Toy) -> tuple[Standing, ...] | None:
        if state.stage != "over":
            return None

        def worth(seat: int) -> tuple[bool, int]:
            return (not state.players[seat].out, state.players[seat].points)

        order = sorted(range(len(state.players)), key=lambda seat: (worth(seat), -seat))[::-1]
        return tuple(
            Standing(
                seat=Seat(seat),
                place=1 + sum(worth(other) > worth(seat) for other in order),
                score=state.players[seat].points,
                dropped=state.players[seat].out,
                details={"points": state.players[seat].points},
            )
            for seat in order
        )

    def dump(self, state: Toy) -> Json:
        return msgspec.json.decode(msgspec.json.encode(state))

    def load(self, data: Json) -> Toy:
        return msgspec.convert(data, Toy, strict=False)

    def notation_help(self) -> tuple[HelpEntry, ...]:
        return (
            HelpEntry(pattern="bid {amount}", example="bid 2", meaning="Bid, unseen by others."),
            HelpEntry(pattern="claim {1|2}", example="claim 1", meaning="Take from the pool."),
            HelpEntry(pattern="buy {points}", example="buy 1", meaning="Buy points."),
            HelpEntry(pattern="sell {card}", example="sell 7", meaning="Sell a card."),
            HelpEntry(pattern="done", example="done", meaning="Leave the market."),
            HelpEntry(pattern="show {card}", example="show 7", meaning="Show a card for points."),
            HelpEntry(pattern="hush", example="hush", meaning="Show nothing."),
        )
