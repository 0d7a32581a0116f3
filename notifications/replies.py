"""Replies to mails about tables: read, played, and answered by mail."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.utils import formats, timezone
from django.utils.translation import gettext as _

from games.clocks import clock_read
from games.errors import (
    DecisionGone,
    GameOver,
    NoSuchTable,
    NotRunning,
    NotYourSeat,
    SeatDropped,
    TableError,
)
from games.models import Move
from games.presenters.log_words import row_sentence
from games.selectors.tables import Owed, Table, table_for
from games.services.answers import (
    YES_OR_NO,
    LineRefused,
    answer_submit,
    answer_try,
    numbered_answer,
    yes_or_no_answer,
)
from games.services.hours import vacation_announce
from games.services.moves import move_submit
from games.services.talk import chat_post
from games.views.context import names_of
from notifications.inbound.commands import Order, OrderKind, Orders, read_orders
from notifications.inbound.reasons import sentence_for
from notifications.inbound.tokens import ReplyToken, reply_address
from notifications.mails.letters import Letter, mail_domain, mail_of, words_of
from notifications.mails.turns import asking_letter, told_together
from notifications.reply_handlers import Handled, Reply, handles_replies
from notifications.services.outbox import mail_queue

RESIGN_WITHIN = timedelta(days=3)
"""For so long the question whether to leave the game may be answered."""


class NotUnderstood(Exception):
    """Nothing was played: a stable code, the sentence for the sender, lines that would be legal."""

    def __init__(self, code: str, sentence: str = "", nearest: tuple[str, ...] = ()) -> None:
        super().__init__(code)
        self.code = code
        self.sentence = sentence or str(sentence_for(code))
        self.nearest = nearest


@dataclass(frozen=True)
class Done:
    """What came of a reply, for the answer and for the operator."""

    title: str
    paragraphs: tuple[str, ...]
    detail: str
    asks_to_resign: bool = False
    """A yes to the answer is a yes to leaving the game."""


@handles_replies("game")
def game_reply(reply: Reply) -> Handled:
    with words_of(reply.user):
        return _handle(reply, _act)


@handles_replies("resign")
def resign_reply(reply: Reply) -> Handled:
    """The answer to the question whether somebody really wants to resign."""
    with words_of(reply.user):
        return _handle(reply, _resign)


def _handle(reply: Reply, act: Callable[[Reply, Table], Done]) -> Handled:
    try:
        table = _table(reply)
    except TableError as refusal:
        # Whoever does not sit here is told nothing about the table.
        return Handled(reason=refusal.code)
    try:
        # All that the mail asks for, or nothing of it.
        with transaction.atomic():
            done = act(reply, table)
    except NotUnderstood as refusal:
        return _refuse(reply, refusal)
    except TableError as error:
        return _refuse(reply, NotUnderstood(error.code, error.sentence))
    _answer(reply, done.title, done.paragraphs, asks_to_resign=done.asks_to_resign)
    return Handled(detail=done.detail)


def _table(reply: Reply) -> Table:
    table = table_for(game_id=reply.token.subject, viewer=reply.user)
    if table.my_seat is None or table.my_seat.number != reply.token.seat:
        raise NotYourSeat()
    if table.game.started_at is None:
        raise NoSuchTable()
    return table


def _act(reply: Reply, table: Table) -> Done:
    if reply.reason:
        raise NotUnderstood(reply.reason)
    orders = _orders(reply)
    if orders.reason:
        raise NotUnderstood(orders.reason)
    paragraphs: list[str] = []
    title, detail = _("Said"), "chat"
    resigning = orders.order is not None and orders.order.kind is OrderKind.RESIGN
    if orders.order is not None and resigning:
        title, detail = _("Do you really want to leave the game?"), "asked whether to resign"
        paragraphs += _before_resigning(table)
    elif orders.order is not None:
        title, words, detail = _follow(reply, table, orders.order)
        paragraphs += words
    if orders.chat:
        paragraphs.append(_say(reply, table, orders))
    return Done(title, tuple(paragraphs), detail, asks_to_resign=resigning)


def _orders(reply: Reply) -> Orders:
    return read_orders(reply.words, language=reply.user.language, names=reply.names)


def _before_resigning(table: Table) -> list[str]:
    assert table.my_seat is not None
    if not table.game.is_running:
        raise GameOver() if table.game.is_finished else NotRunning()
    if table.my_seat.dropped_at is not None:
        raise SeatDropped()
    return [
        _("You would take no more turns at this table; the others play on."),
        _("Answer this mail with “yes” if you want that. With any other answer you stay."),
    ]


def _resign(reply: Reply, table: Table) -> Done:
    """Only a plain yes; played once, however often it is sent."""
    if reply.reason:
        raise NotUnderstood(reply.reason)
    orders = _orders(reply)
    if orders.order is None or orders.order.kind is not OrderKind.YES:
        raise NotUnderstood("not-resigned", _("That was no yes, so you are still in the game."))
    _before_resigning(table)
    move = move_submit(
        game_id=table.game.pk,
        user=reply.user,
        line=table.rules.resign_line,
        after=table.game.revision,
        door=Move.Door.MAIL,
        key=f"resign:{reply.token.decision}",
    )
    return Done(_("You have left the game"), (), f"played: {move.line}")


def _say(reply: Reply, table: Table, orders: Orders) -> str:
    line = chat_post(
        game_id=table.game.pk, user=reply.user, text=orders.chat, key=f"mail:{reply.mail_id}"
    )
    return _("Said at the table: %(text)s") % {"text": line.text}


def _follow(reply: Reply, table: Table, order: Order) -> tuple[str, list[str], str]:
    """Title, paragraphs, and what the operator sees."""
    if order.kind is OrderKind.HELP:
        return _("Help"), _help(table), "help"
    if order.kind is OrderKind.VACATION:
        return _go_away(reply, table, order.number)
    owed = _owed(reply, table)
    if order.kind in (OrderKind.YES, OrderKind.NO):
        owed = _question(reply, table, owed)
    lines = _lines(reply, table, order, owed)
    if order.kind is OrderKind.PREVIEW:
        return _preview(table, lines)
    try:
        moves = answer_submit(
            table=table,
            owed=owed,
            user=reply.user,
            lines=lines,
            door=Move.Door.MAIL,
            key=f"mail:{reply.mail_id}",
        )
    except LineRefused as refusal:
        raise NotUnderstood("refused", refusal.sentence, refusal.nearest) from refusal
    played = ". ".join(move.line for move in moves)
    after = table_for(game_id=table.game.pk, viewer=reply.user, number=moves[-1].number)
    words = [row_sentence(after, names_of(after))]
    return _("Played: %(line)s") % {"line": played}, words, f"played: {played}"


def _go_away(reply: Reply, table: Table, days: int) -> tuple[str, list[str], str]:
    """A vacation from today on, at all tables; each grants as many days as its rules say."""
    today = timezone.localdate()
    away = vacation_announce(user=reply.user, first=today, last=today + timedelta(days=days - 1))
    granted = clock_read(table.game.clock).vacation_days
    here = (
        _("At this table up to %(days)s days of vacation a year stop your clock.")
        % {"days": granted}
        if granted
        else _("At this table a vacation does not stop your clock: answer in time.")
    )
    words = [
        _("You are away from %(first)s to %(last)s; the others at your tables can see it.")
        % {
            "first": formats.date_format(away.first),
            "last": formats.date_format(away.last),
        },
        here,
    ]
    return _("Vacation announced"), words, f"vacation: {away.first} to {away.last}"


def _owed(reply: Reply, table: Table) -> Owed:
    """The decision that the mail asked for, if it is still open."""
    for owed in table.owed_by_me:
        if owed.row.pk == reply.token.decision:
            return owed
    raise DecisionGone()


def _question(reply: Reply, table: Table, owed: Owed) -> Owed:
    """A mail that asks for a move may hold one question besides: a yes can only be for that."""
    if owed.decision.kind in YES_OR_NO:
        return owed
    besides = [
        other
        for other in table.owed_by_me
        if other.decision.kind in YES_OR_NO and other.row.opened_revision <= reply.token.revision
    ]
    return besides[0] if len(besides) == 1 else owed


def _lines(reply: Reply, table: Table, order: Order, owed: Owed) -> tuple[str, ...]:
    match order.kind:
        case OrderKind.YES | OrderKind.NO:
            line = yes_or_no_answer(table=table, owed=owed, yes=order.kind is OrderKind.YES)
            if not line:
                raise NotUnderstood(
                    "no-such-question", _("The mail did not ask a question with yes or no.")
                )
            return (line,)
        case OrderKind.CHOICE:
            line = numbered_answer(
                table=table,
                seat=reply.token.seat,
                number=order.number,
                revision=reply.token.revision,
            )
            if not line:
                raise NotUnderstood(
                    "no-such-number", _("There is no answer with this number in the mail.")
                )
            return (line,)
        case _:
            return order.lines


def _preview(table: Table, lines: tuple[str, ...]) -> tuple[str, list[str], str]:
    try:
        tried = answer_try(table=table, lines=lines)
    except LineRefused as refusal:
        raise NotUnderstood("refused", refusal.sentence, refusal.nearest) from refusal
    words = [_("Nothing was played. The line would do this:"), tried.changes, *tried.remarks]
    if not tried.complete:
        words.append(_("The line is not whole yet."))
    title = _("Preview: %(line)s") % {"line": tried.line}
    return title, [word for word in words if word], f"preview: {tried.line}"


def _help(table: Table) -> list[str]:
    rows = [f"{entry.pattern}: {entry.example}" for entry in table.rules.notation_help()]
    return [
        _("Write one move as in the examples, the number of an answer, or yes or no."),
        _(
            "“preview” and a line shows what it would do. “vacation 5 days” announces one from "
            "today on, “resign” leaves the game once you have confirmed it, and whatever follows "
            "“--- say” is said at the table."
        ),
        "\n".join(rows),
    ]


def _refuse(reply: Reply, refusal: NotUnderstood) -> Handled:
    paragraphs = (refusal.sentence, _("Nothing was played."))
    _answer(reply, _("Not played"), paragraphs, nearest=refusal.nearest)
    return Handled(reason=refusal.code, detail=refusal.sentence)


def _answer(
    reply: Reply,
    title: str,
    paragraphs: tuple[str, ...],
    *,
    nearest: tuple[str, ...] = (),
    asks_to_resign: bool = False,
) -> None:
    """The position as it is now, with what is asked next, to the address that wrote."""
    now: datetime = timezone.now()
    table = table_for(game_id=reply.token.subject, viewer=reply.user)
    if not asks_to_resign:
        told_together(table)
    letter: Letter = asking_letter(
        table,
        now=now,
        title=title,
        subject=f"{table.game.name}: {title}",
        paragraphs=paragraphs,
        nearest=nearest,
        in_reply_to=reply.message_id,
    )
    if asks_to_resign:
        letter = _resign_letter(letter, reply, now)
    mail = mail_of(
        letter,
        to=reply.user,
        address=reply.address,
        kind="your-turn",
        game=table.game,
        message_id=f"<answer-{reply.mail_id}@{mail_domain()}>",
    )
    mail_queue(message=mail)


def _resign_letter(letter: Letter, reply: Reply, now: datetime) -> Letter:
    """Without moves to choose from: the only question is whether to leave."""
    token = ReplyToken(
        "resign",
        reply.token.subject,
        now + RESIGN_WITHIN,
        seat=reply.token.seat,
        decision=reply.mail_id,
    )
    return replace(
        letter,
        template="plain",
        picture=None,
        reply_to=reply_address(token, base=settings.REPLY_ADDRESS),
    )
