"""`[game 123 move 45]` in a post: the board at that position, as a spectator sees it.

All references of a page are answered with three queries.
A position of the past never changes between two moves, so its drawing is kept in the process under
the game's revision.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.core.cache.backends.locmem import LocMemCache
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from accounts.models import User
from forum.embeds import Embed
from games.addresses import table_url
from games.models import Game
from games.positions import Position, positions_at
from games.presenters.mini_board import mini_board
from games.presenters.terra_mystica.board import places_in
from games.selectors.access import games_visible_to
from games.selectors.log import LogEntry, disclosed_rows, entries_for

MOST_BOARDS = 24
"""On one page; whoever writes more gets links for the rest."""
WORDS = re.compile(r"([1-9]\d{0,17})(?: move (\d{1,6}))?")
PATH = re.compile(r"/games/([1-9]\d{0,17})/(?:at/(\d{1,6})/)?")
_drawn = LocMemCache("forum-boards", {"TIMEOUT": 3600, "OPTIONS": {"MAX_ENTRIES": 500}})


@dataclass(frozen=True, slots=True)
class Asked:
    """What a reference names."""

    words: str
    game_id: int
    number: int | None
    """The row after which the position stands; None: as it is now."""


def asked_in(words: str) -> Asked:
    found = WORDS.fullmatch(words)
    assert found, words
    return Asked(words, int(found[1]), int(found[2]) if found[2] else None)


def words_for(found: re.Match[str]) -> str:
    return f"{found[1]} move {found[2]}" if found[2] else found[1]


def address(words: str) -> str:
    asked = asked_in(words)
    if asked.number is None:
        return reverse("table", args=[asked.game_id])
    return reverse("table_at", args=[asked.game_id, asked.number])


def boards_fill(references: Sequence[str], viewer: User | None) -> Mapping[str, SafeString]:
    """The cards of all references that this viewer may follow."""
    wanted = [asked_in(words) for words in references[:MOST_BOARDS]]
    ids = {asked.game_id for asked in wanted}
    games = {game.pk: game for game in games_visible_to(viewer=viewer).filter(pk__in=ids)}
    cards: dict[str, SafeString] = {}
    missing: list[tuple[Asked, Game, int]] = []
    for asked in wanted:
        game = games.get(asked.game_id)
        number = None if game is None else _row(asked, game)
        if game is None or number is None:
            continue
        kept = _drawn.get(_key(asked, game))
        if kept is None:
            missing.append((asked, game, number))
        else:
            cards[asked.words] = mark_safe(kept)
    if missing:
        for asked, card in _draw(missing).items():
            cards[asked.words] = card
    return cards


def _row(asked: Asked, game: Game) -> int | None:
    """The row that is shown; None where the game has no such row."""
    if asked.number is None:
        return game.length
    return asked.number if asked.number <= game.length and game.started_at else None


def _key(asked: Asked, game: Game) -> str:
    number = "now" if asked.number is None else asked.number
    # The time tells games of different databases apart, which one process of tests may see.
    stamp = f"{game.created_at.timestamp()}:{game.status}:{game.revision}"
    return f"{game.pk}:{number}:{stamp}:{get_language()}".replace(" ", "")


def _draw(missing: list[tuple[Asked, Game, int]]) -> dict[Asked, SafeString]:
    begun = [(game, number) for _, game, number in missing if game.started_at]
    # What was secret is disclosed by the position of now, so that is asked for along with the rest.
    now = [(game, game.length) for game, _ in begun]
    positions = positions_at(wanted=[*begun, *now])
    rows = _entries(begun, positions)
    cards = {}
    for asked, game, number in missing:
        position = positions.get((game.pk, number))
        state = position.state if position else None
        card = _card(asked, game, number, state, rows.get((game.pk, number)))
        _drawn.set(_key(asked, game), str(card))
        cards[asked] = card
    return cards


def _entries(
    begun: list[tuple[Game, int]], positions: dict[tuple[int, int], Position]
) -> dict[tuple[int, int], LogEntry]:
    """The moves that led to the positions, as anybody may read them."""
    moves = {
        (game.pk, number): (game, move)
        for game, number in begun
        if (move := positions[game.pk, number].last) is not None
    }
    found = {}
    for key, (game, move) in moves.items():
        state = positions[game.pk, game.length].state if move.audience is not None else None
        disclosed = disclosed_rows(game=game, moves=[move], state=state)
        (found[key],) = entries_for(moves=[move], viewer=None, disclosed=disclosed)
    return found


def _card(asked: Asked, game: Game, number: int, state: Any, row: LogEntry | None) -> SafeString:
    view = game.rules.view(state, None) if state is not None else None
    now = asked.number is None
    return render_to_string(
        "forum/play/_board_card.html",
        {
            "game": game,
            "number": number,
            "now": now,
            "lives": now and game.is_running,
            "row": row,
            "board": mini_board(view, news=places_in(row.events) if row else ()),
            "url": table_url(game) if now else reverse("table_at", args=[game.pk, number]),
            "what": f"game {asked.words}",
        },
    )


GAME = Embed(
    kind="game",
    words=WORDS,
    fill=boards_fill,
    path=PATH,
    words_for=words_for,
    address=address,
)
