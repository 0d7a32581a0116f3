"""Organisers place people by hand before the draw: from a list of an older site, or one by one."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.usernames import username_key
from leagues.errors import NoReason, NotNow
from leagues.models import Entry, Season
from leagues.permissions import check_organiser
from leagues.plans import Plan, plan_carry_out
from leagues.services.acts import act_note
from leagues.services.entries import season_lock
from leagues.words import Words, said

_LINE = re.compile(r"^(?P<name>\S+?)[\s,;]+(?P<division>\d{1,2}|-)(?:[\s,;]+(?P<place>\d{1,2}))?$")
HIGHEST, LOWEST = 1, 30


@dataclass(frozen=True)
class Placing:
    entry: Entry
    division: int | None
    """None: as the ladder says."""
    place: int = 0


def placings_read(season: Season, text: str) -> tuple[list[Placing], list[Words]]:
    """What the lines ask for, and a sentence about each line that cannot be done."""
    entries = {
        entry.user.username_key: entry
        for entry in season.entries.exclude(state=Entry.State.OUT).select_related("user")
    }
    found: dict[int, Placing] = {}
    problems: list[Words] = []
    for line in filter(None, map(str.strip, text.splitlines())):
        read = _LINE.match(line)
        if read is None:
            problems.append(said(_("Not understood: %(line)s"), line=line))
            continue
        entry = entries.get(username_key(read["name"]))
        division = None if read["division"] == "-" else int(read["division"])
        if entry is None:
            problems.append(said(_("Has not signed up: %(name)s"), name=read["name"]))
        elif entry.pk in found:
            problems.append(said(_("Named twice: %(name)s"), name=read["name"]))
        elif division is not None and not HIGHEST <= division <= LOWEST:
            problems.append(said(_("There is no such division: %(line)s"), line=line))
        else:
            found[entry.pk] = Placing(entry, division, int(read["place"] or 0))
    return list(found.values()), problems


def placing_plan(*, season: Season, by: User, text: str) -> Plan:
    """Nobody is written to: the draw tells everybody where he plays."""
    placings, problems = placings_read(season, text)
    if not season.takes_entries:
        problems.insert(0, NotNow.text)
    if any(placing.entry.user_id == by.pk for placing in placings):
        problems.append(_("You take part yourself: another organiser places you."))
    if not placings and not problems:
        problems.append(_("Nobody is named."))

    def carry_out(now: datetime) -> None:
        for placing in placings:
            placing.entry.given_division = placing.division
            placing.entry.given_place = placing.place
        Entry.objects.bulk_update(
            [placing.entry for placing in placings],
            ["given_division", "given_place"],
            batch_size=200,
        )

    return Plan(
        title=_("Place by hand"),
        lines=tuple(map(_line_of, placings)),
        problems=tuple(problems),
        carry_out=carry_out,
    )


def _line_of(placing: Placing) -> Words:
    name = placing.entry.user.username
    if placing.division is None:
        return said(_("%(name)s: as the rules of the league say"), name=name)
    if not placing.place:
        return said(_("%(name)s: division %(division)s"), name=name, division=placing.division)
    return said(
        _("%(name)s: division %(division)s, as if number %(place)s of it"),
        name=name,
        division=placing.division,
        place=placing.place,
    )


@transaction.atomic
def placing_take(
    *, season_id: int, by: User, text: str, reason: str, seen: str, now: datetime | None = None
) -> None:
    now = now or timezone.now()
    season = season_lock(season_id=season_id)
    check_organiser(by, season.league)
    if not season.takes_entries:
        raise NotNow()
    if not reason.strip():
        raise NoReason()
    plan = placing_plan(season=season, by=by, text=text)
    plan_carry_out(plan, seen=seen, now=now)
    act_note(
        league=season.league,
        season=season,
        kind="placed",
        by=by,
        facts={"lines": "; ".join(map(str, plan.lines))},
        reason=reason,
        now=now,
    )
