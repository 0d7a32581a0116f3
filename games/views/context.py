"""What the templates of a table are given, besides what the game's presenter makes of it."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.models import Game
from games.presenters.deadlines import Deadline, deadline_of
from games.presenters.options import options_in_words
from games.presenters.terra_mystica.composing import Asked
from games.presenters.terra_mystica.ledger import reasons_of
from games.presenters.terra_mystica.messages import reason_sentence
from games.presenters.terra_mystica.names import faction_name
from games.presenters.terra_mystica.page import TablePage, page_of
from games.presenters.terra_mystica.panels import Chip
from games.selectors.tables import Owed, Table

LEDGER_TAIL = 12
MOST_UNDONE = 8
"""So many of the rows that would go are named to who is asked."""


@dataclass(frozen=True, kw_only=True)
class SeatRow:
    """Who holds a seat, for the eye."""

    number: int
    name: str
    url: str
    bot: str
    """How the bot plays that sits here; empty for people."""
    owes: bool


@dataclass(frozen=True, kw_only=True)
class Waiting:
    """Somebody else's open decision."""

    chip: Chip | None
    name: str
    reason: str
    deadline: Deadline | None


@dataclass(frozen=True, kw_only=True)
class Notice:
    kind: str
    text: str


def names_of(table: Table) -> dict[int, str]:
    return {
        seat.number: seat.holder_name or _("Seat %(n)s") % {"n": seat.number + 1}
        for seat in table.seats
    }


def seat_rows(table: Table) -> dict[int, SeatRow]:
    names = names_of(table)
    owing = {owed.seat.number for owed in table.owed if not owed.decision.answered}
    return {
        seat.number: SeatRow(
            number=seat.number,
            name=names[seat.number],
            url=reverse("profile", args=[seat.user.username]) if seat.user else "",
            bot=seat.bot_kind,
            owes=seat.number in owing,
        )
        for seat in table.seats
    }


def asked_of(table: Table, *, line: str = "", pick: str = "", at: str = "") -> Asked:
    return Asked(
        seat=None if table.my_seat is None else table.view["seats"][table.my_seat.number]["seat"],
        owed=tuple(owed.decision for owed in table.owed_by_me),
        line=line,
        pick=pick,
        at=at,
    )


def table_context(
    table: Table,
    *,
    line: str = "",
    pick: str = "",
    at: str = "",
    notice: Notice | None = None,
    looking_back: bool = False,
    now: datetime | None = None,
) -> dict[str, Any]:
    """For the page and for its parts alike."""
    now = now or timezone.now()
    names, rows = names_of(table), seat_rows(table)
    page = page_of(
        rules=table.rules,
        state=table.state,
        view=table.view,
        asked=asked_of(table, line=line, pick=pick, at=at),
        names=names,
        log=table.log,
        since=table.log[-1:] if looking_back else table.since,
    )
    shown = table.log[-1] if table.log and table.number else None
    return {
        "game": table.game,
        "page": page,
        "composer": page.composer,
        "my_seat": table.my_seat,
        "my_number": table.my_seat.number if table.my_seat else None,
        "seats": rows,
        "order": [(chip, rows[chip.seat]) for chip in page.order],
        "owed_by_others": _waiting(table, page, names, now),
        "deadline": _deadline(table.owed_by_me, now),
        "is_latest": table.is_latest,
        "shown_number": table.number,
        "previous_number": max(table.number - 1, 0),
        "next_number": min(table.number + 1, table.game.length),
        "shown_row": None
        if shown is None
        else {"name": names.get(shown.seat, ""), "line": shown.line},
        "reasons": reasons_of(shown.events, names=names, chips=page.chips)
        if shown and looking_back
        else [],
        "permalink": reverse("table_at", args=[table.game.pk, table.number]),
        "marks": _marks(table),
        "fresh": _fresh(table, page),
        "key": secrets.token_urlsafe(12),
        "notice": notice,
        "standings": [
            (row.place, page.chips.get(row.seat), names[row.seat], row.score)
            for row in table.standings or ()
        ],
        **(undo := _undo(table, names)),
        **_heading(table, page, asked_to_undo=undo.get("undo_asked", False)),
    }


