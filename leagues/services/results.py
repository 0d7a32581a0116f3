"""Results: they come from the engine, its players sign them, and then they are final."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.models import Game
from leagues.errors import NotAtThisTable, NothingSaid, NotNow, ResultFinal
from leagues.models import LeagueTable, Organiser
from leagues.notices import players_now, sign_off_wanted, table_notice
from leagues.plans import notices_send
from leagues.services.acts import act_note
from leagues.services.standing import standing_refresh
from leagues.signals import result_final
from operations.due import due_work


def table_lock(*, table_id: int) -> LeagueTable:
    return (
        LeagueTable.objects.select_for_update(of=("self",))
        .select_related("group__division__season__league", "game")
        .get(pk=table_id)
    )


@transaction.atomic
def result_record(*, game: Game, now: datetime) -> LeagueTable | None:
    """A game of a league has ended: its scores, as the engine counts them."""
    known = LeagueTable.objects.filter(game=game).values_list("pk", flat=True).first()
    if known is None or not game.is_finished:
        return None
    table = table_lock(table_id=known)
    if table.source == LeagueTable.Source.RULING:
        return None
    result_store(table=table, game=game, now=now)
    notices_send([sign_off_wanted(table, players_now(table))])
    return table


def result_store(*, table: LeagueTable, game: Game, now: datetime) -> None:
    """What the engine says is the result from now on, until it is signed or disputed."""
    seats = {seat.number: seat.entry_id for seat in table.seats.all()}
    table.scores = {str(seats[row["seat"]]): row["score"] for row in game.result or []}
    table.source = LeagueTable.Source.GAME
    table.ended_at = now
    table.final_due = now + timedelta(hours=table.group.division.season.agreed.sign_off_hours)
    table.final_at, table.live_due = None, now
    table.save()
    standing_refresh(group=table.group, now=now)


def seat_of(table: LeagueTable, user: User) -> int:
    """The seat that a person holds now, or held when the game ended. Raises NotAtThisTable."""
    if table.game_id is not None:
        held = table.game.seats.filter(user=user).values_list("number", flat=True).first()  # type: ignore[union-attr]
        if held is not None:
            return int(held)
    raise NotAtThisTable()


@transaction.atomic
def result_sign(*, table_id: int, user: User, now: datetime | None = None) -> LeagueTable:
    """ "Yes, this is the result." With the last signature it is final."""
    now = now or timezone.now()
    table = table_lock(table_id=table_id)
    number = seat_of(table, user)
    if table.scores is None or table.source != LeagueTable.Source.GAME:
        raise NotNow()
    if table.final_at is not None:
        raise ResultFinal()
    table.seats.filter(number=number, signed_at=None).update(signed_at=now)
    if table.disputed_by_id == user.pk:
        table.disputed_at = table.disputed_by = None
        table.save(update_fields=["disputed_at", "disputed_by"])
    if table.disputed_at is None and not _unsigned(table):
        result_finalise(table, now)
    return table


def _unsigned(table: LeagueTable) -> bool:
    """Somebody who may still sign has not. A seat without a person, or dropped, cannot."""
    assert table.game is not None
    able = table.game.seats.filter(user__isnull=False, dropped_at=None).values("number")
    return table.seats.filter(signed_at=None, number__in=able).exists()


def result_finalise(table: LeagueTable, now: datetime) -> None:
    table.final_at, table.final_due = now, None
    table.save(update_fields=["final_at", "final_due"])
    result_final.send(sender=LeagueTable, table=table)


@transaction.atomic
def result_dispute(
    *, table_id: int, user: User, text: str, now: datetime | None = None
) -> LeagueTable:
    """ "No, something is wrong": an organiser has to look at it before it is final."""
    now = now or timezone.now()
    table = table_lock(table_id=table_id)
    seat_of(table, user)
    if not text.strip():
        raise NothingSaid()
    if table.scores is None or table.source != LeagueTable.Source.GAME:
        raise NotNow()
    if table.final_at is not None:
        raise ResultFinal()
    table.disputed_at, table.disputed_by, table.dispute = now, user, text.strip()
    table.final_due = None
    table.save(update_fields=["disputed_at", "disputed_by", "dispute", "final_due"])
    league = table.group.division.season.league
    act_note(
        league=league,
        season=table.group.division.season,
        table=table,
        kind="disputed",
        by=user,
        reason=text,
        now=now,
    )
    organisers = Organiser.objects.filter(league=league).select_related("user")
    told = {row.user for row in organisers} | set(players_now(table))
    told.discard(user)
    notices_send(
        [
            table_notice(
                table,
                sorted(told, key=lambda person: person.pk),
                kind="league-ruling",
                key=f"disputed:{int(now.timestamp())}",
                title=_("%(table)s: the result is disputed"),
                words=(text.strip(),),
            )
        ]
    )
    return table


@due_work("leagues.finals")
def results_settle(now: datetime) -> int:
    """Who has not signed in time is taken to agree."""
    due = LeagueTable.objects.filter(final_due__lte=now, final_at=None, scores__isnull=False)
    done = 0
    for pk in list(due.values_list("pk", flat=True)[:200]):
        with transaction.atomic():
            table = table_lock(table_id=pk)
            if table.final_at is None and table.final_due is not None and table.final_due <= now:
                result_finalise(table, now)
                done += 1
    return done
