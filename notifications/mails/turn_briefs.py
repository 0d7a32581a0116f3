"""What is asked of somebody, in two lines."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _

from games.addresses import table_url
from games.presenters.letters import position_of
from games.selectors.tables import table_for
from games.views.context import names_of
from notifications.mails.briefs import Words, abridges
from notifications.mails.turns import TURN_KINDS, deadline_words, reply_to, told_together
from notifications.models import Notification


@abridges(*TURN_KINDS)
def turn_in_brief(row: Notification, now: datetime) -> Words:
    assert row.game is not None
    table = table_for(game_id=row.game.pk, viewer=row.user)
    position = position_of(table, names_of(table), with_board=False)
    told_together(table, but=row, now=now)
    deadline = deadline_words(position, now)
    questions = (question for question in position.questions if question != position.asked)
    lines = [position.where, *questions]
    if deadline:
        lines.append(_("Please answer by %(at)s (%(left)s left).") % deadline)
    asked = position.asked
    if row.kind == "reminder":
        asked = _("Reminder: %(asked)s") % {"asked": asked}
    return Words(
        title=f"{table.game.name}: {asked}",
        lines=tuple(line for line in lines if line),
        url=table_url(table.game),
        button=_("Open the game"),
        until=position.owed.row.due_at if position.owed else None,
        reply_to=reply_to(table, position, now),
    )
