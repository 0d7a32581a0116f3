"""The thread of a game: what was said at and around the table, with the moves folded between.

Nothing is stored for it: talk is the games' `ChatLine`, moves are the log. Posts come below it
once the game is over, in a topic like any other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from django.urls import reverse
from django.utils.html import linebreaks
from django.utils.safestring import SafeString

from accounts.models import User
from forum.play.hexes import hexes_link
from forum.play.story import Names, ToldMove, moves_told
from games.models import ChatLine, Game, Seat
from games.presenters.terra_mystica.board import Board, Marks, board_of
from games.presenters.walk import hexes_of, names_of_seats
from games.selectors.access import Viewer, seat_of
from games.selectors.talk import chat_lines, has_played, may_hear

Room = ChatLine.Room
LINES = 60
"""So many lines of each room on a page."""


@dataclass(frozen=True, slots=True)
class Said:
    """A line of talk with its hexes linked."""

    line: ChatLine
    html: SafeString
    is_mine: bool


@dataclass(frozen=True, slots=True)
class Stretch:
    """Moves between two things that were said, folded; then what was said."""

    moves: Sequence[ToldMove]
    said: list[Said] = field(default_factory=list)

    @property
    def first(self) -> int:
        return self.moves[0].number

    @property
    def last(self) -> int:
        return self.moves[-1].number


@dataclass(frozen=True, slots=True)
class Thread:
    """What the page of a game's thread shows one reader."""

    game: Game
    stretches: list[Stretch]
    earlier: int
    """The line before which there is more; 0: nothing is."""
    newest: dict[str, int]
    """The last line of each room, for the mark of what was read."""
    board: Board | None
    room: str
    """Where the reader may speak now; empty: nowhere."""
    plays: bool
    hears_gallery: bool
    names: Names
    mine: Seat | None


def thread_address(game_id: int, name: str = "") -> str:
    address = reverse("forum_thread", args=["game", game_id])
    return f"{address}?hex={name}#thread-board" if name else address


def thread_of(
    *, game: Game, viewer: Viewer, view: object, before: int = 0, at: int = 0, lit: str = ""
) -> Thread:
    """The talk of a game, newest page first; `view` is the position as the viewer sees it.

    `before` shows the page that ends before a line, `at` one that holds it, not far from the end.
    """
    if at:
        later = ChatLine.objects.filter(game=game, pk__gt=at).order_by("pk")
        before = later.values_list("pk", flat=True)[LINES // 2 :].first() or 0
    user = viewer if isinstance(viewer, User) else None
    seats = list(game.seats.select_related("user"))
    mine = seat_of(seats=seats, viewer=viewer)
    plays = user is not None and (game.host_id == user.pk or has_played(game=game, user=user))
    lines, earlier = _lines(game, viewer, before)
    names = names_of_seats(seats)
    # Moves before the oldest line shown belong to the page before it.
    begun = lines[0].number if earlier and lines else 0
    told = moves_told(game=game, after=begun, mine=mine, names=names) if game.started_at else []
    if before:
        told = [move for move in told if move.number <= (lines[-1].number if lines else 0)]
    hexes = hexes_of(game) if game.started_at else frozenset()
    said = [
        Said(
            line,
            hexes_link(
                linebreaks(line.text, autoescape=True),
                hexes=hexes,
                address=lambda name: thread_address(game.pk, name),
            ),
            user is not None and line.author_id == user.pk,
        )
        for line in lines
    ]
    return Thread(
        game=game,
        stretches=_stretches(told, said),
        earlier=earlier,
        newest={
            room: max((line.pk for line in lines if line.room == room), default=0)
            for room in Room.values
        },
        board=_board(view, lit),
        room=_room(game, user, plays),
        plays=plays,
        hears_gallery=may_hear(game=game, room=Room.GALLERY, viewer=viewer),
        names=names,
        mine=mine,
    )


def _lines(game: Game, viewer: Viewer, before: int) -> tuple[list[ChatLine], int]:
    """Lines of the rooms this viewer may hear, in the order they were said."""
    found: list[ChatLine] = []
    for room in Room.values:
        found += chat_lines(
            game=game, room=room, viewer=viewer, before=before or None, count=LINES + 1
        )
    found.sort(key=lambda line: line.pk)
    if len(found) <= LINES:
        return found, 0
    return found[-LINES:], found[-LINES].pk


def _room(game: Game, user: User | None, plays: bool) -> str:
    """While a game runs, players and spectators talk apart; afterwards in posts."""
    if user is None or game.is_finished:
        return ""
    return Room.TABLE if plays else Room.GALLERY


def _stretches(told: list[ToldMove], said: list[Said]) -> list[Stretch]:
    out: list[Stretch] = []
    place = 0
    for item in said:
        upto = place
        while upto < len(told) and told[upto].number <= item.line.number:
            upto += 1
        if upto > place or not out:
            out.append(Stretch(told[place:upto]))
        out[-1].said.append(item)
        place = upto
    if told[place:]:
        out.append(Stretch(told[place:]))
    return out


def _board(view: object, lit: str) -> Board | None:
    if not isinstance(view, dict) or "hexes" not in view:
        return None
    return board_of(view, Marks(chosen=(lit,)) if lit else Marks())
