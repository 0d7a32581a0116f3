"""The ladder of reminders for what is asked of somebody.

Most answers come long before half of the time is over. So a decision only says from when on it is
worth planning its reminders; a sweep does that for those that are still open then.
"""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from accounts.models import User
from games.clocks import clock_read, reminder_times
from games.models import Game, OpenDecision
from games.player_hours import hours_for_reminders
from games.services.log import game_lock
from notifications.services.notifying import News, notify_all

BATCH = 200


def reminders_sweep(now: datetime) -> int:
    """Plan the reminders of what has been open for a while; each decision's once."""
    return sum(_plan(pk, now) for pk in list(unplanned_rows(now)))


def unplanned_rows(now: datetime) -> QuerySet[OpenDecision, int]:
    """Answered by an index alone, like the question what is due."""
    rows = OpenDecision.objects.filter(answered=False, remind_at__lte=now)
    return rows.order_by("remind_at").values_list("pk", flat=True)[:BATCH]


@transaction.atomic
def _plan(decision_id: int, now: datetime) -> bool:
    asked = OpenDecision.objects.filter(pk=decision_id, remind_at__lte=now)
    game_id = asked.values_list("game_id", flat=True).first()
    if game_id is None:
        return False
    # The table first, like everybody who changes what is asked there: else two wait for each other.
    game = game_lock(game_id=game_id)
    row = asked.select_related("seat__user").first()
    if row is None:
        return False
    OpenDecision.objects.filter(pk=row.pk).update(remind_at=None)
    # Where nobody is asked in person any more, whatever brings him back plans anew.
    if game.is_running and row.seat.user is not None and not row.seat.caretaker:
        notify_all(reminders_for(game, row, row.seat.user, since=row.opened_at))
    return True


def reminders_for(game: Game, row: OpenDecision, user: User, *, since: datetime) -> list[News]:
    """Those after this moment; what is answered before is not told."""
    if row.due_at is None:
        return []
    steps = reminder_times(
        row.opened_at, row.due_at, clock=clock_read(game.clock), hours=hours_for_reminders(user)
    )
    return [
        News(
            kind="reminder",
            user=user,
            key=f"reminder:{row.pk}:{int(row.due_at.timestamp())}:{step}",
            game=game,
            about=row.pk,
            due_at=at,
            latest=row.due_at,
        )
        for step, at in enumerate(steps, start=1)
        if at > since
    ]
