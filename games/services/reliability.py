"""Deadlines kept and missed become a number. What was kept stands in the log; what was missed is
written down; the number is a cache that is made when somebody asks for it."""

from __future__ import annotations

from datetime import datetime, timedelta
from itertools import islice
from operator import itemgetter

from django.utils import timezone

from accounts.models import User
from games.models import Game, MissedDeadline, Move, ReliabilityScore, Tenure
from games.reliability import LOOKED_AT, Reliability, percent_of

FRESH = timedelta(hours=1)
BY_HIMSELF = (Move.Door.PAGE, Move.Door.MAIL, Move.Door.API, Move.Door.STANDING_ORDER)
GAMES_LEFT = ("dropped", "left", "substitute")


def deadline_missed(*, user: User, game: Game, kind: MissedDeadline.Kind, now: datetime) -> None:
    """Write it down; the number no longer fits."""
    MissedDeadline.objects.create(user=user, game=game, kind=kind, at=now)
    ReliabilityScore.objects.filter(user=user).delete()


def leaving_taken_back(*, user: User, game: Game) -> None:
    """With the consent of all it has not happened."""
    MissedDeadline.objects.filter(user=user, game=game, kind__in=("dropped", "left")).delete()
    ReliabilityScore.objects.filter(user=user).delete()


def reliability(*, user: User, now: datetime | None = None) -> Reliability:
    """From the cache if it is fresh, else counted anew."""
    now = now or timezone.now()
    kept = ReliabilityScore.objects.filter(user=user, computed_at__gt=now - FRESH).first()
    if kept is not None:
        return Reliability(
            percent=kept.percent,
            deadlines=kept.deadlines,
            missed=kept.missed,
            left=kept.left,
            games=kept.games,
        )
    found = reliability_counted(user=user)
    numbers = {
        "percent": found.percent,
        "deadlines": found.deadlines,
        "missed": found.missed,
        "left": found.left,
        "games": found.games,
        "computed_at": now,
    }
    ReliabilityScore.objects.bulk_create(
        [ReliabilityScore(user=user, **numbers)],
        update_conflicts=True,
        unique_fields=["user"],
        update_fields=list(numbers),
    )
    return found


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


def reliability_of_user(user: User) -> int:
    """What tables with a lower limit go by."""
    return reliability(user=user).counts_as
