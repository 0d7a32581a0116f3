"""What a position of Lanterns is, and a line being played on it."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec.structs import replace

from engine.api import Event, Json, Seat

CARDS = tuple(range(1, 13))
PRIZES = (3, 4, 5)
Stage = Literal["deal", "roll", "bid", "claim", "market", "show", "over"]
CHANCE_STAGES: tuple[Stage, ...] = ("deal", "roll")


class Player(msgspec.Struct, frozen=True, kw_only=True):
    coins: int = 3
    points: int = 0
    cards: tuple[int, ...] = ()
    out: bool = False


class Toy(msgspec.Struct, frozen=True, kw_only=True):
    """A position. `cards` of players, `deck` and `bids` are secret."""

    players: tuple[Player, ...]
    rounds: int
    market: bool
    price: int
    row: int = 0
    """Rows played so far."""
    opened: int = 0
    """The row that opened the present stage."""
    stage: Stage = "deal"
    round: int = 1
    deck: tuple[int, ...] = ()
    prize: int = 0
    bids: dict[int, int] = {}
    bid_rows: tuple[int, ...] = ()
    """Rows of all bids so far, the changed ones too."""
    revealed: tuple[int, ...] = ()
    """Rows that were secret once and are public now."""
    winner: int | None = None
    claims: dict[int, int] = {}
    """Answers given early; they count in seat order."""
    to_claim: tuple[int, ...] = ()
    pool: int = 0
    to_show: tuple[int, ...] = ()

    def staying(self) -> list[int]:
        return [n for n, player in enumerate(self.players) if not player.out]


class Turn:
    """One line being played: the position so far and what has happened."""

    def __init__(self, state: Toy) -> None:
        self.state = replace(state, row=state.row + 1)
        self.events: list[Event] = []
        self.reveals = False
        self.audience: tuple[Seat, ...] | None = None

    def set(self, **changes: Json) -> None:
        self.state = replace(self.state, **changes)

    def player(self, seat: int, **changes: Json) -> None:
        players = list(self.state.players)
        players[seat] = replace(players[seat], **changes)
        self.set(players=tuple(players))

    def gain(self, seat: int, source: str, **delta: int) -> None:
        self.events.append(Event(kind="gained", seat=Seat(seat), source=source, delta=delta))
        player = self.state.players[seat]
        self.player(
            seat,
            coins=player.coins + delta.get("coins", 0),
            points=player.points + delta.get("points", 0),
        )

    def discard(self, seat: int, card: int, source: str) -> None:
        """Show a card to everybody and put it away."""
        self.events.append(
            Event(
                kind="shown",
                seat=Seat(seat),
                source=source,
                delta={"cards": -1},
                facts={"card": card},
            )
        )
        kept = tuple(held for held in self.state.players[seat].cards if held != card)
        self.player(seat, cards=kept)
        self.reveals = True

    def enter(self, stage: Stage) -> None:
        self.set(stage=stage, opened=self.state.row)
