"""How a game stands, in numbers that lists of games can show."""

from __future__ import annotations

from dataclasses import dataclass

from games.models import Game
from games.positions import position_at
from games.presenters.terra_mystica.panels import chips_of


@dataclass(frozen=True)
class Progress:
    """`done` is the share of the game that is played; by seat number: score, faction, colour."""

    round: int
    rounds: int
    done: float
    scores: dict[int, int]
    factions: dict[int, str]
    colours: dict[int, str]


def progress_of(*, game: Game) -> Progress:
    """Read from the position that everybody may see."""
    view = game.rules.view(position_at(game=game), None)
    now, rounds = int(view.get("round", 0)), int(view.get("rounds", 0))
    done = 1.0 if game.is_finished else max(now - 1, 0) / rounds if rounds else 0.0
    seats = view.get("seats", [])
    chips = chips_of(view) if game.rules_key == "terra_mystica" else {}
    return Progress(
        round=now,
        rounds=rounds,
        done=done,
        scores={seat["seat"]: int(seat.get("numbers", {}).get("vp", 0)) for seat in seats},
        factions={seat["seat"]: seat.get("faction", "") for seat in seats},
        colours={number: chip.colour for number, chip in chips.items()},
    )