def panels_context(context: dict[str, Any]) -> dict[str, Any]:
    """What a whole page shows besides the parts that follow a step."""
    page, seats = context["page"], context["seats"]
    return {
        "players": [(panel, seats[panel.seat]) for panel in page.players],
        "ledger_tail": page.ledger[:LEDGER_TAIL],
        "agreed": options_in_words(page.source.rules, context["game"].options),
    }


def _waiting(
    table: Table, page: TablePage, names: Mapping[int, str], now: datetime
) -> list[Waiting]:
    return [
        Waiting(
            chip=page.chips.get(owed.seat.number),
            name=names[owed.seat.number],
            reason=reason_sentence(owed.decision.reason, names),
            deadline=deadline_of(due_at=owed.row.due_at, opened_at=owed.row.opened_at, now=now),
        )
        for owed in table.owed
        if not owed.mine and not owed.decision.answered
    ]


def _deadline(owed: list[Owed], now: datetime) -> Deadline | None:
    timed = [row for row in owed if row.row.due_at is not None]
    if not timed:
        return None
    first = min(timed, key=lambda row: row.row.due_at or now)
    return deadline_of(due_at=first.row.due_at, opened_at=first.row.opened_at, now=now)


def _heading(table: Table, page: TablePage, *, asked_to_undo: bool) -> dict[str, str]:
    """Title, subtitle and idle text of the panel on the right."""
    mine = table.owed_by_me
    about = page.headline
    if table.my_seat is not None:
        faction = table.view["seats"][table.my_seat.number]["faction"]
        about = f"{faction_name(faction)} · {about}" if faction else about
    if table.game.is_finished:
        return {"title": _("The game is over"), "subtitle": "", "idle_text": ""}
    if table.game.status == Game.Status.STALLED:
        return {
            "title": _("Given up"),
            "subtitle": page.headline,
            "idle_text": _("Nobody moved for four weeks: the table was given up."),
        }
    if mine:
        kinds = {owed.decision.kind for owed in mine}
        title = _("Your turn") if kinds - {"leech", "cult-step", "token"} else _("Your answer")
        return {"title": title, "subtitle": about, "idle_text": ""}
    if asked_to_undo:
        return {"title": _("Your answer"), "subtitle": about, "idle_text": ""}
    if table.is_spectator:
        return {"title": _("You are watching"), "subtitle": page.headline, "idle_text": ""}
    return {
        "title": pgettext("head of the panel", "Waiting for others"),
        "subtitle": about,
        "idle_text": _("You will be told when it is your turn."),
    }


def _undo(table: Table, names: Mapping[int, str]) -> dict[str, Any]:
    if table.my_seat is None or not table.game.is_running or not table.is_latest:
        return {"undo_state": ""}
    own = any(row.seat == table.my_seat.number for row in table.log)
    state = "free" if table.free_keep is not None else "ask" if own and table.undo is None else ""
    request = table.undo
    if request is None:
        return {"undo_state": state}
    return {
        "undo_state": "",
        "undo": request,
        "undo_mine": request.seat_id == table.my_seat.pk,
        "undo_asked": any(
            c.seat_id == table.my_seat.pk and c.agrees is None for c in table.consents
        ),
        "undo_rows": [
            (names.get(row.seat, ""), row.line)
            for row in table.log
            if row.number > request.keep and row.line
        ][:MOST_UNDONE],
    }


def _marks(table: Table) -> list[dict[str, Any]]:
    """Where rounds begin on the slider."""
    return [
        {"round": index, "at": _share(table, number)}
        for index, number in enumerate(table.game.rounds, start=1)
    ]


def _share(table: Table, number: int) -> float:
    """How far along the slider a row lies, in per cent."""
    return round(100 * number / max(table.game.length, 1), 1)


def _fresh(table: Table, page: TablePage) -> dict[str, Any] | None:
    """The stretch of the slider since the viewer's own last move."""
    if not table.is_latest or page.news is None or not page.news.first:
        return None
    begun = _share(table, page.news.first - 1)
    return {"at": begun, "width": round(100 - begun, 1), "first": page.news.first}
