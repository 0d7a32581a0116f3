"""One mail for many things: what came within a few minutes, or in a day."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from notifications.mails.briefs import brief_of
from notifications.mails.letters import Letter
from notifications.models import Notification


def bundle_letter(rows: Sequence[Notification], now: datetime) -> Letter:
    """What asks for something first, else in the order in which it happened."""
    every = [brief_of(row, now) for row in rows]
    # Two decisions of one seat are told in the same words.
    briefs = list({(brief.title, brief.lines, brief.url): brief for brief in every}.values())
    asking = sum(brief.asks for brief in briefs)
    if asking:
        title = ngettext("%(n)d thing waits for you", "%(n)d things wait for you", asking)
        number = asking
    else:
        title = ngettext("%(n)d piece of news", "%(n)d pieces of news", len(briefs))
        number = len(briefs)
    names = dict.fromkeys(row.game.name for row in rows if row.game)
    first = title % {"n": number}
    return Letter(
        subject=f"{first}: {', '.join(names)}" if names else first,
        title=first,
        url=reverse("home"),
        button=_("See all my games"),
        template="bundle",
        facts={"items": sorted(briefs, key=lambda brief: not brief.asks)},
    )
