"""Telling people things: a row for each channel with the cause, then words if it is still true.

The row is the truth; the Celery task only makes it quick, the sweep makes it sure. Composing a mail
and handing it to the outbox is one transaction, so a worker that dies has told nothing. What goes
to other people's servers is sent outside of any transaction, and noted afterwards.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Min
from django.utils import timezone

from accounts.models import User
from games.models import Game
from notifications.kinds import NEXT_BEST, kind_of
from notifications.mails.bundles import bundle_letter
from notifications.mails.letters import mail_domain, mail_of, words_of
from notifications.mails.registry import writer_for
from notifications.models import Notification
from notifications.reaching import Plan, plan_for
from notifications.services.outbox import mail_queue, retry_pause
from notifications.services.reaching_out import reach_out
from operations.hints import worker_hint

logger = logging.getLogger(__name__)

State = Notification.State
STUCK_AFTER = timedelta(minutes=5)
MAX_TRIES = 8
BATCH = 200
OUTWARD = ("push", "webhook")
PATIENCE = 10.0
"""Seconds that one sweep spends on other people's servers; the rest waits for the next."""
_MAIL_FAMILY = frozenset({"mail", "daily"})


def notify(
    *,
    kind: str,
    user: User,
    key: str,
    game: Game | None = None,
    about: int = 0,
    facts: Mapping[str, Any] | None = None,
    due_at: datetime | None = None,
    latest: datetime | None = None,
) -> list[Notification]:
    """Write down that somebody is to be told, once for each channel on which he wants to hear it.

    The same key is written once. Call it in the transaction of the cause. `latest`: of no use
    after this, so that quiet hours rather bring it forward.
    """
    plan = plan_for(user=user, kind=kind, game=game)
    rows = []
    for channel in plan.channels:
        if channel == "calendar" and not (facts or {}).get("until"):
            continue  # what is asked at a table is in the calendar without a row
        row, new = Notification.objects.get_or_create(
            key=key,
            channel=channel,
            defaults={
                "kind": kind,
                "user": user,
                "game": game,
                "about": about,
                "facts": dict(facts or {}),
                "instead_of": plan.instead_of.get(channel, ""),
                **_timing(plan, kind, user, channel, due_at or timezone.now(), latest),
            },
        )
        rows.append(row)
        if new:
            hint_when_written(row)
    return rows


def hint_when_written(row: Notification) -> None:
    """A worker is told after the commit, unless the row has to wait."""
    if row.state == State.QUEUED and row.due_at <= timezone.now():
        transaction.on_commit(lambda: _hint(row.pk))


def _timing(
    plan: Plan, kind: str, user: User, channel: str, planned: datetime, latest: datetime | None
) -> dict[str, Any]:
    """When it is to go, and whether with others."""
    if channel == "calendar":  # nothing is sent: the calendar comes and reads
        return {"planned_at": planned, "due_at": planned, "state": State.TOLD}
    reach = plan.reach
    if channel == "daily":
        due = reach.daily_after(planned)
        return {"planned_at": due, "due_at": reach.allowed_at(due), "bundled": True}
    bundled = channel == "mail" and bool(reach.bundle) and not kind_of(kind).urgent
    due = _end_of_pause(user, planned, reach.bundle) if bundled else planned
    due = reach.allowed_at(due, latest=latest)
    return {"planned_at": max(planned, due), "due_at": due, "bundled": bundled}


def _end_of_pause(user: User, planned: datetime, pause: timedelta) -> datetime:
    """With the mail that waits already, else a pause from now."""
    waiting = Notification.objects.filter(
        user=user, channel="mail", bundled=True, state=State.QUEUED, due_at__gte=planned
    )
    first: datetime | None = waiting.aggregate(first=Min("due_at"))["first"]
    return min(first or planned + pause, planned + pause)


def _hint(notification_id: int) -> None:
    from notifications.tasks import tell

    worker_hint(tell, notification_id)


def notification_deliver(*, notification_id: int, now: datetime | None = None) -> bool:
    """Claim, see whether it is still true, tell. False: nobody was told."""
    now = now or timezone.now()
    rows = _claim(notification_id, now)
    if not rows:
        return False
    try:
        rows = _worth_telling(rows, now)
        if not rows:
            return False
        if rows[0].channel in OUTWARD:
            return reach_out(rows[0], now)
        with transaction.atomic():
            _mail(rows, now)
        return True
    except Exception as failure:  # whatever it was, the row and the reason must not be lost
        logger.exception("notification %s could not be told", notification_id)
        for row in rows:
            _failed(row, failure, now)
        return False


def _claim(notification_id: int, now: datetime) -> list[Notification]:
    """The row, and with it what goes into the same mail. Another worker finds nothing to claim."""
    wanted = Notification.objects.filter(pk=notification_id, state=State.QUEUED, due_at__lte=now)
    first = wanted.first()
    if first is None:
        return []
    if first.bundled:
        wanted = Notification.objects.filter(
            user_id=first.user_id,
            channel=first.channel,
            bundled=True,
            state=State.QUEUED,
            due_at__lte=now,
        )
    if not wanted.update(state=State.COMPOSING, claimed_at=now):
        return []
    mine = Notification.objects.filter(
        user_id=first.user_id, channel=first.channel, state=State.COMPOSING, claimed_at=now
    )
    mine = mine.filter(bundled=True) if first.bundled else mine.filter(pk=first.pk)
    return list(mine.select_related("user", "game").order_by("planned_at", "pk"))


