"""What is said about a game, as far as a viewer may hear it; and private notes."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Q, QuerySet

from accounts.models import User
from games.models import ChatLine, Game, Mute, Note, ReadMark, Seat, Tenure
from games.selectors.access import Viewer

Room = ChatLine.Room
PAGE = 200


def has_played(*, game: Game, user: User) -> bool:
    """Holds a seat, or has held one."""
    return (
        Seat.objects.filter(game=game, user=user).exists()
        or Tenure.objects.filter(seat__game=game, user=user).exists()
    )


def may_hear(*, game: Game, room: str, viewer: Viewer) -> bool:
    """Spectators' talk is hidden from the players until the end."""
    if room == Room.TABLE or game.is_finished or not isinstance(viewer, User):
        return True
    return not has_played(game=game, user=viewer)


def chat_lines(
    *,
    game: Game,
    room: str,
    viewer: Viewer,
    after: int = 0,
    before: int | None = None,
    count: int = PAGE,
) -> list[ChatLine]:
    """The newest lines of a room, oldest first, without those of people the viewer has muted.

    `before`: the newest of those said before this line.
    """
    if not may_hear(game=game, room=room, viewer=viewer):
        return []
    lines = ChatLine.objects.filter(game=game, room=room, pk__gt=after, removed_at=None)
    if before is not None:
        lines = lines.filter(pk__lt=before)
    if isinstance(viewer, User):
        lines = lines.exclude(author__in=Mute.objects.filter(user=viewer).values("muted"))
    return list(lines.select_related("author").order_by("-pk")[:count])[::-1]


@dataclass(frozen=True)
class Unread:
    """How many lines somebody has not read yet."""

    table: int
    gallery: int


def unread_talk(*, game: Game, user: User) -> Unread:
    mark = ReadMark.objects.filter(game=game, user=user).first() or ReadMark()
    muted = Mute.objects.filter(user=user).values("muted")
    lines = ChatLine.objects.filter(game=game, removed_at=None).exclude(author=user)
    lines = lines.exclude(author__in=muted)
    fresh = lines.filter(
        Q(room=Room.TABLE, pk__gt=mark.table_line) | Q(room=Room.GALLERY, pk__gt=mark.gallery_line)
    )
    rooms = list(fresh.values_list("room", flat=True))
    gallery = rooms.count(Room.GALLERY)
    if gallery and not may_hear(game=game, room=Room.GALLERY, viewer=user):
        gallery = 0
    return Unread(table=rooms.count(Room.TABLE), gallery=gallery)


def note_of(*, game: Game, user: User) -> str:
    note = Note.objects.filter(game=game, user=user).first()
    return note.text if note else ""


def notes_found(*, user: User, words: str = "") -> QuerySet[Note]:
    """One's own notes that hold all the words, newest first."""
    notes = Note.objects.filter(user=user).select_related("game").order_by("-changed_at")
    for word in words.replace("\0", "").split():
        notes = notes.filter(text__icontains=word)
    return notes
