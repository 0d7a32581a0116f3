"""Points that are awarded, and ties that only lots decide."""

from __future__ import annotations

from datetime import datetime
from fractions import Fraction
from random import Random

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from leagues.errors import NotPossible
from leagues.models import Entry
from leagues.notices import people_of, season_news
from leagues.plans import Plan
from leagues.presenters.numbers import points_words
from leagues.services.cockpit.doing import Action, Doing, stamp
from leagues.services.standing import standing_of, standing_refresh
from leagues.words import said


def _award(doing: Doing) -> Plan:
    entry = doing.entry
    assert entry is not None
    group = entry.group
    assert group is not None
    try:
        points = Fraction(str(doing.wish.get("points", "")))
    except (ValueError, ZeroDivisionError):
        raise NotPossible(problem=gettext("Give the points as a number or a fraction.")) from None
    if not points or abs(points) > 100 or points.denominator > 60:
        raise NotPossible(problem=gettext("Give the points as a number or a fraction."))
    total = Fraction(entry.bonus) + points

    def carry_out(now: datetime) -> None:
        entry.bonus = str(total)
        entry.save(update_fields=["bonus"])
        standing_refresh(group=group, now=now)

    season = entry.season
    return Plan(
        title=_("Award points"),
        lines=(
            said(
                _("%(name)s gets %(points)s league points."),
                name=entry.user.username,
                points=points_words(points),
            ),
            said(_("Awarded in all: %(points)s"), points=points_words(total)),
        ),
        notices=(
            season_news(
                season,
                people_of(group.entries.select_related("user").order_by("user_id")),
                f"award:{entry.pk}:{stamp(doing)}",
                _("%(season)s: points awarded"),
                said(
                    _("%(name)s gets %(points)s league points."),
                    name=entry.user.username,
                    points=points_words(points),
                ),
                said(_("%(name)s: %(reason)s"), name=doing.by.username, reason=doing.reason),
            ),
        ),
        carry_out=carry_out,
    )


def _lots(doing: Doing) -> Plan:
    group = doing.group
    assert group is not None
    standing = standing_of(group)
    season = group.division.season
    drawn = []
    for tied in standing.undecided():
        order = sorted(tied)
        Random(f"{season.seed}:{group.pk}:{order}").shuffle(order)
        drawn.append(order)
    names = [", ".join(standing.entries[pk].user.username for pk in order) for order in drawn]

    def carry_out(now: datetime) -> None:
        for order in drawn:
            for lot, pk in enumerate(reversed(order), start=1):
                Entry.objects.filter(pk=pk).update(lot=lot)
        standing_refresh(group=group, now=now)

    lines = tuple(said(_("In this order: %(names)s"), names=row) for row in names)
    return Plan(
        title=_("Draw lots between the tied"),
        lines=lines,
        problems=() if drawn else (_("Nothing is undecided there."),),
        notices=(
            season_news(
                season,
                people_of(group.entries.select_related("user").order_by("user_id")),
                f"lots:{group.pk}:{stamp(doing)}",
                _("%(season)s: lots were drawn"),
                *lines,
                said(_("%(name)s: %(reason)s"), name=doing.by.username, reason=doing.reason),
            ),
        ),
        carry_out=carry_out,
    )


ACTIONS = (
    Action(
        "award",
        "entry",
        _("Award points"),
        _award,
        lambda doing: {
            "name": doing.entry.user.username if doing.entry else "",
            "points": str(doing.wish.get("points", "")),
        },
    ),
    Action("lots", "group", _("Draw lots"), _lots),
)
