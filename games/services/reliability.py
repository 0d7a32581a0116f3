"""Deadlines kept and missed become a number. What was kept stands in the log; what was missed is
written down; the number is a cache that the worker keeps up."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from itertools import islice
from operator import itemgetter

from django.utils import timezone

from accounts.models import User
from games.models import Game, MissedDeadline, Move, ReliabilityScore, Seat, Tenure
from games.reliability import LOOKED_AT, NEWCOMER, Reliability, percent_of
from operations.due import due_work

FRESH = timedelta(hours=1)
AT_ONCE = 20
NUMBERS = ("percent", "deadlines", "missed", "left", "games")
BEGINNER = Reliability(percent=NEWCOMER, deadlines=0, missed=0, left=0, games=0)
BY_HIMSELF = (Move.Door.PAGE, Move.Door.MAIL, Move.Door.API, Move.Door.STANDING_ORDER)
GAMES_LEFT = ("dropped", "left", "substitute")


def deadline_missed(*, user: User, game: Game, kind: MissedDeadline.Kind, now: datetime) -> None:
    """Write it down; the number says so at once."""
    MissedDeadline.objects.create(user=user, game=game, kind=kind, at=now)
    reliability_refresh(user=user, now=now)


def leaving_taken_back(*, user: User, game: Game, now: datetime) -> None:
    """With the consent of all it has not happened."""
    MissedDeadline.objects.filter(user=user, game=game, kind__in=("dropped", "left")).delete()
    reliability_refresh(user=user, now=now)


def reliability(*, user: User) -> Reliability:
    """As the worker saw it last; counted here only for somebody whom it has not met yet."""
    return reliabilities([user])[user.pk]


def reliabilities(users: Collection[User]) -> dict[int, Reliability]:
    """Of many people at once: two queries, but for those whom the worker has not met yet."""
    found = {
        row.user_id: Reliability(**{name: getattr(row, name) for name in NUMBERS})
        for row in ReliabilityScore.objects.filter(user__in=users)
    }
    unknown = [user for user in users if user.pk not in found]
    if unknown:
        played = set(Tenure.objects.filter(user__in=unknown).values_list("user_id", flat=True))
        for user in unknown:
            found[user.pk] = (
                reliability_refresh(user=user, now=timezone.now())
                if user.pk in played
                else BEGINNER
            )
    return found


def reliability_refresh(*, user: User, now: datetime) -> Reliability:
    """Count it anew, and keep it."""
    found = reliability_counted(user=user)
    numbers = {name: getattr(found, name) for name in NUMBERS}
    ReliabilityScore.objects.bulk_create(
        [ReliabilityScore(user=user, **numbers, computed_at=now)],
        update_conflicts=True,
        unique_fields=["user"],
        update_fields=[*NUMBERS, "computed_at"],
    )
    return found


@due_work("games.reliability")
def reliabilities_refresh(now: datetime) -> int:
    """Those who sit at running tables, whoever was looked at longest ago first: a few at a time."""
    playing = Seat.objects.filter(game__status=Game.Status.RUNNING, user__isnull=False)
    old = ReliabilityScore.objects.filter(
        user__in=playing.values("user"), computed_at__lte=now - FRESH
    )
    rows = list(old.select_related("user").order_by("computed_at")[:AT_ONCE])
    for row in rows:
        reliability_refresh(user=row.user, now=now)
    return len(rows)


def reliability_counted(*, user: User) -> Reliability:
    """Moves with a deadline that somebody made himself, and what he missed, newest first."""
    made = Move.objects.filter(
        user=user, live=True, due_at__isnull=False, door__in=BY_HIMSELF
    ).exclude(line__in=_leaving_lines())
    rows = [(at, "") for at in made.order_by("-pk").values_list("at", flat=True)[:LOOKED_AT]]
    missed = MissedDeadline.objects.filter(user=user).order_by("-at")
    rows += [(at, kind) for at, kind in missed.values_list("at", "kind")[:LOOKED_AT]]
    rows.sort(key=itemgetter(0), reverse=True)
    outcomes = [outcome for _at, outcome in islice(rows, LOOKED_AT)]
    clocked = Tenure.objects.filter(user=user).exclude(seat__game__clock__kind="none")
    return Reliability(
        percent=percent_of(outcomes),
        deadlines=len(outcomes),
        missed=sum(bool(outcome) for outcome in outcomes),
        left=sum(outcome in GAMES_LEFT for outcome in outcomes),
        games=clocked.values("seat__game_id").distinct().count(),
    )


def _leaving_lines() -> set[str]:
    """To leave is no way to keep a deadline."""
    from engine.registry import all_games

    return {rules.resign_line for rules in all_games()}


def reliability_of_users(users: Collection[User]) -> dict[int, int]:
    """What tables and contests with a lower limit go by."""
    return {pk: found.counts_as for pk, found in reliabilities(users).items()}
