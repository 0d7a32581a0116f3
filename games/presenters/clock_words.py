"""A table's clock, its policy and what happened to its time, in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.models import User
from games.clocks import Bank, PerMove, clock_read
from games.clocks.policy import FORGIVENESS, time_out_read
from games.models import TableNotice
from games.presenters.paces import pace

ACTION_LABELS: dict[str, Promise] = {
    "default": gettext_lazy("the safest move is made"),
    "drop": gettext_lazy("the player is out of the game"),
    "caretaker": gettext_lazy("a bot plays until the player is back"),
    "substitute": gettext_lazy("the seat is opened to a substitute"),
}
JUDGE_LABELS: dict[str, Promise] = {
    "automatic": gettext_lazy("nobody, it happens by itself"),
    "vote": gettext_lazy("the other players, by vote"),
    "host": gettext_lazy("the host"),
}
NOTICES: dict[str, Promise] = {
    "paused": gettext_lazy("%(who)s stopped the clocks."),
    "paused-agreed": gettext_lazy("All agreed to a pause that %(who)s proposed."),
    "resumed": gettext_lazy("%(who)s let the clocks run again."),
    "gift": gettext_lazy("%(who)s gave %(whom)s more time: %(hours)s h."),
    "forgiven": gettext_lazy(
        "%(who)s ran out of time and has %(hours)s h more: everybody is forgiven once in a game."
    ),
    "waited": gettext_lazy("The table waits for %(who)s: %(hours)s h more."),
    "caretaker": gettext_lazy("A bot plays for %(who)s until the player is back."),
    "back": gettext_lazy("%(who)s is back and plays again."),
    "seat-open": gettext_lazy("%(who)s ran out of time: the seat looks for a substitute."),
    "seat-open-wish": gettext_lazy("%(who)s looks for a substitute and plays until one comes."),
    "stays": gettext_lazy("%(who)s plays on and no longer looks for a substitute."),
    "seat-taken": gettext_lazy("%(who)s took over the seat of %(whom)s."),
    "stalling": gettext_lazy(
        "Nobody has moved for three weeks. Without a move the table is given up in %(days)s days."
    ),
    "stalled": gettext_lazy("Nobody moved for four weeks: the table was given up."),
}
THE_SITE = gettext_lazy("The site")


def clock_words(clock: Mapping[str, Any]) -> str:
    """In a few words: "3 d per move", "bank of 10 d + 12 h"."""
    match clock_read(clock):
        case PerMove() as known:
            return _("%(pace)s per move") % {"pace": pace(known.hours)}
        case Bank() as known:
            return _("bank of %(bank)s + %(increment)s") % {
                "bank": pace(known.hours),
                "increment": pace(known.increment),
            }
        case _:
            return _("no clock")


def clock_lines(clock: Mapping[str, Any]) -> list[tuple[str, str]]:
    """All of it: label and value."""
    known = clock_read(clock)
    lines = [(_("Clock"), clock_words(clock))]
    if not isinstance(known, PerMove | Bank):
        return lines
    if isinstance(known, Bank) and known.grace:
        lines.append((_("Free at the start of each decision"), pace(known.grace)))
    lines.append((_("While a player sleeps"), _runs(runs=known.sleep_counts)))
    lines.append((_("At weekends"), _runs(runs=not known.weekends_off)))
    days = ngettext("%(count)s day", "%(count)s days", known.vacation_days)
    lines.append((_("Vacation in a year"), days % {"count": known.vacation_days}))
    return lines


def _runs(*, runs: bool) -> str:
    return _("the clock runs") if runs else _("the clock stands still")


def time_out_lines(time_out: Mapping[str, Any]) -> list[tuple[str, str]]:
    policy = time_out_read(time_out)
    lines = [
        (_("When time is up"), str(ACTION_LABELS[policy.action])),
        (_("Who decides that"), str(JUDGE_LABELS[policy.by])),
    ]
    if policy.forgive:
        hours = round(FORGIVENESS.total_seconds() / 3600)
        lines.append((_("Forgiven once"), _("%(hours)s h") % {"hours": hours}))
    return lines


@dataclass(frozen=True, slots=True)
class NoticeLine:
    text: str
    at: datetime
    number: int


def notice_lines(notices: Iterable[TableNotice]) -> list[NoticeLine]:
    """Sentences; people have the names they have now."""
    rows = list(notices)
    ids = {row.facts.get(role) for row in rows for role in ("who", "whom")} - {None}
    names = dict(User.objects.filter(pk__in=ids).values_list("pk", "username")) if ids else {}
    return [NoticeLine(notice_sentence(row, names), row.at, row.number) for row in rows]


def notice_sentence(row: TableNotice, names: Mapping[int, str]) -> str:
    people = {role: names.get(row.facts.get(role) or 0, str(THE_SITE)) for role in ("who", "whom")}
    return str(NOTICES[row.code]) % {**row.facts, **people}
