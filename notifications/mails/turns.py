"""The mails that ask for something: your turn, a question out of turn, a reminder."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.db import connection
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.addresses import table_url
from games.clocks.policy import time_out_read
from games.models import OpenDecision
from games.pictures import board_picture
from games.presenters.deadlines import span_of
from games.presenters.letters import QUICK, Position, position_of
from games.selectors.tables import Table, table_in_mail
from games.services.answers import YES_OR_NO
from games.views.context import names_of
from notifications.inbound.tokens import ReplyToken, reply_address
from notifications.mails.crowd import crowd_now, many_wait
from notifications.mails.letters import Letter, Picture, absolute, moment_words
from notifications.mails.registry import writes
from notifications.models import Notification

__all__ = ["QUICK", "TURN_KINDS", "asking_letter", "told_together"]

ASKING_KINDS = ("your-turn", "decision")
TURN_KINDS = (*ASKING_KINDS, "reminder")
TOLD_TOGETHER = "told in another mail"
"""Why the second of two such rows is dropped."""
ANSWERABLE_FOR = timedelta(days=60)
"""A reply address without a deadline."""
AFTER_DUE = timedelta(days=7)
"""An answer that comes too late is told so, not met with silence."""
AFTER_TIME = {
    "default": gettext_lazy("After that the safest move is made for you."),
    "drop": gettext_lazy("After that you are out of the game."),
    "caretaker": gettext_lazy("After that a bot plays for you until you are back."),
    "substitute": gettext_lazy("After that your seat is opened to a substitute."),
}
"""What a table does when time is up, if it does so by itself."""


def still_asked(row: Notification) -> bool:
    return not answered_since([row])


def answered_since(rows: Sequence[Notification]) -> set[int]:
    """Ids of those about which nothing is asked any more."""
    asked = OpenDecision.objects.filter(
        pk__in=[row.about for row in rows], answered=False, game__status="running"
    )
    open_ones = set(asked.values_list("pk", "seat__user"))
    return {row.pk for row in rows if (row.about, row.user_id) not in open_ones}


@writes(*TURN_KINDS, still_true=still_asked, untrue=answered_since)
def write_turn(row: Notification, now: datetime) -> Letter:
    assert row.game is not None
    table = table_in_mail(game=row.game, viewer=row.user)
    told_together(table, but=row, now=now)
    return asking_letter(table, now=now, again=row.kind == "reminder")


def told_together(
    table: Table, *, but: Notification | None = None, now: datetime | None = None
) -> int:
    """One mail tells all that a seat owes: what else waits to tell it need not be sent."""
    asked = [owed.row.pk for owed in table.owed_by_me]
    crowd = crowd_now()
    if but is not None and crowd is not None:
        crowd.asked.setdefault(but.channel, []).extend(asked)
        return 0
    return drop_told_together(
        asked,
        now or timezone.now(),
        channel=but.channel if but else "",
        but=[but.pk] if but else [],
    )


def drop_told_together(
    asked: Sequence[int], now: datetime, *, channel: str, but: Sequence[int]
) -> int:
    """What waits to ask about these decisions, without the rows that do the telling."""
    rows: QuerySet[Notification] = Notification.objects.filter(
        kind__in=ASKING_KINDS,
        about__in=asked,
        state=Notification.State.QUEUED,
    )
    # After a halt several rungs of the ladder are due at once; one mail says it all.
    due = Notification.objects.filter(
        kind="reminder",
        about__in=asked,
        state=Notification.State.QUEUED,
        due_at__lte=now,
    )
    rows = rows | due
    if channel:
        rows = rows.filter(channel=channel).exclude(pk__in=but)
    if connection.features.has_select_for_update_skip_locked:
        # What another worker is writing at this moment is his; to wait would be for each other.
        rows = Notification.objects.filter(
            pk__in=rows.select_for_update(skip_locked=True).values("pk")
        )
    return rows.update(state=Notification.State.DROPPED, settled_at=now, error=TOLD_TOGETHER)


def asking_letter(
    table: Table,
    *,
    now: datetime,
    title: str = "",
    paragraphs: tuple[str, ...] = (),
    nearest: tuple[str, ...] = (),
    with_news: bool = True,
    in_reply_to: str = "",
    subject: str = "",
    again: bool = False,
) -> Letter:
    """What is asked, what happened, what one has, how to answer. Also the answer to a reply.

    `again`: it was asked before, and this reminds of it.
    """
    # The picture takes longer than all the rest: if many wait, mails had better come soon.
    position = position_of(table, names_of(table), with_board=not many_wait(now))
    game = table.game
    idle = _("The game is over") if game.is_finished else _("Waiting for the others")
    asked = position.asked or idle
    if again:
        asked = _("Reminder: %(asked)s") % {"asked": asked}
    where = f" ({position.where})" if position.where else ""
    return Letter(
        subject=subject or f"{game.name}: {asked}{where}",
        title=title or f"{game.name}: {asked}",
        url=table_url(game),
        button=_("Open the game"),
        paragraphs=paragraphs,
        template="turn",
        facts={
            "game": game,
            "position": position,
            "news": position.news if with_news else (),
            "nearest": nearest,
            "quick_links": _quick_links(table, position),
            "yes_or_no": position.quick is not None
            and position.owed is not None
            and position.owed.decision.kind in YES_OR_NO,
            "notation_url": absolute(reverse("notation", args=[game.rules_key])),
            "deadline": deadline_words(position, now),
            "too_late": _too_late(table, position, now),
            "others": "" if table.owed_by_me else _waiting_for(table),
            "reply_to": reply_to(table, position, now),
        },
        reply_to=reply_to(table, position, now),
        in_reply_to=in_reply_to,
        automatic="auto-replied" if in_reply_to else "auto-generated",
        teaser=_teaser(position, with_news=with_news),
        picture=_picture(position),
    )


def _teaser(position: Position, *, with_news: bool) -> str:
    if position.quick is not None:
        return position.quick.text
    return "; ".join(f"{item.name}: {item.text}" for item in position.news) if with_news else ""


def _picture(position: Position) -> Picture | None:
    if position.board is None:
        return None
    return Picture(board_picture(position.board), position.board_words)


def _quick_links(table: Table, position: Position) -> list[dict[str, Any]]:
    """Buttons for a question out of turn: they lead to a page that asks once more."""
    if position.quick is None or position.owed is None:
        return []
    page = absolute(reverse("table_question", args=[table.game.pk, position.owed.row.pk]))
    return [
        {"answer": answer, "url": f"{page}?{urlencode({'line': answer.line})}"}
        for answer in position.quick.answers
    ]


def deadline_words(position: Position, now: datetime) -> dict[str, Any] | None:
    """Absolute, in the reader's zone, which is named."""
    due_at = position.owed.row.due_at if position.owed else None
    if due_at is None:
        return None
    return {
        "at": moment_words(due_at),
        "left": span_of(due_at - now) if due_at > now else "",
    }


