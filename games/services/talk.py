"""People talk at and around a table, and look after their peace."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from accounts.models import Role, User
from accounts.selectors import has_role
from games.errors import (
    NoSuchLine,
    NotAllowed,
    NothingSaid,
    NotYourRoom,
    Silenced,
    TooFast,
    TooLong,
)
from games.models import ChatLine, Game, Mute, Note, ReadMark, Report
from games.models.talk import LONGEST_CHAT, LONGEST_NOTE
from games.selectors.access import game_for
from games.selectors.talk import has_played
from games.signals import chat_posted, line_reported
from games.silence import is_silenced

Room = ChatLine.Room
MOST_PER_MINUTE = 20
LONGEST_REASON = 1_000


@transaction.atomic
def chat_post(
    *,
    game_id: int,
    user: User,
    text: str,
    room: str = Room.TABLE,
    token: str = "",
    key: str = "",
    now: datetime | None = None,
) -> ChatLine:
    """Say something, stamped with the present move. The same `key` is said once."""
    now = now or timezone.now()
    game = game_for(game_id=game_id, viewer=user, token=token)
    if key:
        known = ChatLine.objects.filter(game=game, author=user, key=key).first()
        if known is not None:
            return known
    words = checked_text(text, LONGEST_CHAT)
    if not words:
        raise NothingSaid()
    if is_silenced(user):
        raise Silenced()
    plays = has_played(game=game, user=user) or game.host_id == user.pk
    if room == Room.TABLE and not plays:
        raise NotYourRoom()
    if room == Room.GALLERY and plays and not game.is_finished:
        raise NotYourRoom()
    lately = ChatLine.objects.filter(author=user, at__gt=now - timedelta(minutes=1)).count()
    if lately >= MOST_PER_MINUTE:
        raise TooFast()
    said = {"room": room, "text": words, "number": game.length, "at": now}
    if key:
        # Two tabs may send the same at the same moment.
        line, new = ChatLine.objects.get_or_create(game=game, author=user, key=key, defaults=said)
    else:
        line, new = ChatLine.objects.create(game=game, author=user, **said), True
    if new:
        chat_posted.send(sender=ChatLine, line=line)
    return line


def checked_text(text: str, limit: int) -> str:
    """Text as it is kept; PostgreSQL does not take the character 0."""
    words = text.replace("\0", "").replace("\r\n", "\n").strip()
    if len(words) > limit:
        raise TooLong(length=len(words), limit=limit)
    return words


def game_mark_read(
    *,
    game: Game,
    user: User,
    revision: int = 0,
    table_line: int = 0,
    gallery_line: int = 0,
    now: datetime | None = None,
) -> None:
    """Remember how far somebody has looked; marks only move forward."""
    mark, _ = ReadMark.objects.get_or_create(
        game=game, user=user, defaults={"at": now or timezone.now()}
    )
    mark.revision = max(mark.revision, min(revision, game.revision))
    mark.table_line = max(mark.table_line, table_line)
    mark.gallery_line = max(mark.gallery_line, gallery_line)
    mark.at = now or timezone.now()
    mark.save()


def user_mute(*, user: User, other: User) -> None:
    """No longer read what somebody says."""
    if user != other:
        Mute.objects.get_or_create(user=user, muted=other)


def user_unmute(*, user: User, other: User) -> None:
    Mute.objects.filter(user=user, muted=other).delete()


@transaction.atomic
def line_report(*, line_id: int, user: User, reason: str) -> Report:
    """Ask a moderator to look at a line; once per line and person."""
    line = ChatLine.objects.filter(pk=line_id).select_related("game").first()
    if line is None:
        raise NoSuchLine()
    game_for(game_id=line.game_id, viewer=user)
    words = checked_text(reason, LONGEST_REASON)
    if not words:
        raise NothingSaid()
    report, new = Report.objects.get_or_create(line=line, reporter=user, defaults={"reason": words})
    if new:
        line_reported.send(sender=Report, report=report)
    return report


@transaction.atomic
def report_settle(*, report_id: int, by: User, upheld: bool, now: datetime | None = None) -> Report:
    """A moderator removes the line, or lets it stand."""
    if not has_role(user=by, role=Role.MODERATOR):
        raise NotAllowed()
    now = now or timezone.now()
    report = Report.objects.select_related("line").get(pk=report_id)
    report.state = Report.State.UPHELD if upheld else Report.State.DISMISSED
    report.settled_by = by
    report.settled_at = now
    report.save()
    report.line.removed_at = now if upheld else None
    report.line.save(update_fields=["removed_at"])
    return report


def note_save(*, game_id: int, user: User, text: str, now: datetime | None = None) -> Note | None:
    """Write one's private note on a game; an empty one goes."""
    game = game_for(game_id=game_id, viewer=user)
    words = checked_text(text, LONGEST_NOTE)
    if not words:
        Note.objects.filter(game=game, user=user).delete()
        return None
    note, _ = Note.objects.update_or_create(
        game=game, user=user, defaults={"text": words, "changed_at": now or timezone.now()}
    )
    return note
