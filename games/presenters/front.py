"""The game on the front page: a real one, as a visitor may see it."""

from __future__ import annotations

from dataclasses import dataclass

from django.core.cache import cache
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from games.addresses import table_url
from games.models import Game
from games.positions import position_at
from games.presenters.terra_mystica.board import Board, board_of
from games.presenters.terra_mystica.page import headline_of
from games.selectors.front import front_game

FRESH_FOR = 300
"""Seconds. Drawing a board costs more than all the rest of the page."""


@dataclass(frozen=True, kw_only=True)
class FrontGame:
    """What the front page says about it."""

    name: str
    url: str
    where: str
    over: bool
    players: tuple[str, ...]
    bots: int
    board: Board


def shown(game: Game) -> FrontGame | None:
    """None where the game has no board of hexes."""
    view = game.rules.view(position_at(game=game), None)
    if "hexes" not in view:
        return None
    seats = list(game.seats.select_related("user"))
    return FrontGame(
        name=game.name,
        url=table_url(game),
        where=headline_of(view),
        over=game.is_finished,
        players=tuple(seat.holder_name for seat in seats if not seat.bot),
        bots=sum(bool(seat.bot) for seat in seats),
        board=board_of(view),
    )


def front_picture() -> SafeString:
    """Drawn once for all visitors of a language and a few minutes; "" where nobody has played."""
    key = f"front-game:{get_language()}"
    drawn: str | None = cache.get(key)
    if drawn is None:
        game = front_game()
        found = shown(game) if game else None
        drawn = render_to_string("games/_front_game.html", {"found": found}) if found else ""
        cache.set(key, drawn, FRESH_FOR)
    return mark_safe(drawn)  # a template of ours wrote it