def _worth_telling(rows: Sequence[Notification], now: datetime) -> list[Notification]:
    """What is wanted and true and may be sent at this hour; the others are settled."""
    kept = []
    for row in rows:
        if row.kind == "test":  # its owner wants to see what happens, now
            kept.append(row)
            continue
        plan = plan_for(user=row.user, kind=row.kind, game=row.game)
        allowed = plan.reach.allowed_at(now)
        if not _is_wanted(row, plan):
            _drop(row, "not wanted any more", now)
        elif not writer_for(row.kind).still_true(row):
            _drop(row, "no longer true", now)
        elif row.channel not in plan.reach.working:
            _hand_on(row, plan, now)
        elif allowed > now:
            Notification.objects.filter(pk=row.pk).update(
                state=State.QUEUED, due_at=allowed, planned_at=allowed
            )
        else:
            kept.append(row)
    return kept


def _is_wanted(row: Notification, plan: Plan) -> bool:
    """The wishes may have changed since; who stands in for another is wanted as that one."""
    channel = row.instead_of or row.channel
    return channel in plan.wanted or (channel in _MAIL_FAMILY and bool(plan.wanted & _MAIL_FAMILY))


def _hand_on(row: Notification, plan: Plan, now: datetime) -> None:
    """The channel broke while it waited: another one tells."""
    _drop(row, "this way does not work now", now)
    _through_the_next(row, plan, now)


def told_otherwise(*, row: Notification, now: datetime) -> None:
    """What was told through a channel that has turned out not to work goes through another."""
    if writer_for(row.kind).still_true(row):
        plan = plan_for(user=row.user, kind=row.kind, game=row.game)
        _through_the_next(row, plan, now)


def _through_the_next(row: Notification, plan: Plan, now: datetime) -> None:
    """The same news once more, unless another channel has it or will have it."""
    ways = [key for key in NEXT_BEST if key in plan.channels and key != row.channel]
    same = Notification.objects.filter(key=row.key).exclude(pk=row.pk)
    if not ways or same.exclude(state__in=(State.FAILED, State.DROPPED)).exists():
        return
    new, made = Notification.objects.get_or_create(
        key=row.key,
        channel=ways[0],
        defaults={
            "kind": row.kind,
            "user": row.user,
            "game": row.game,
            "about": row.about,
            "facts": row.facts,
            "instead_of": row.instead_of or row.channel,
            "planned_at": now,
            "due_at": now,
        },
    )
    if made:
        hint_when_written(new)


def _drop(row: Notification, reason: str, now: datetime) -> None:
    Notification.objects.filter(pk=row.pk).update(state=State.DROPPED, settled_at=now, error=reason)


def _mail(rows: Sequence[Notification], now: datetime) -> None:
    first = rows[0]
    with words_of(first.user):
        one = len(rows) == 1
        letter = writer_for(first.kind).write(first, now) if one else bundle_letter(rows, now)
        mail = mail_of(
            letter,
            to=first.user,
            kind=first.kind if one else "",
            game=first.game if one else None,
            message_id=f"<notification-{first.pk}@{mail_domain()}>",
        )
    Notification.objects.filter(pk__in=[row.pk for row in rows]).update(
        state=State.TOLD, settled_at=now, error="", mail=mail_queue(message=mail)
    )


def _failed(row: Notification, failure: Exception, now: datetime) -> None:
    tries = row.tries + 1
    Notification.objects.filter(pk=row.pk).update(
        state=State.FAILED if tries >= MAX_TRIES else State.QUEUED,
        due_at=now + retry_pause(tries),
        settled_at=now if tries >= MAX_TRIES else None,
        tries=tries,
        error=f"{type(failure).__name__}: {failure}"[:2000],
    )


def notifications_sweep(now: datetime) -> int:
    """Tell what is due and free what a dead worker had claimed."""
    Notification.objects.filter(state=State.COMPOSING, claimed_at__lt=now - STUCK_AFTER).update(
        state=State.QUEUED
    )
    due = Notification.objects.filter(state=State.QUEUED, due_at__lte=now).order_by("due_at")
    mails = due.exclude(channel__in=OUTWARD).values_list("pk", flat=True)[:BATCH]
    done = sum(notification_deliver(notification_id=pk, now=now) for pk in list(mails))
    begun = time.monotonic()
    for pk in list(due.filter(channel__in=OUTWARD).values_list("pk", flat=True)[:BATCH]):
        if time.monotonic() - begun > PATIENCE:
            break  # servers that hang must not keep deadlines from being kept
        done += notification_deliver(notification_id=pk, now=now)
    return done


def notification_resend(*, notification_id: int) -> bool:
    """An operator asks for one more try of what was given up."""
    revived = Notification.objects.filter(pk=notification_id, state=State.FAILED).update(
        state=State.QUEUED, due_at=timezone.now(), tries=0, settled_at=None
    )
    if revived:
        transaction.on_commit(lambda: _hint(notification_id))
    return bool(revived)
