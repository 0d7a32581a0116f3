"""Mail of the organisers to participants, with fields that are filled in for each of them."""

from __future__ import annotations

import re
from datetime import datetime

from django.db import transaction
from django.db.models import Count, Q
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from leagues.errors import NotPossible
from leagues.models import Entry, Message, Season
from leagues.notices import LOOK
from leagues.permissions import check_organiser
from leagues.plans import Notice, Plan, plan_carry_out
from leagues.presenters.numbers import points_words
from leagues.services.acts import act_note
from leagues.services.entries import season_lock
from leagues.words import Words, said

FIELDS: dict[str, Words] = {
    "name": _("the reader's name"),
    "division": _("number of the division"),
    "group": _("number of the group"),
    "place": _("place in the group now"),
    "points": _("league points now"),
    "open": _("games still to be finished"),
}
_FIELD = re.compile(r"\{(\w+)\}")


def fields_problem(text: str) -> str:
    """A sentence about fields that nobody knows; empty if there are none."""
    unknown = sorted({name for name in _FIELD.findall(text) if name not in FIELDS})
    if not unknown:
        return ""
    return gettext("There are no such fields: %(names)s") % {
        "names": ", ".join(f"{{{name}}}" for name in unknown)
    }


def filled_in(text: str, facts: dict[str, str]) -> str:
    return _FIELD.sub(lambda found: facts.get(found[1], found[0]), text)


def message_plan(
    *,
    season: Season,
    by: User,
    subject: str,
    body: str,
    division: int | None = None,
    unchecked: bool = False,
) -> Plan:
    """One letter for each participant, or for those alone who have not checked in yet."""
    entries = season.entries.exclude(state=Entry.State.OUT).select_related(
        "user", "group__division"
    )
    if division is not None:
        entries = entries.filter(group__division__number=division)
    if unchecked:
        entries = entries.filter(checked_in_at=None)
    still_open = Count("table_seats", filter=Q(table_seats__table__scores__isnull=True))
    rows = list(entries.annotate(still_open=still_open).order_by("user_id"))
    facts = {entry.pk: _facts(entry, entry.still_open) for entry in rows}
    stamp = f"{season.messages.count() + 1}"

    def carry_out(now: datetime) -> None:
        Message.objects.create(
            season=season,
            division=division,
            unchecked=unchecked,
            subject=subject,
            body=body,
            by=by,
            at=now,
        )

    return Plan(
        title=_("Write to participants"),
        lines=(said(_("Letters: %(count)s"), count=len(rows)),),
        problems=tuple(
            problem for problem in (fields_problem(subject), fields_problem(body)) if problem
        )
        or (() if rows else (_("Nobody would get this."),)),
        notices=tuple(
            Notice(
                kind="league-message",
                key=f"league-message:{season.pk}:{stamp}",
                users=(entry.user,),
                title=filled_in(subject, facts[entry.pk]),
                paragraphs=tuple(
                    part.strip()
                    for part in filled_in(body, facts[entry.pk]).split("\n\n")
                    if part.strip()
                ),
                url=season.get_absolute_url(),
                button=LOOK,
            )
            for entry in rows
        ),
        carry_out=carry_out,
    )


def _facts(entry: Entry, still_open: int) -> dict[str, str]:
    facts = {"name": entry.user.username, "division": "–", "group": "–", "place": "–"}
    facts |= {"points": "0", "open": "0"}
    if entry.group is not None:
        row = next((row for row in entry.group.standing if row["entry"] == entry.pk), None)
        facts |= {
            "division": str(entry.group.division.number),
            "group": str(entry.group.number),
            "open": str(still_open),
        }
        if row is not None:
            facts |= {"place": str(row["place"]), "points": points_words(row["points"])}
    return facts


@transaction.atomic
def message_send(
    *,
    season_id: int,
    by: User,
    subject: str,
    body: str,
    seen: str,
    division: int | None = None,
    unchecked: bool = False,
    now: datetime | None = None,
) -> None:
    now = now or timezone.now()
    season = season_lock(season_id=season_id)
    check_organiser(by, season.league)
    if not subject.strip() or not body.strip():
        raise NotPossible(problem=gettext("Write something first."))
    plan = message_plan(
        season=season,
        by=by,
        subject=subject,
        body=body,
        division=division,
        unchecked=unchecked,
    )
    plan_carry_out(plan, seen=seen, now=now)
    act_note(
        league=season.league,
        season=season,
        kind="message",
        by=by,
        facts={"subject": subject, "division": division, "unchecked": unchecked},
        now=now,
    )
