"""Tournaments are opened, entered and left; their results come from the engine or by ruling."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from datetime import datetime
from typing import Any

import msgspec
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from accounts.models import Role, User
from accounts.selectors import has_role, user_named
from games.models import Game
from games.services.calling_off import game_call_off
from leagues.errors import (
    AlreadyEntered,
    NoSuchPerson,
    NotAllowed,
    NotEntered,
    NotNow,
    NotPossible,
)
from leagues.models import (
    Contender,
    Tournament,
    TournamentAct,
    TournamentOrganiser,
    TournamentTable,
)
from leagues.permissions import check_runs, may_create
from leagues.signals import tournament_opened
from leagues.tournament_rules import TournamentRules

Kind = TournamentAct.Kind


def tournament_lock(*, pk: int) -> Tournament:
    return Tournament.objects.select_for_update().get(pk=pk)


def act_add(
    tournament: Tournament,
    kind: str,
    *,
    by: User | None,
    now: datetime,
    reason: str = "",
    **facts: Any,
) -> None:
    TournamentAct.objects.create(
        tournament=tournament, kind=kind, by=by, reason=reason, facts=facts, at=now
    )


@transaction.atomic
def tournament_create(
    *,
    by: User,
    slug: str,
    name: str,
    format: str,
    rules: TournamentRules,
    summary: str = "",
    capacity: int = 0,
    self_starting: bool = False,
    now: datetime | None = None,
) -> Tournament:
    if not may_create(by):
        raise NotAllowed()
    if self_starting and capacity < 3:
        raise NotPossible(problem=gettext("Say how many players start a tournament by themselves."))
    now = now or timezone.now()
    tournament = Tournament.objects.create(
        slug=slug,
        name=name,
        summary=summary,
        format=format,
        rules=msgspec.to_builtins(rules),
        capacity=capacity,
        self_starting=self_starting,
        seed=secrets.randbelow(2**31),
        created_at=now,
    )
    TournamentOrganiser.objects.create(tournament=tournament, user=by, since=now)
    act_add(tournament, Kind.FOUNDED, by=by, now=now)
    tournament_opened.send(sender=Tournament, tournament=tournament)
    return tournament


@transaction.atomic
def tournament_enter(*, pk: int, user: User, now: datetime | None = None) -> Contender:
    """Also after the start, where nobody is out for good; who withdrew may come back likewise."""
    from leagues.services.rounds import tournament_go_on

    now = now or timezone.now()
    tournament = tournament_lock(pk=pk)
    if not (tournament.is_open or tournament.takes_late_entries):
        raise NotNow()
    active = tournament.contenders.filter(withdrawn_at=None)
    if active.filter(user=user).exists():
        raise AlreadyEntered()
    if tournament.capacity and active.count() >= tournament.capacity:
        raise NotPossible(problem=gettext("All places are taken."))
    contender, created = Contender.objects.get_or_create(
        tournament=tournament, user=user, defaults={"entered_at": now}
    )
    if not created:
        contender.withdrawn_at = None
        contender.save(update_fields=["withdrawn_at"])
    full = bool(tournament.capacity) and active.count() == tournament.capacity
    if tournament.self_starting and tournament.is_open and full:
        tournament_go_on(tournament=tournament, now=now)
    return contender


@transaction.atomic
def tournament_withdraw(*, pk: int, user: User, now: datetime | None = None) -> None:
    """No further round is drawn with him; what he has played stays. Before the start he is gone."""
    now = now or timezone.now()
    tournament = tournament_lock(pk=pk)
    contender = tournament.contenders.filter(user=user, withdrawn_at=None).first()
    if contender is None:
        raise NotEntered()
    if tournament.state == Tournament.State.ENDED:
        raise NotNow()
    contender_withdraw(tournament=tournament, contender=contender, now=now)
    if not tournament.is_open:
        act_add(tournament, Kind.WITHDRAWN, by=user, now=now, name=user.username)


def contender_withdraw(*, tournament: Tournament, contender: Contender, now: datetime) -> None:
    """The caller has locked the tournament, and writes down who wanted it."""
    if tournament.is_open:
        contender.delete()
    else:
        contender.withdrawn_at = now
        contender.save(update_fields=["withdrawn_at"])


@transaction.atomic
def tournament_organiser_add(*, tournament: Tournament, by: User, username: str) -> User:
    check_runs(by, tournament)
    user = user_named(username=username.strip())
    if user is None or not user.is_active:
        raise NoSuchPerson(name=username.strip())
    _row, created = TournamentOrganiser.objects.get_or_create(tournament=tournament, user=user)
    if created:
        act_add(tournament, Kind.ORGANISER, by=by, now=timezone.now(), name=user.username)
    return user


@transaction.atomic
def tournament_organiser_remove(*, tournament: Tournament, by: User, user_id: int) -> User:
    """Who opened it dismisses a co-organiser, or somebody gives it up himself."""
    check_runs(by, tournament)
    rows = list(tournament.organisers.select_related("user"))
    founder = rows[0] if rows else None
    row = next((row for row in rows if row.user_id == user_id), None)
    may = row is not None and (
        row.user_id == by.pk
        or (founder is not None and founder.user_id == by.pk)
        or has_role(user=by, role=Role.OPERATOR)
    )
    if row is None or row == founder or not may:
        raise NotAllowed()
    row.delete()
    act_add(tournament, Kind.DISMISSED, by=by, now=timezone.now(), name=row.user.username)
    return row.user


def table_of(pk: int) -> TournamentTable:
    return (
        TournamentTable.objects.select_for_update(of=("self",))
        .select_related("round__tournament", "game")
        .get(pk=pk)
    )


@transaction.atomic
def tournament_result_record(*, game: Game, now: datetime) -> TournamentTable | None:
    """A game has ended: its scores, as the engine counts them. A ruling stays."""
    known = TournamentTable.objects.filter(game=game).values_list("pk", flat=True).first()
    if known is None or not game.is_finished:
        return None
    table = table_of(known)
    if table.ruled or table.round.closed_at is not None:
        return None
    seats = {seat.number: seat.contender_id for seat in table.seats.all()}
    table.scores = {str(seats[row["seat"]]): row["score"] for row in game.result or []}
    table.ended_at = table.live_due = now
    table.save(update_fields=["scores", "ended_at", "live_due"])
    Tournament.objects.filter(pk=table.round.tournament_id, self_starting=True).update(step_due=now)
    return table


def table_rule(*, table: TournamentTable, scores: Mapping[int, int], now: datetime) -> None:
    """These are the scores, by contender. Part of a plan: the caller has checked and locked."""
    table.scores = {str(pk): score for pk, score in scores.items()}
    table.ruled, table.ended_at, table.live_due = True, now, None
    table.save(update_fields=["scores", "ruled", "ended_at", "live_due"])
    if table.game is not None and table.game.is_running:
        game_call_off(game_id=table.game.pk, now=now)
    tournament = Tournament.objects.filter(pk=table.round.tournament_id, self_starting=True)
    tournament.update(step_due=now)
