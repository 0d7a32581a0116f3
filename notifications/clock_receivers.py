"""What happens to the time of a table becomes notifications, in the transaction of its cause."""

from __future__ import annotations

from typing import Any

from django.dispatch import receiver
from django.utils import timezone

from accounts.models import User
from games.models import Game, OpenDecision, Seat, StandingOrder, TableVote
from games.signals import (
    caretaker_began,
    deadline_forgiven,
    due_times_changed,
    order_switched_off,
    substitute_took_over,
    substitute_wanted,
    table_stalled,
    table_stalling,
    vote_wanted,
)
from notifications.game_receivers import players_of
from notifications.models import Notification
from notifications.reminders import reminders_for
from notifications.services.notifying import notify, notify_all


@receiver(due_times_changed)
def remind_at_other_times(*, game: Game, decisions: list[OpenDecision], **_: Any) -> None:
    Notification.objects.filter(
        kind="reminder",
        about__in=[row.pk for row in decisions],
        state=Notification.State.QUEUED,
    ).delete()
    OpenDecision.objects.filter(pk__in=[row.pk for row in decisions]).update(remind_at=None)
    now = timezone.now()
    notify_all(
        [
            news
            for row in decisions
            if row.seat.user is not None and not row.seat.caretaker
            # After a gift or a pause, what lies behind has been said already.
            for news in reminders_for(game, row, row.seat.user, since=now)
        ]
    )


@receiver(deadline_forgiven)
def tell_of_forgiveness(*, game: Game, decision: OpenDecision, **_: Any) -> None:
    if decision.seat.user is not None:
        notify(
            kind="forgiven",
            user=decision.seat.user,
            key=f"forgiven:{decision.pk}:{decision.seat.user_id}",
            game=game,
            about=decision.pk,
        )


@receiver(caretaker_began)
def tell_who_is_replaced(*, game: Game, seat: Seat, **_: Any) -> None:
    _away(game, seat, "caretaker")


@receiver(substitute_wanted)
def tell_whose_seat_is_open(*, game: Game, seat: Seat, told: bool = False, **_: Any) -> None:
    if not told and seat.offers.filter(closed_at=None, wish=False).exists():
        _away(game, seat, "substitute")


def _away(game: Game, seat: Seat, how: str) -> None:
    if seat.user is not None:
        notify(
            kind="away",
            user=seat.user,
            key=f"away:{seat.pk}:{how}:{game.revision}",
            game=game,
            about=seat.pk,
            facts={"how": how},
        )


@receiver(substitute_took_over)
def tell_of_substitute(
    *, game: Game, seat: Seat, user: User, before: User | None, told: bool = False, **_: Any
) -> None:
    if told:
        return
    concerned = {person.pk: person for person in (*players_of(game), *filter(None, [before]))}
    concerned.pop(user.pk, None)
    facts = {"who": user.pk, "whom": before.pk if before else None}
    for person in concerned.values():
        notify(
            kind="seat-taken",
            user=person,
            key=f"seat-taken:{seat.pk}:{user.pk}:{person.pk}",
            game=game,
            about=seat.pk,
            facts=facts,
        )


@receiver(vote_wanted)
def ask_for_vote(*, vote: TableVote, **_: Any) -> None:
    ballots = vote.ballots.select_related("seat__user")
    asked = [ballot.seat.user for ballot in ballots if ballot.seat.user is not None]
    if vote.host_decides and vote.game.host is not None:
        asked.append(vote.game.host)
    for user in asked:
        notify(
            kind="vote-wanted",
            user=user,
            key=f"vote:{vote.pk}:{user.pk}",
            game=vote.game,
            about=vote.pk,
        )


@receiver([table_stalling, table_stalled])
def tell_of_stalling(*, game: Game, **_: Any) -> None:
    what = "over" if game.status == Game.Status.STALLED else "soon"
    told = {user.pk: user for user in (*players_of(game), *filter(None, [game.host]))}
    for user in told.values():
        notify(
            kind="stalled",
            user=user,
            key=f"stalled:{game.pk}:{game.revision}:{what}:{user.pk}",
            game=game,
            facts={"what": what},
        )


@receiver(order_switched_off)
def tell_of_order(*, order: StandingOrder, **_: Any) -> None:
    notify(
        kind="order-off",
        user=order.user,
        key=f"order-off:{order.pk}",
        game=order.game,
        about=order.pk,
    )
