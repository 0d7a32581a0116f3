"""Leagues are founded and run."""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from accounts.models import User
from accounts.selectors import user_named
from leagues.errors import NoSuchPerson, NotAllowed, NotNow, NotPossible
from leagues.models import League, Organiser, Season
from leagues.permissions import check_organiser, heads, may_create
from leagues.season_rules import SeasonRules, rules_write
from leagues.services.acts import act_note

SIGN_UP_LASTS = timedelta(days=14)
CHECK_IN_LASTS = timedelta(days=5)
SEASON_LASTS = timedelta(days=77)


@transaction.atomic
def league_create(
    *,
    by: User,
    slug: str,
    name: str,
    rules: SeasonRules,
    summary: str = "",
    terms: str = "",
    now: datetime | None = None,
) -> League:
    """A league with its first season as a draft."""
    if not may_create(by):
        raise NotAllowed()
    now = now or timezone.now()
    league = League.objects.create(
        slug=slug, name=name, summary=summary, terms=terms, rules=rules_write(rules), created_at=now
    )
    Organiser.objects.create(league=league, user=by, head=True, since=now)
    season_make(league=league, now=now)
    act_note(league=league, kind="founded", by=by, now=now)
    return league


@transaction.atomic
def league_change(
    *, league: League, by: User, name: str, summary: str, terms: str, rules: SeasonRules
) -> None:
    """New settings hold for seasons that have not opened yet; others keep what was agreed."""
    check_organiser(by, league)
    league.name, league.summary, league.terms = name, summary, terms
    league.rules = rules_write(rules)
    league.save(update_fields=["name", "summary", "terms", "rules"])
    league.seasons.filter(state=Season.State.DRAFT).update(rules=league.rules)
    act_note(league=league, kind="settings", by=by)


def season_make(*, league: League, now: datetime, after: datetime | None = None) -> Season:
    """The next season, as a draft with dates to be looked at."""
    last = league.seasons.order_by("-number").first()
    check_in = (after or now) + SIGN_UP_LASTS
    starts = check_in + CHECK_IN_LASTS
    return Season.objects.create(
        league=league,
        number=last.number + 1 if last else 1,
        rules=league.rules,
        seed=secrets.randbelow(1_000_000),
        check_in_at=check_in,
        starts_at=starts,
        ends_at=starts + SEASON_LASTS,
        created_at=now,
    )


@transaction.atomic
def season_dates_set(
    *, season: Season, by: User, check_in_at: datetime, starts_at: datetime, ends_at: datetime
) -> None:
    """Dates may move until the season is closed; what has happened stays."""
    check_organiser(by, season.league)
    if season.state == Season.State.CLOSED:
        raise NotNow()
    if not check_in_at < starts_at < ends_at:
        raise NotPossible(
            problem=gettext("Check-in comes before the first games, and the end after them.")
        )
    season.check_in_at, season.starts_at, season.ends_at = check_in_at, starts_at, ends_at
    season.save(update_fields=["check_in_at", "starts_at", "ends_at"])
    act_note(league=season.league, season=season, kind="dates", by=by)


@transaction.atomic
def organiser_add(*, league: League, by: User, username: str) -> Organiser:
    """The head names a co-organiser."""
    if not heads(by, league):
        raise NotAllowed()
    user = user_named(username=username.strip())
    if user is None or not user.is_active:
        raise NoSuchPerson(name=username)
    row, new = Organiser.objects.get_or_create(league=league, user=user)
    if new:
        act_note(league=league, kind="organiser-added", by=by, facts={"name": user.username})
    return row


@transaction.atomic
def organiser_remove(*, league: League, by: User, user_id: int) -> None:
    """The head dismisses a co-organiser, or somebody gives it up himself; a head always stays."""
    row = Organiser.objects.select_related("user").filter(league=league, user_id=user_id).first()
    if row is None or row.head or not (heads(by, league) or by.pk == user_id):
        raise NotAllowed()
    row.delete()
    act_note(league=league, kind="organiser-removed", by=by, facts={"name": row.user.username})
