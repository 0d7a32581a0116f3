"""Talk at a table as a panel: what was said, what is new, what the reader may do."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from operator import itemgetter

from accounts.models import User
from games.models import ChatLine, Game, Mute, ReadMark
from games.presenters.clock_words import NoticeLine, notice_lines
from games.selectors.access import Viewer
from games.selectors.talk import chat_lines, has_played, may_hear

Room = ChatLine.Room
MOST_NOTICES = 20


@dataclass(frozen=True, slots=True)
class TalkLine:
    line: ChatLine
    is_mine: bool
    is_first_new: bool
    """Everything from here on was not read before."""


@dataclass(frozen=True, slots=True)
class TalkNotice:
    """What happened to the table's time meanwhile."""

    notice: NoticeLine


@dataclass(frozen=True, slots=True)
class TalkPanel:
    """One room of a table's talk for one reader."""

    game: Game
    room: str
    lines: list[TalkLine | TalkNotice]
    last: int
    """The newest line shown."""
    may_speak: bool
    plays: bool
    both_rooms: bool
    """The reader may hear table and spectators."""
    muted: list[User]


def talk_panel(*, game: Game, viewer: Viewer, room: str = "") -> TalkPanel:
    """The talk of a room; players sit at the table, others stand in the gallery."""
    user = viewer if isinstance(viewer, User) else None
    plays = user is not None and (game.host_id == user.pk or has_played(game=game, user=user))
    if room not in Room.values:
        room = Room.TABLE
    if not may_hear(game=game, room=room, viewer=viewer):
        room = Room.TABLE
    mark = ReadMark.objects.filter(game=game, user=user).first() if user else None
    read = getattr(mark, f"{room}_line", 0) if mark else 0
    said = chat_lines(game=game, room=room, viewer=viewer)
    first_new = next(
        (line.pk for line in said if user and line.pk > read and line.author_id != user.pk), None
    )
    return TalkPanel(
        game=game,
        room=room,
        lines=_with_notices(
            game,
            room,
            [
                TalkLine(line, user is not None and line.author_id == user.pk, line.pk == first_new)
                for line in said
            ],
        ),
        last=said[-1].pk if said else 0,
        may_speak=user is not None
        and (plays if room == Room.TABLE else not plays or game.is_finished),
        plays=plays,
        both_rooms=game.is_finished or not plays,
        muted=_muted(game, user),
    )


def _with_notices(game: Game, room: str, said: list[TalkLine]) -> list[TalkLine | TalkNotice]:
    """At the table, pauses and gifts stand between the lines, in the order of time."""
    if room != Room.TABLE:
        return [*said]
    newest = list(game.notices.order_by("-pk")[:MOST_NOTICES])
    notices = [TalkNotice(line) for line in notice_lines(newest)]
    timed: list[tuple[datetime, TalkLine | TalkNotice]] = [
        *((row.line.at, row) for row in said),
        *((row.notice.at, row) for row in notices),
    ]
    return [row for _at, row in sorted(timed, key=itemgetter(0))]


def _muted(game: Game, user: User | None) -> list[User]:
    """Whom the reader does not hear here."""
    if user is None:
        return []
    rows = Mute.objects.filter(
        user=user, muted__in=ChatLine.objects.filter(game=game).values("author")
    )
    return [row.muted for row in rows.select_related("muted")]
