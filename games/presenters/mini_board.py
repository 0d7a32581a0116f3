"""A board as a small picture: land and who has built there, nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from engine.registry import latest
from games.presenters.terra_mystica.board import colour_of
from games.presenters.terra_mystica.geometry import centre, frame

DOTS = {"D": 15, "TP": 19, "TE": 19, "SH": 24, "SA": 24}
"""How big a building's dot is."""


@dataclass(frozen=True, slots=True)
class Spot:
    x: int
    y: int
    look: str
    """Class of the hex or of the dot."""
    radius: int = 0


@dataclass(frozen=True, slots=True)
class MiniBoard:
    """What the template draws."""

    top: int
    width: int
    height: int
    hexes: tuple[Spot, ...]
    dots: tuple[Spot, ...] = ()
    hot: tuple[Spot, ...] = ()
    """Hexes where something happened since the reader's last move."""


def mini_board(view: Mapping[str, Any] | None, *, news: Iterable[str] = ()) -> MiniBoard | None:
    """The small picture of a view; None where the game has no board of hexes."""
    if not view or "hexes" not in view:
        return None
    colours = {seat["seat"]: colour_of(seat) for seat in view["seats"]}
    fresh = set(news)
    hexes, dots, hot = [], [], []
    for spot in view["hexes"]:
        x, y = map(round, centre(spot["row"], spot["column"]))
        hexes.append(Spot(x, y, f"t-{spot['terrain']}"))
        if spot["building"]:
            colour = colours.get(spot["seat"], "")
            dots.append(Spot(x, y, f"pl-{colour}", DOTS.get(spot["building"], 15)))
        if spot["name"] in fresh:
            hot.append(Spot(x, y, "hot"))
    top, width, height = frame((spot["row"], spot["column"]) for spot in view["hexes"])
    return MiniBoard(
        top=top, width=width, height=height, hexes=tuple(hexes), dots=tuple(dots), hot=tuple(hot)
    )


@cache
def empty_board(rules_key: str, option: str, choice: str) -> MiniBoard | None:
    """The picture of a board before anybody has come, for the form that chooses one."""
    rules = latest(rules_key)
    seats = rules.seats[-1]
    return mini_board(rules.view(rules.setup({option: choice}, seats), None))
