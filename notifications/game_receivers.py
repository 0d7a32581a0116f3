"""What happens at the tables becomes notifications, in the transaction of its cause."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from django.dispatch import receiver
from django.utils import timezone
from django.utils.translation import gettext

from accounts.models import User
from accounts.usernames import username_key
from games.addresses import table_url
from games.around import Around
from games.models import ChatLine, Game, Invitation, Move, OpenDecision, Seat, UndoRequest
from games.signals import (
    chat_posted,
    game_ended,
    game_started,
    invitation_sent,
    move_played,
    substitute_wanted,
    turn_changed,
    undo_wanted,
)
from notifications.mails.given import facts_of
from notifications.mails.letters import words_of
from notifications.mails.turns import QUICK
from notifications.models import Notification
from notifications.services.notifying import News, notify, notify_all

STILL_LOOKING = timedelta(minutes=5)
"""Who has just moved on the page sees there what is asked next; a mail can wait a little."""
OLD_NEWS = timedelta(days=7)
"""A game may be stored that ended long ago, elsewhere."""
TALK_SETTLES = timedelta(minutes=10)
"""Talk comes in bursts: one mail for all of it."""
_NAMED = re.compile(r"(?<![\w@])@([\w.-]*\w)")


def players_of(game: Game) -> list[User]:
    seats = Seat.objects.filter(game=game, user__isnull=False).select_related("user")
    return [seat.user for seat in seats if seat.user is not None]


def watchers_of(game: Game) -> list[User]:
    return [row.user for row in game.watchers.select_related("user")]


@receiver(invitation_sent)
def tell_guest(*, invitation: Invitation, **_: Any) -> None:
    asked = int(invitation.created_at.timestamp())
    notify(
        kind="invitation",
        user=invitation.user,
        key=f"invitation:{invitation.pk}:{asked}",
        game=invitation.game,
        about=invitation.pk,
    )


@receiver(game_started)
def tell_of_start(*, game: Game, **_: Any) -> None:
    _tell_all("started", players_of(game), game=game, cause=f"started:{game.pk}")


@receiver(turn_changed)
def tell_who_is_asked(
    *, game: Game, opened: list[OpenDecision], move: Move | None, **_: Any
) -> None:
    notify_all(
        [
            _asking(game, row, row.seat.user, move)
            for row in opened
            if row.seat.user is not None and not row.answered and not row.seat.caretaker
        ]
    )


def _asking(game: Game, row: OpenDecision, user: User, move: Move | None) -> News:
    looking = move is not None and move.seat == row.seat.number and move.door == Move.Door.PAGE
    return News(
        kind="decision" if row.kind in QUICK else "your-turn",
        user=user,
        key=f"decision:{row.pk}",
        game=game,
        about=row.pk,
        due_at=move.at + STILL_LOOKING if move is not None and looking else None,
    )


@receiver(move_played)
def tell_of_move(*, game: Game, move: Move, around: Around | None = None, **_: Any) -> None:
    facts = {"number": move.number, "seat": move.seat}
    watchers = watchers_of(game) if around is None or around.watchers else []
    _tell_all("moved", watchers, game=game, cause=f"moved:{move.pk}", about=move.pk, facts=facts)
    if move.line == game.rules.resign_line:
        told = [
            user
            for user in players_of(game)
            if move.door == Move.Door.TIMEOUT or user.pk != move.user_id
        ]
        _tell_all(
            "dropped", told, game=game, cause=f"dropped:{move.pk}", about=move.pk, facts=facts
        )
    elif move.door == Move.Door.TIMEOUT and move.user is not None:
        _tell_all(
            "time-up",
            [move.user],
            game=game,
            cause=f"time-up:{move.pk}",
            about=move.pk,
            facts=facts,
        )


@receiver(game_ended)
def tell_of_end(*, game: Game, **_: Any) -> None:
    if game.ended_at is not None and timezone.now() - game.ended_at > OLD_NEWS:
        return
    told = [*players_of(game), *watchers_of(game)]
    _tell_all("game-over", told, game=game, cause=f"game-over:{game.pk}")


@receiver(undo_wanted)
def ask_for_consent(*, request: UndoRequest, **_: Any) -> None:
    consents = request.consents.select_related("seat__user")
    asked = [consent.seat.user for consent in consents if consent.seat.user is not None]
    _tell_all("undo-wanted", asked, game=request.game, cause=f"undo:{request.pk}", about=request.pk)


@receiver(chat_posted)
def tell_of_talk(*, line: ChatLine, **_: Any) -> None:
    if line.room != ChatLine.Room.TABLE:
        return
    named = {user.pk for user in named_in(line)}
    for user in players_of(line.game):
        if user.pk in named:
            notify(
                kind="mention",
                user=user,
                key=f"mention:{line.pk}:{user.pk}",
                game=line.game,
                about=line.pk,
            )
    waiting = set(
        Notification.objects.filter(
            kind="chat", game_id=line.game_id, state=Notification.State.QUEUED
        ).values_list("user_id", flat=True)
    )
    for user in players_of(line.game):
        if user.pk != line.author_id and user.pk not in waiting | named:
            notify(
                kind="chat",
                user=user,
                key=f"chat:{line.pk}:{user.pk}",
                game=line.game,
                about=line.pk,
                due_at=line.at + TALK_SETTLES,
            )


def named_in(line: ChatLine) -> list[User]:
    """Players whose name the line says with an @, without its author."""
    named = {username_key(name) for name in _NAMED.findall(line.text)}
    return [
        user
        for user in players_of(line.game)
        if user.pk != line.author_id and user.username_key in named
    ]


@receiver(substitute_wanted)
def tell_of_free_seat(*, game: Game, seat: Seat, **_: Any) -> None:
    """Those who follow the table without a seat; its players see it on their pages."""
    players = {user.pk for user in players_of(game)}
    for user in watchers_of(game):
        if user.pk in players:
            continue
        with words_of(user):
            facts = facts_of(
                title=gettext("A substitute is wanted"),
                paragraphs=[
                    gettext(
                        "Seat %(number)s has become free. Whoever takes it plays on from there."
                    )
                    % {"number": seat.number + 1}
                ],
                url=table_url(game),
                button=gettext("Look at the table"),
            )
        notify(
            kind="substitute-wanted",
            user=user,
            key=f"substitute:{seat.pk}:{game.revision}:{user.pk}",
            game=game,
            about=seat.pk,
            facts={**facts, "seat": seat.pk},
        )


def _tell_all(
    kind: str,
    users: Iterable[User],
    *,
    game: Game,
    cause: str,
    about: int = 0,
    facts: dict[str, Any] | None = None,
) -> None:
    notify_all(
        [
            News(
                kind=kind,
                user=user,
                key=f"{cause}:{user.pk}",
                game=game,
                about=about,
                facts=facts or {},
            )
            for user in users
        ]
    )
