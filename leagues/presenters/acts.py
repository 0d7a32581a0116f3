"""The log of a league in sentences."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from leagues.models import Act, Season
from leagues.words import Words

SENTENCES: dict[str, Words] = {
    "founded": gettext_lazy("The league was founded."),
    "settings": gettext_lazy("The settings of the league were changed."),
    "dates": gettext_lazy("The dates were changed."),
    "organiser-added": gettext_lazy("%(name)s helps to run the league."),
    "organiser-removed": gettext_lazy("%(name)s no longer runs the league."),
    "step": gettext_lazy("The season went on: %(state)s."),
    "disputed": gettext_lazy("A result was disputed."),
    "appealed": gettext_lazy("Somebody appealed against a ruling."),
    "message": gettext_lazy("A letter to participants: %(subject)s"),
    "nudge": gettext_lazy("A move was asked for."),
    "nudge-all": gettext_lazy("All overdue moves were asked for."),
    "rule": gettext_lazy("A ruling: %(scores)s."),
    "uphold": gettext_lazy("The result stands."),
    "award": gettext_lazy("%(name)s got %(points)s league points."),
    "lots": gettext_lazy("Lots were drawn between the tied."),
    "extend": gettext_lazy("%(name)s got %(hours)s more hours."),
    "pause": gettext_lazy("The clocks were stopped."),
    "resume": gettext_lazy("The clocks run again."),
    "open-seat": gettext_lazy("The seat of %(name)s was opened to substitutes."),
    "replace": gettext_lazy("%(name)s takes over for %(before)s."),
    "placed": gettext_lazy("Placed by hand: %(lines)s"),
    "given-up": gettext_lazy("Nobody moved for four weeks: the game was given up."),
    "left": gettext_lazy("%(name)s left the season."),
    "substituted": gettext_lazy("%(name)s takes over for %(before)s."),
}


@dataclass(frozen=True)
class ActLine:
    """One entry of the log."""

    at: datetime
    by: str
    sentence: str
    reason: str
    url: str
    where: str


def act_line(act: Act) -> ActLine:
    facts = dict(act.facts)
    if "state" in facts:
        facts["state"] = Season.State(facts["state"]).label
    return ActLine(
        at=act.at,
        by=act.by.username if act.by else _("the site"),
        sentence=str(SENTENCES[act.kind]) % facts,
        reason=act.reason,
        url=act.table.get_absolute_url() if act.table else "",
        where=_("Division %(division)s, group %(group)s, table %(letter)s")
        % {
            "division": act.table.group.division.number,
            "group": act.table.group.number,
            "letter": act.table.letter,
        }
        if act.table
        else "",
    )
