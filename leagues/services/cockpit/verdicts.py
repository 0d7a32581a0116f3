"""Results that an organiser decides: rulings, and disputes that change nothing."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from leagues.errors import NotNow, NotPossible
from leagues.plans import Plan
from leagues.services.cockpit.doing import Action, Doing, stamp
from leagues.services.rulings import ruling_store, ruling_uphold
from leagues.words import Words, said


def _rule(doing: Doing) -> Plan:
    table = doing.at_league_table
    if table.final_at is not None:
        raise NotNow()
    seats = list(table.seats.select_related("entry__user").order_by("number"))
    scores: dict[int, int] = {}
    for seat in seats:
        value = doing.wish.get(f"score-{seat.number}")
        if value is None:
            raise NotPossible(problem=gettext("Give a score for every seat."))
        scores[seat.entry_id] = int(value)
    lines: list[Words] = [
        said(_("%(name)s: %(score)s"), name=seat.entry.user.username, score=scores[seat.entry_id])
        for seat in seats
    ]
    if table.game is not None and table.game.is_running:
        lines.append(_("The game is called off; nobody can move there any more."))
    days = table.group.division.season.agreed.appeal_days
    lines.append(
        said(_("The players may appeal for %(days)s days. Then the result is final."), days=days)
    )

    def carry_out(now: datetime) -> None:
        ruling_store(table=table, by=doing.by, scores=scores, text=doing.reason, now=now)

    return Plan(
        title=_("Rule on the table"),
        lines=tuple(lines),
        notices=(
            doing.tell_table(
                f"ruled:{stamp(doing)}",
                _("%(table)s: a ruling"),
                *lines,
                kind="league-ruling",
            ),
        ),
        carry_out=carry_out,
    )


def _rule_facts(doing: Doing) -> dict[str, Any]:
    seats = doing.at_league_table.seats.select_related("entry__user").order_by("number")
    return {
        "scores": ", ".join(
            f"{seat.entry.user.username} {doing.wish[f'score-{seat.number}']}" for seat in seats
        )
    }


def _uphold(doing: Doing) -> Plan:
    table = doing.at_league_table
    appealed = table.rulings.filter(settled_at=None, appealed_at__isnull=False).exists()
    if table.scores is None or table.final_at is not None:
        raise NotNow()
    if table.disputed_at is None and not appealed:
        raise NotNow()
    names = {entry.pk: entry.user.username for entry in table.group.entries.select_related("user")}
    lines = tuple(
        said(_("%(name)s: %(score)s"), name=names[int(pk)], score=score)
        for pk, score in table.scores.items()
    )
    return Plan(
        title=_("Let the result stand"),
        lines=(*lines, _("The result is final at once.")),
        notices=(
            doing.tell_table(
                f"upheld:{stamp(doing)}",
                _("%(table)s: the result stands"),
                *lines,
                kind="league-ruling",
            ),
        ),
        carry_out=lambda now: ruling_uphold(table=table, now=now),
    )


ACTIONS = (
    Action("rule", "table", _("Rule"), _rule, _rule_facts),
    Action("uphold", "table", _("Let it stand"), _uphold),
)
