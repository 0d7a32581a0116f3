"""The mails that only tell: invitations, starts, ends, moves, talk, wishes to take back."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _

from games.addresses import table_url
from games.models import ChatLine, Game, Invitation, Move, ReadMark, UndoRequest
from games.presenters.clock_words import clock_words
from games.presenters.log_words import row_sentence, sentences_after, standing_lines
from games.presenters.options import board_choice, table_tags
from games.selectors.tables import table_for
from games.selectors.talk import Room, chat_lines
from games.views.context import names_of
from notifications.mails.letters import Letter
from notifications.mails.registry import writes
from notifications.models import Notification


def game_of(row: Notification) -> Game:
    assert row.game is not None
    return row.game


def letter(row: Notification, title: str, *paragraphs: str, button: str = "") -> Letter:
    game = game_of(row)
    return Letter(
        subject=f"{game.name}: {title}",
        title=title,
        url=table_url(game),
        button=button or _("Open the game"),
        paragraphs=paragraphs,
    )


def invitation_waits(row: Notification) -> bool:
    return Invitation.objects.filter(
        pk=row.about, user=row.user, state=Invitation.State.PENDING, game__status="open"
    ).exists()


@writes("invitation", still_true=invitation_waits)
def write_invitation(row: Notification, now: datetime) -> Letter:
    invitation = Invitation.objects.select_related("invited_by", "game").get(pk=row.about)
    game = invitation.game
    host = invitation.invited_by.username if invitation.invited_by else _("Somebody")
    facts = (
        board_choice(game.rules, game.options),
        clock_words(game.clock),
        *(str(tag) for tag in table_tags(game.rules, game.options)),
    )
    seated = game.seats.filter(user__isnull=False).select_related("user")
    return letter(
        row,
        _("%(name)s invites you") % {"name": host},
        _("%(name)s invites you to the table “%(table)s”. Seats: %(seats)s.")
        % {"name": host, "table": game.name, "seats": game.seat_count},
        _("The table: %(facts)s.") % {"facts": ", ".join(filter(None, facts))},
        _("Already there: %(names)s.") % {"names": ", ".join(seat.holder_name for seat in seated)},
        _("A seat is kept for you until you answer."),
        button=_("Answer the invitation"),
    )


def runs_without_me(row: Notification) -> bool:
    """Who is asked for something at once is told so by another mail."""
    game = game_of(row)
    owes = game.decisions.filter(seat__user=row.user, answered=False).exists()
    return game.is_running and not owes


@writes("started", still_true=runs_without_me)
def write_started(row: Notification, now: datetime) -> Letter:
    table = table_for(game_id=game_of(row).pk, viewer=row.user)
    return letter(
        row,
        _("The game begins"),
        _("All seats are taken: %(names)s.") % {"names": ", ".join(names_of(table).values())},
        _("You will be told when it is your turn."),
    )


def move_stands(row: Notification) -> bool:
    return Move.objects.filter(pk=row.about, live=True).exists()


def move_words(row: Notification) -> tuple[str, str]:
    """Who moved, and what happened, as far as the reader may know."""
    table = table_for(game_id=game_of(row).pk, viewer=row.user, number=row.facts["number"])
    names = names_of(table)
    return names.get(row.facts["seat"], ""), row_sentence(table, names)


@writes("moved", still_true=move_stands)
def write_moved(row: Notification, now: datetime) -> Letter:
    name, sentence = move_words(row)
    return letter(row, _("%(name)s has moved") % {"name": name}, sentence)


@writes("time-up", still_true=move_stands)
def write_time_up(row: Notification, now: datetime) -> Letter:
    _name, sentence = move_words(row)
    return letter(
        row,
        _("Your time was up"),
        _("You did not answer in time, so this was played for you:"),
        sentence,
    )


@writes("dropped", still_true=move_stands)
def write_dropped(row: Notification, now: datetime) -> Letter:
    name, _sentence = move_words(row)
    if Move.objects.filter(pk=row.about, user=row.user).exists():
        return letter(
            row,
            _("You are out of the game"),
            _("Your time was up, and at this table that means leaving the game."),
        )
    return letter(
        row,
        _("%(name)s leaves the game") % {"name": name},
        _("The others play on; %(name)s takes no more turns.") % {"name": name},
    )


def game_is_over(row: Notification) -> bool:
    return Game.objects.filter(pk=game_of(row).pk, status=Game.Status.FINISHED).exists()


@writes("game-over", still_true=game_is_over)
def write_game_over(row: Notification, now: datetime) -> Letter:
    table = table_for(game_id=game_of(row).pk, viewer=row.user)
    return letter(
        row,
        _("The game is over"),
        *standing_lines(table, names_of(table)),
        button=_("See the result"),
    )


def undo_is_asked(row: Notification) -> bool:
    return UndoRequest.objects.filter(
        pk=row.about,
        state=UndoRequest.State.OPEN,
        consents__seat__user=row.user,
        consents__agrees=None,
    ).exists()


@writes("undo-wanted", still_true=undo_is_asked)
def write_undo_wanted(row: Notification, now: datetime) -> Letter:
    request = UndoRequest.objects.select_related("seat__user", "game").get(pk=row.about)
    table = table_for(game_id=request.game_id, viewer=row.user)
    return letter(
        row,
        _("May a move be taken back?"),
        _("%(name)s asks to go back to move %(keep)s of %(length)s. You can agree or refuse.")
        % {
            "name": request.seat.holder_name,
            "keep": request.keep,
            "length": request.game.length,
        },
        _("This would be undone:"),
        "\n".join(sentences_after(request.keep, table, names_of(table))),
        button=_("Answer"),
    )


def unread_lines(row: Notification) -> list[str]:
    mark = ReadMark.objects.filter(game=game_of(row), user=row.user).first()
    read = mark.table_line if mark else 0
    lines = chat_lines(
        game=game_of(row), room=Room.TABLE, viewer=row.user, after=max(read, row.about - 1)
    )
    return [f"{line.author.username}: {line.text}" for line in lines if line.author != row.user]


def has_unread_lines(row: Notification) -> bool:
    return bool(unread_lines(row))


def named_line(row: Notification) -> ChatLine | None:
    """The line that names the reader, unless it was read or taken away meanwhile."""
    mark = ReadMark.objects.filter(game=game_of(row), user=row.user).first()
    if mark and mark.table_line >= row.about:
        return None
    lines = chat_lines(game=game_of(row), room=Room.TABLE, viewer=row.user, after=row.about - 1)
    return next((line for line in lines if line.pk == row.about), None)


def is_named(row: Notification) -> bool:
    return named_line(row) is not None


@writes("mention", still_true=is_named)
def write_mention(row: Notification, now: datetime) -> Letter:
    line = named_line(row)
    assert line is not None
    name = line.author.username if line.author else ""
    return letter(
        row,
        _("%(name)s writes to you") % {"name": name},
        f"{name}: {line.text}",
        button=_("Answer"),
    )


@writes("chat", still_true=has_unread_lines)
def write_chat(row: Notification, now: datetime) -> Letter:
    return letter(row, _("Said at the table"), *unread_lines(row), button=_("Answer"))