def _waiting_for(table: Table) -> str:
    """The names of those who are asked now."""
    seats = {owed.seat.number for owed in table.owed if not owed.decision.answered}
    names = names_of(table)
    return ", ".join(names[number] for number in sorted(seats))


def _too_late(table: Table, position: Position, now: datetime) -> str:
    """What happens if no answer comes; empty if others will have to decide that."""
    policy = time_out_read(table.game.time_out)
    due_at = position.owed.row.due_at if position.owed else None
    if due_at is None or due_at <= now or table.my_seat is None:
        return ""
    if policy.forgive and table.my_seat.forgiven_at is None:
        return _("After that you have one day more, once in a game.")
    return str(AFTER_TIME[policy.action]) if policy.by == "automatic" else ""


def reply_to(table: Table, position: Position, now: datetime) -> str:
    """The address that takes the answer; empty where the site takes no mail."""
    if position.owed is None or table.my_seat is None or not settings.REPLY_ADDRESS:
        return ""
    due_at = position.owed.row.due_at
    token = ReplyToken(
        "game",
        table.game.pk,
        due_at + AFTER_DUE if due_at else now + ANSWERABLE_FOR,
        seat=table.my_seat.number,
        decision=position.owed.row.pk,
        revision=table.game.length,
    )
    return reply_address(token, base=settings.REPLY_ADDRESS)
