"""The mails about time: forgiveness, votes, caretakers, substitutes, tables given up, orders."""

from __future__ import annotations

from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _

from games.models import Game, OpenDecision, Seat, StandingOrder, TableNotice, TableVote
from games.presenters.clock_page import vote_rows
from games.presenters.clock_words import notice_lines
from games.presenters.order_words import off_sentence
from games.services.stalling import NOTICE
from notifications.mails.letters import Letter, moment_words
from notifications.mails.registry import writes
from notifications.mails.tables import game_of, letter
from notifications.mails.turns import still_asked
from notifications.models import Notification


def _clock_letter(row: Notification, title: str, *paragraphs: str, button: str = "") -> Letter:
    """Its button leads to the page about the table's time."""
    game = game_of(row)
    return Letter(
        subject=f"{game.name}: {title}",
        title=title,
        url=reverse("table_clock", args=[game.pk]),
        button=button or _("Open the page"),
        paragraphs=paragraphs,
    )


@writes("forgiven", still_true=still_asked)
def write_forgiven(row: Notification, now: datetime) -> Letter:
    due_at = OpenDecision.objects.values_list("due_at", flat=True).get(pk=row.about)
    until = moment_words(due_at) if due_at else ""
    return letter(
        row,
        _("One day more"),
        _("Your time was up. Everybody is forgiven once in a game, and this was your turn."),
        _("You have until %(time)s. After that the table does what was agreed.") % {"time": until},
    )


def is_away(row: Notification) -> bool:
    seat = Seat.objects.filter(pk=row.about, user=row.user).first()
    if seat is None or not game_of(row).is_running:
        return False
    return bool(seat.caretaker) or seat.offers.filter(closed_at=None, wish=False).exists()


@writes("away", still_true=is_away)
def write_away(row: Notification, now: datetime) -> Letter:
    if row.facts["how"] == "caretaker":
        return _clock_letter(
            row,
            _("A bot plays for you"),
            _("Your time was up, and at this table a bot plays then until you are back."),
            _("Press “I am back”, or simply make a move."),
            button=_("I am back"),
        )
    return _clock_letter(
        row,
        _("Your seat looks for a substitute"),
        _("Your time was up, and at this table the seat is opened to others then."),
        _("Until somebody takes it you may come back: press “I am back”, or make a move."),
        button=_("I am back"),
    )


def always(row: Notification) -> bool:
    return row.game is not None


@writes("seat-taken", still_true=always)
def write_seat_taken(row: Notification, now: datetime) -> Letter:
    notice = TableNotice(code="seat-taken", facts=row.facts, at=now, number=0)
    [line] = notice_lines([notice])
    return letter(row, _("A substitute plays"), line.text)


def is_asked(row: Notification) -> bool:
    return TableVote.objects.filter(pk=row.about, state="open").exists() and any(
        found.asks_me
        for found in vote_rows(game=game_of(row), viewer=row.user)
        if found.vote.pk == row.about
    )


@writes("vote-wanted", still_true=is_asked)
def write_vote(row: Notification, now: datetime) -> Letter:
    found = next(
        found
        for found in vote_rows(game=game_of(row), viewer=row.user)
        if found.vote.pk == row.about
    )
    return _clock_letter(row, _("The table asks you"), found.text, button=_("Answer"))


def is_stalled(row: Notification) -> bool:
    wanted = Game.Status.STALLED if row.facts["what"] == "over" else Game.Status.RUNNING
    return game_of(row).status == wanted


@writes("stalled", still_true=is_stalled)
def write_stalled(row: Notification, now: datetime) -> Letter:
    if row.facts["what"] == "over":
        return letter(
            row,
            _("The table was given up"),
            _("Nobody moved for four weeks: the table was given up."),
        )
    return letter(
        row,
        _("The table is about to be given up"),
        _("Nobody has moved for three weeks. Without a move it is given up in %(days)s days.")
        % {"days": NOTICE.days},
    )


def is_off(row: Notification) -> bool:
    return StandingOrder.objects.filter(pk=row.about, state=StandingOrder.State.OFF).exists()


@writes("order-off", still_true=is_off)
def write_order_off(row: Notification, now: datetime) -> Letter:
    order = StandingOrder.objects.select_related("game").get(pk=row.about)
    game = game_of(row)
    title = _("A standing order was switched off")
    return Letter(
        subject=f"{game.name}: {title}",
        title=title,
        url=reverse("orders", args=[game.pk]),
        button=_("Your orders"),
        paragraphs=(order.text, off_sentence(order)),
    )
