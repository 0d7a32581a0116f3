"""Tables for tests, made and played through the same services as on the site."""

from __future__ import annotations

from random import Random
from typing import Any

from accounts.models import User
from accounts.selectors import user_named
from engine.api import Seat as SeatNumber
from games.bots.policies import policies_for
from games.models import Game, Move, OpenDecision
from games.positions import position_at
from games.services.joining import table_join
from games.services.moves import move_submit
from games.services.tables import table_create
from tests.factories import UserFactory

NAMES = ("Marta", "Tomasz", "Alice", "Jun", "Ilse")


class Scene:
    """A running game of people, with short words for what tests do."""

    def __init__(self, game: Game, players: list[User]) -> None:
        self.pk = game.pk
        self.players = players

    @property
    def game(self) -> Game:
        return Game.objects.get(pk=self.pk)

    @property
    def state(self) -> Any:
        return position_at(game=self.game)

    @property
    def lines(self) -> list[str]:
        rows = Move.objects.filter(game_id=self.pk, live=True).order_by("number")
        return list(rows.values_list("line", flat=True))

    def owed(self, seat: int) -> list[str]:
        rows = OpenDecision.objects.filter(game_id=self.pk, seat__number=seat)
        return list(rows.values_list("ident", flat=True))

    def plays(self, seat: int, line: str, **given: Any) -> Move:
        given.setdefault("after", self.game.revision)
        return move_submit(game_id=self.pk, user=self.players[seat], line=line, **given)

    def goes_on(self, rows: int, seed: int = 1) -> None:
        """Whoever is asked answers somehow, until so many rows were added or the game is over."""
        rng, policy = Random(seed), policies_for(self.game.rules_key)["random"]
        upto = self.game.length + rows
        while (game := self.game).is_running and game.length < upto:
            state = position_at(game=game)
            seat = rng.choice([d.seat for d in game.rules.pending(state) if not d.answered])
            line = policy.choose(game.rules, state, SeatNumber(seat), rng)
            self.plays(seat, line)


def scene(
    *,
    seats: int = 2,
    rules_key: str = "terra_mystica",
    options: dict[str, Any] | None = None,
    clock: dict[str, Any] | None = None,
    time_out: dict[str, Any] | None = None,
) -> Scene:
    """A game that has just begun, with its players in the order of their seats."""
    players = [user_named(username=name) or UserFactory(username=name) for name in NAMES[:seats]]
    game = table_create(
        host=players[0],
        rules_key=rules_key,
        name="A quiet evening",
        seats=seats,
        options=options or {},
        shuffle_seats=False,
        clock=clock,
        time_out=time_out,
    )
    for player in players[1:]:
        table_join(game_id=game.pk, user=player)
    return Scene(game, players)
