"""Tables are made, called off, and given up."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from accounts.models import User
from engine.registry import latest
from games.bots.policies import policies_for
from games.clocks import NO_CLOCK, clock_problem
from games.clocks.policy import time_out_problem
from games.errors import BadTable, DemandsTooMuch, NotOpen, NotTheHost, OutsideLimits
from games.models import Game, Invitation, Seat
from games.player_facts import Facts
from games.services.log import game_lock
from games.signals import table_closed, table_opened
from operations.due import due_work

EXPIRY = timedelta(days=14)
LONGEST_NAME = 80


@dataclass(frozen=True, kw_only=True)
class Limits:
    """Whom the table takes; None: anybody."""

    min_rating: int | None = None
    max_rating: int | None = None
    min_reliability: int | None = None


NO_LIMITS = Limits()


def limits_of(game: Game) -> Limits:
    """Whom a table takes from among strangers."""
    return Limits(
        min_rating=game.min_rating,
        max_rating=game.max_rating,
        min_reliability=game.min_reliability,
    )


@transaction.atomic
def table_create(
    *,
    host: User | None,
    rules_key: str,
    name: str,
    seats: int,
    options: Mapping[str, Any],
    visibility: str = Game.Visibility.PUBLIC,
    rated: bool = True,
    clock: Mapping[str, Any] | None = None,
    time_out: Mapping[str, Any] | None = None,
    limits: Limits = NO_LIMITS,
    start_at: datetime | None = None,
    fill_with: str = "",
    shuffle_seats: bool = True,
    host_plays: bool = True,
    now: datetime | None = None,
) -> Game:
    """A new table in the lobby, with its host on the first seat.

    Raises OptionError if the options do not fit, and TableError for the rest.
    """
    now = now or timezone.now()
    rules = latest(rules_key)
    values = {option.key: option.default for option in rules.options()} | dict(options)
    rules.setup(values, seats)
    clock, time_out = dict(clock or NO_CLOCK), dict(time_out or {})
    problem = _problem(name=name, clock=clock, fill_with=fill_with, rules_key=rules_key)
    if problem := problem or time_out_problem(time_out):
        raise BadTable(problem=problem)
    if start_at is not None and start_at < now:
        raise BadTable(problem=gettext("the start lies in the past."))
    if host is not None:
        _check_own_limits(host, rules_key, limits)
    game = Game.objects.create(
        rules_key=rules.key,
        rules_version=rules.version,
        name=name.strip(),
        options=values,
        seat_count=seats,
        visibility=visibility,
        rated=rated and not fill_with,
        clock=clock,
        time_out=time_out,
        host=host,
        min_rating=limits.min_rating,
        max_rating=limits.max_rating,
        min_reliability=limits.min_reliability,
        shuffle_seats=shuffle_seats,
        fill_with=fill_with,
        created_at=now,
        start_at=start_at,
        expires_at=max(now, start_at or now) + EXPIRY,
    )
    Seat.objects.bulk_create(
        Seat(game=game, number=number, user=host if host_plays and number == 0 else None)
        for number in range(seats)
    )
    table_opened.send(sender=Game, game=game)
    return game


def _problem(*, name: str, clock: Mapping[str, Any], fill_with: str, rules_key: str) -> str:
    if not name.strip():
        return gettext("it needs a name.")
    if len(name.strip()) > LONGEST_NAME:
        return gettext("its name is longer than %(limit)s characters.") % {"limit": LONGEST_NAME}
    if fill_with and fill_with not in policies_for(rules_key):
        return no_such_bot(fill_with)
    return clock_problem(clock)


def no_such_bot(policy: str) -> str:
    return gettext("there is no bot called “%(name)s”.") % {"name": policy}


def _check_own_limits(host: User, rules_key: str, limits: Limits) -> None:
    try:
        limits_check(user=host, rules_key=rules_key, limits=limits)
    except OutsideLimits as outside:
        raise DemandsTooMuch(**outside.facts) from None


def limits_check(*, user: User, rules_key: str, limits: Limits, facts: Facts | None = None) -> None:
    """Raises OutsideLimits for the first limit that a user does not keep."""
    facts = facts or Facts(user)
    if limits.min_rating is not None or limits.max_rating is not None:
        rating = facts.rating(rules_key)
        if limits.min_rating is not None and rating < limits.min_rating:
            raise OutsideLimits(limit="min_rating", wanted=limits.min_rating, yours=rating)
        if limits.max_rating is not None and rating > limits.max_rating:
            raise OutsideLimits(limit="max_rating", wanted=limits.max_rating, yours=rating)
    if limits.min_reliability is not None:
        reliability = facts.reliability
        if reliability < limits.min_reliability:
            raise OutsideLimits(
                limit="min_reliability", wanted=limits.min_reliability, yours=reliability
            )


@transaction.atomic
def table_link(*, game_id: int, by: User) -> str:
    """The token that invites whoever has it; made at the first call."""
    game = game_lock(game_id=game_id)
    check_host(game, by)
    if game.link_token is None:
        game.link_token = secrets.token_urlsafe(24)
        game.save(update_fields=["link_token"])
    return game.link_token


@transaction.atomic
def table_cancel(*, game_id: int, by: User) -> Game:
    """The host calls the table off before it starts."""
    game = game_lock(game_id=game_id)
    check_host(game, by)
    check_open(game)
    table_close(game=game, status=Game.Status.CANCELLED)
    return game


def table_close(*, game: Game, status: str) -> None:
    """An open table goes; the caller has locked it."""
    game.status = status
    game.save(update_fields=["status"])
    game.invitations.filter(state=Invitation.State.PENDING).update(state=Invitation.State.WITHDRAWN)
    table_closed.send(sender=Game, game=game)


@due_work("games.expiry")
def tables_expire(now: datetime) -> int:
    """Give up tables that did not fill."""
    due = Game.objects.filter(status=Game.Status.OPEN, expires_at__lte=now)
    done = 0
    for pk in list(due.values_list("pk", flat=True)[:200]):
        with transaction.atomic():
            game = game_lock(game_id=pk)
            if game.is_open and game.expires_at is not None and game.expires_at <= now:
                table_close(game=game, status=Game.Status.EXPIRED)
                done += 1
    return done


def check_host(game: Game, user: User) -> None:
    if game.host_id != user.pk:
        raise NotTheHost()


def check_open(game: Game) -> None:
    if not game.is_open:
        raise NotOpen()
