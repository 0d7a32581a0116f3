"""A move posted in the thread of a game: lines that begin with `>`, tried, confirmed, played."""

from __future__ import annotations

from dataclasses import dataclass

from django.db import transaction

from accounts.models import User
from forum.errors import CommandRefused, NotYourTurn, TooShort
from games.errors import TableError
from games.models import ChatLine, Game, Move
from games.selectors.tables import Owed, Table, table_for
from games.services.answers import LineRefused, Tried, answer_submit, answer_try
from games.services.talk import chat_post


@dataclass(frozen=True, slots=True)
class Written:
    """What somebody wrote into the thread, taken apart."""

    words: str
    lines: tuple[str, ...]
    """Commands, without the sign before them."""


def written(text: str) -> Written:
    words, lines = [], []
    for row in text.replace("\r\n", "\n").split("\n"):
        command = row.strip().removeprefix(">").strip() if row.lstrip().startswith(">") else ""
        if command:
            lines.append(command)
        else:
            words.append(row)
    return Written("\n".join(words).strip(), tuple(lines))


def command_try(*, game_id: int, user: User, text: str) -> tuple[Table, Tried]:
    """See what the move of a text would do; raises NotYourTurn or CommandRefused."""
    table = table_for(game_id=game_id, viewer=user)
    _owed(table)
    try:
        tried = answer_try(table=table, lines=written(text).lines)
    except LineRefused as refusal:
        raise CommandRefused(reason=refusal.sentence, nearest=refusal.nearest) from refusal
    return table, tried


@transaction.atomic
def thread_say(*, game_id: int, user: User, text: str, room: str, key: str) -> list[Move]:
    """Play the move of a text, if it has one, and say its words: both, or nothing."""
    found = written(text)
    if not found.words and not found.lines:
        raise TooShort(least=1)
    moves: list[Move] = []
    if found.lines:
        moves = _play(game_id, user, found, key)
    if found.words:
        chat_post(game_id=game_id, user=user, text=found.words, room=room, key=key)
    return moves


def _play(game_id: int, user: User, found: Written, key: str) -> list[Move]:
    known = Move.objects.filter(game=game_id, key__in=[f"thread:{key}", f"thread:{key}:0"])
    if key and (done := list(known)):
        return done
    table = table_for(game_id=game_id, viewer=user)
    try:
        return answer_submit(
            table=table,
            owed=_owed(table),
            user=user,
            lines=found.lines,
            door=Move.Door.PAGE,
            key=f"thread:{key}",
        )
    except LineRefused as refusal:
        raise CommandRefused(reason=refusal.sentence, nearest=refusal.nearest) from refusal
    except TableError as refusal:
        raise CommandRefused(reason=refusal.sentence, nearest=()) from refusal


def _owed(table: Table) -> Owed:
    if not table.owed_by_me:
        raise NotYourTurn
    return table.owed_by_me[0]


def room_of(*, game: Game, plays: bool) -> str:
    return ChatLine.Room.TABLE if plays else ChatLine.Room.GALLERY
