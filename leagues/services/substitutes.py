"""A seat of a league looks for a substitute: who is told, who takes it, who has left."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.reachability import unreachable
from games.models import Game, Seat, Tenure
from games.services.log import game_lock
from games.services.substitutes import seat_hand_over, seat_offer
from leagues.errors import NotEntered, NotInThePool, NotNow
from leagues.models import Entry, LeagueTable, Organiser, Substitute
from leagues.notices import (
    briefing,
    season_news,
    substitute_wanted,
)
from leagues.plans import Notice, notices_send
from leagues.services.acts import act_note
from leagues.services.entries import season_lock
from leagues.services.standing import standing_refresh
from leagues.words import said


@transaction.atomic
def entry_leave(*, season_id: int, user: User, now: datetime | None = None) -> Entry:
    """Somebody cannot go on: his row goes to the end, his seats look for somebody else.

    He plays on where nobody comes, and what he has won there stays with the seat.
    """
    now = now or timezone.now()
    season = season_lock(season_id=season_id)
    if not season.is_on:
        raise NotNow()
    entry = (
        Entry.objects.filter(season=season, user=user, state=Entry.State.PLAYING)
        .select_related("group__division__season__league")
        .first()
    )
    if entry is None or entry.group is None:
        raise NotEntered()
    entry.state = Entry.State.LEFT
    entry.save(update_fields=["state"])
    for seat in Seat.objects.filter(
        game__league_table__seats__entry=entry, game__status=Game.Status.RUNNING, user=user
    ):
        seat_offer(game=game_lock(game_id=seat.game_id), seat=seat, now=now, wish=True)
    standing_refresh(group=entry.group, now=now)
    act_note(
        league=season.league,
        season=season,
        kind="left",
        by=user,
        facts={"name": user.username},
        now=now,
    )
    organisers = Organiser.objects.filter(league=season.league).select_related("user")
    notices_send(
        [
            season_news(
                season,
                [row.user for row in organisers],
                f"left:{entry.pk}",
                _("%(season)s: somebody leaves"),
                said(_("%(name)s left the season."), name=user.username),
            )
        ]
    )
    return entry


def pool_of(table: LeagueTable) -> list[User]:
    """Who stands by and could take a seat at this table: reached by us, never there before, and
    no rival of those who play there."""
    league = table.group.division.season.league
    had = Tenure.objects.filter(seat__game__league_table=table).values("user_id")
    rivals = Entry.objects.filter(group=table.group).values("user_id")
    rows = (
        Substitute.objects.filter(league=league, user__is_active=True)
        .exclude(user__in=had)
        .exclude(user__in=rivals)
        .select_related("user")
    )
    users = [row.user for row in rows]
    beyond = unreachable(users=users)
    return [user for user in users if user.pk not in beyond]


def league_table_of(game: Game) -> LeagueTable | None:
    return (
        LeagueTable.objects.filter(game=game)
        .select_related("group__division__season__league", "game")
        .first()
    )


def taker_problem(user: User, game: Game) -> str:
    """Why somebody may not take a seat of a league over, through whichever door he comes."""
    table = league_table_of(game)
    if table is None:
        return ""
    league = table.group.division.season.league
    if Entry.objects.filter(group=table.group, user=user).exists():
        return gettext("You play in this group: a substitute comes from outside of it.")
    if not Substitute.objects.filter(league=league, user=user).exists():
        return gettext(
            "This seat is for the substitutes of %(league)s: put yourself on their list first, on "
            "the page of the league."
        ) % {"league": league.name}
    return ""


def substitutes_tell(*, game: Game, seat: Seat) -> None:
    """A seat is free: everybody in the pool hears of it."""
    table = league_table_of(game)
    if table is None:
        return
    notices_send([seat_free(table, seat, seat.offers.count())])


def seat_free(table: LeagueTable, seat: Seat, offer: int) -> Notice:
    """For the pool: `offer` counts how often the seat was free, this time included."""
    return substitute_wanted(
        table.group.division.season.league,
        table,
        pool_of(table),
        key=f"substitute:{seat.pk}:{offer}",
        url=reverse("seat_take", args=[seat.game_id, seat.number]),
    )


def substitution_note(*, game: Game, user: User, before: User | None, now: datetime) -> None:
    """Somebody of the pool came: a briefing for him, a line in the log.

    The others of the table hear of it like those of any table.
    """
    table = league_table_of(game)
    if table is None:
        return
    season = table.group.division.season
    name = before.username if before else "–"
    act_note(
        league=season.league,
        season=season,
        table=table,
        kind="substituted",
        by=None,
        facts={"name": user.username, "before": name},
        now=now,
    )
    notices_send([briefing(table, user, before=name)])


def seat_give(*, table: LeagueTable, number: int, user: User, now: datetime) -> None:
    """An organiser gives a seat to somebody of the pool. Part of a plan."""
    if user not in pool_of(table):
        raise NotInThePool()
    assert table.game_id is not None
    seat_hand_over(game_id=table.game_id, number=number, user=user, now=now)
