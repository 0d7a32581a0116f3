"""What waits for somebody, and what has happened while he was away."""

from __future__ import annotations

from django.db.models import F, Min, OuterRef, Q, QuerySet, Subquery

from accounts.models import User
from games.models import Game, Invitation, ReadMark, UndoConsent


def games_waiting_on(*, user: User) -> QuerySet[Game]:
    """Running games in which a user owes something, most urgent first.

    Each has `due_at` (None: no deadline) and `owed_since`.
    """
    mine = Q(decisions__seat__user=user, decisions__answered=False)
    return (
        Game.objects.filter(mine, status=Game.Status.RUNNING)
        .annotate(
            due_at=Min("decisions__due_at", filter=mine),
            owed_since=Min("decisions__opened_at", filter=mine),
        )
        .order_by(F("due_at").asc(nulls_last=True), "owed_since", "pk")
    )


def next_game(*, user: User, after: int | None = None) -> Game | None:
    """The game to go to from game `after`: the next in the order of urgency, round and round."""
    waiting = list(games_waiting_on(user=user))
    numbers = [game.pk for game in waiting]
    if after in numbers:
        following = waiting[numbers.index(after) + 1 :] + waiting[: numbers.index(after)]
        return following[0] if following else None
    return waiting[0] if waiting else None


def games_running_for(*, user: User) -> QuerySet[Game]:
    """All games a user plays now, waiting or not, the liveliest first."""
    return Game.objects.filter(
        status=Game.Status.RUNNING, seats__user=user, seats__dropped_at=None
    ).order_by("-moved_at", "-pk")


def games_finished_unseen(*, user: User) -> QuerySet[Game]:
    """Own games that ended and were not looked at since."""
    seen = ReadMark.objects.filter(game=OuterRef("pk"), user=user).values("revision")[:1]
    return (
        Game.objects.filter(status=Game.Status.FINISHED, seats__user=user)
        .annotate(seen=Subquery(seen))
        .filter(Q(seen=None) | Q(seen__lt=F("revision")))
        .order_by("-ended_at")
    )


def games_finished(*, user: User | None = None, rules_key: str = "") -> QuerySet[Game]:
    """Games that are over, of everybody or of one player, newest first."""
    games = Game.objects.filter(status=Game.Status.FINISHED)
    if user is not None:
        games = games.filter(seats__user=user)
    if rules_key:
        games = games.filter(rules_key=rules_key)
    return games.prefetch_related("seats__user").order_by("-ended_at", "-pk")


def invitations_for(*, user: User) -> QuerySet[Invitation]:
    """Invitations that want an answer."""
    return (
        Invitation.objects.filter(
            user=user, state=Invitation.State.PENDING, game__status=Game.Status.OPEN
        )
        .select_related("game", "invited_by")
        .order_by("created_at")
    )


def undo_wanted_from(*, user: User) -> QuerySet[UndoConsent]:
    """Requests to take moves back that wait for a user's answer."""
    return (
        UndoConsent.objects.filter(seat__user=user, agrees=None, request__state="open")
        .select_related("request__game", "request__seat__user")
        .order_by("request__asked_at")
    )
