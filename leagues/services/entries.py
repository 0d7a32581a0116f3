"""People sign up, withdraw, check in."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from leagues.conditions import NOT_ACCEPTED, conditions_unmet
from leagues.errors import AlreadyEntered, ConditionUnmet, NotEntered, NotNow
from leagues.models import Entry, Season
from leagues.notices import place_free
from leagues.plans import notices_send

State = Entry.State


def season_lock(*, season_id: int) -> Season:
    """The season, locked until the transaction ends."""
    return Season.objects.select_for_update(of=("self",)).select_related("league").get(pk=season_id)


@transaction.atomic
def entry_sign_up(
    *, season_id: int, user: User, accepts: bool, now: datetime | None = None
) -> Entry:
    """A place, or one on the waiting list where places are short or sign-up is over."""
    now = now or timezone.now()
    season = season_lock(season_id=season_id)
    if not season.takes_entries:
        raise NotNow()
    known = Entry.objects.filter(season=season, user=user).first()
    if known is not None and known.state != State.OUT:
        raise AlreadyEntered()
    if season.league.terms and not accepts:
        raise ConditionUnmet(problem=str(NOT_ACCEPTED))
    for problem in conditions_unmet(users=[user], rules=season.agreed).get(user.pk, ()):
        raise ConditionUnmet(problem=str(problem))
    most = season.agreed.most
    taken = season.entries.filter(state=State.SIGNED).count()
    late = season.state != Season.State.SIGN_UP
    entry, _new = Entry.objects.update_or_create(
        season=season,
        user=user,
        defaults={
            "state": State.WAITING if late or (most and taken >= most) else State.SIGNED,
            "signed_at": now,
            "accepted_at": now,
            # Who signs up while others check in is there.
            "checked_in_at": now if late else None,
        },
    )
    return entry


@transaction.atomic
def entry_withdraw(*, season_id: int, user: User) -> None:
    """Before the games begin: a place becomes free for the next one on the waiting list."""
    season = season_lock(season_id=season_id)
    if not season.takes_entries:
        raise NotNow()
    entry = Entry.objects.filter(season=season, user=user).exclude(state=State.OUT).first()
    if entry is None:
        raise NotEntered()
    had_a_place = entry.state == State.SIGNED
    entry.state, entry.checked_in_at = State.OUT, None
    entry.save(update_fields=["state", "checked_in_at"])
    if had_a_place and season.agreed.most:
        _next_in(season)


def _next_in(season: Season) -> None:
    first = season.entries.filter(state=State.WAITING).select_related("user").first()
    if first is not None:
        first.state = State.SIGNED
        first.save(update_fields=["state"])
        notices_send([place_free(season, first.user)])


@transaction.atomic
def entry_check_in(*, season_id: int, user: User, now: datetime | None = None) -> Entry:
    """ "I am there": once is enough, twice does no harm."""
    season = season_lock(season_id=season_id)
    entry = Entry.objects.filter(season=season, user=user).exclude(state=State.OUT).first()
    if entry is None:
        raise NotEntered()
    if season.state != Season.State.CHECK_IN:
        raise NotNow()
    if entry.checked_in_at is None:
        entry.checked_in_at = now or timezone.now()
        entry.save(update_fields=["checked_in_at"])
    return entry
