"""The ladder of reminders for what is asked of somebody."""

from __future__ import annotations

from django.utils import timezone

from accounts.models import User
from games.clocks import clock_read, reminder_times
from games.models import Game, OpenDecision
from games.player_hours import hours_for_reminders
from notifications.services.notifying import News


def reminders_for(game: Game, row: OpenDecision, user: User) -> list[News]:
    """Written down at once; what is answered before is not told."""
    if row.due_at is None:
        return []
    steps = reminder_times(
        row.opened_at, row.due_at, clock=clock_read(game.clock), hours=hours_for_reminders(user)
    )
    now = timezone.now()
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
        # After a gift or a pause, what lies behind has been said already.
        if at > now or row.due_at <= now
    ]
