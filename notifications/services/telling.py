"""Telling people what was written down: words, if it is still true and wanted.

The row is the truth; the Celery task only makes it quick, the sweep makes it sure. Composing a mail
and handing it to the outbox is one transaction, so a worker that dies has told nothing. What goes
to other people's servers is sent outside of any transaction, and noted afterwards.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

from django.core.mail import EmailMessage
from django.db import connection, transaction
from django.utils import timezone

from notifications.kinds import NEXT_BEST, OUTWARD
from notifications.mails.bundles import bundle_letter
from notifications.mails.crowd import crowd_of
from notifications.mails.letters import mail_domain, mail_of, words_of
from notifications.mails.registry import writer_for
from notifications.mails.turns import (
    ASKING_KINDS,
    TOLD_TOGETHER,
    TURN_KINDS,
    drop_told_together,
)
from notifications.models import Notification, OutgoingMail
from notifications.reaching import Plan, Wish, plan_for, plans_for
from notifications.services.notifying import call_when_written
from notifications.services.outbox import mail_queue, mail_row, mails_keep, retry_pause
from notifications.services.reaching_out import reach_out

logger = logging.getLogger(__name__)

State = Notification.State
STUCK_AFTER = timedelta(minutes=5)
MAX_TRIES = 8
BATCH = 200
HANDFUL = 8
"""Mails that are written in one transaction."""
HANDED_OVER_BY = timedelta(seconds=10)
"""Then a sweep sends what the worker that wrote it has not."""
PATIENCE = 10.0
"""Seconds that one sweep spends on writing, and as many on other people's servers; the rest waits
for the next one, because the same workers keep the deadlines."""
_MAIL_FAMILY = frozenset({"mail", "daily"})


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
    plans = plans_for({wish_of(row) for row in rows})
    untrue = _untrue(rows)
    kept = []
    for row in rows:
        if row.kind == "test":  # its owner wants to see what happens, now
            kept.append(row)
            continue
        plan = plans[wish_of(row)]
        allowed = plan.reach.allowed_at(now)
        if not _is_wanted(row, plan):
            _drop(row, "not wanted any more", now)
        elif row.pk in untrue:
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


def wish_of(row: Notification) -> Wish:
    return row.user_id, row.kind, row.game_id


def _untrue(rows: Sequence[Notification]) -> set[int]:
    """Ids of those that are no longer true; a kind is asked about all of its rows at once."""
    by_writer: dict[Callable[..., set[int]], list[Notification]] = {}
    for row in rows:
        if row.kind != "test":
            by_writer.setdefault(writer_for(row.kind).untrue, []).append(row)
    return {pk for untrue, asked in by_writer.items() for pk in untrue(asked)}


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
        call_when_written([new])


def _drop(row: Notification, reason: str, now: datetime) -> None:
    Notification.objects.filter(pk=row.pk).update(state=State.DROPPED, settled_at=now, error=reason)


def _mail(rows: Sequence[Notification], now: datetime) -> None:
    mail = mail_queue(message=_message(rows, now))
    Notification.objects.filter(pk__in=[row.pk for row in rows]).update(
        state=State.TOLD, settled_at=now, error="", mail=mail
    )


def _message(rows: Sequence[Notification], now: datetime) -> EmailMessage:
    first = rows[0]
    with words_of(first.user):
        one = len(rows) == 1
        letter = writer_for(first.kind).write(first, now) if one else bundle_letter(rows, now)
        return mail_of(
            letter,
            to=first.user,
            kind=first.kind if one else "",
            game=first.game if one else None,
            message_id=f"<notification-{first.pk}@{mail_domain()}>",
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


def handful_write(*, now: datetime) -> list[OutgoingMail] | None:
    """Mails for some of what is due, each alone in its mail; None: nothing was due.

    One transaction for all of them, in which their rows are locked: who dies meanwhile leaves them
    as they were. Whoever calls sends the mails; if he does not, a sweep does after some seconds.
    """
    skip = connection.features.has_select_for_update_skip_locked
    due = Notification.objects.filter(state=State.QUEUED, due_at__lte=now, bundled=False)
    due = due.exclude(channel__in=OUTWARD).select_related("user", "game").order_by("due_at")
    if skip:
        due = due.select_for_update(skip_locked=True, of=("self",))
    rows: list[Notification] = []
    try:
        with transaction.atomic():
            rows = list(due[: HANDFUL if skip else 1])
            return _handful(rows, now) if rows else None
    except Exception:  # one of them cannot be told: which one shows when each is told alone
        logger.exception("notifications %s are told one by one", [row.pk for row in rows])
        for row in rows:
            notification_deliver(notification_id=row.pk, now=now)
        return []


def _handful(rows: Sequence[Notification], now: datetime) -> list[OutgoingMail]:
    written: list[tuple[Notification, OutgoingMail]] = []
    with crowd_of(len(rows), since=min(row.due_at for row in rows), now=now) as crowd:
        for row in _once_each_seat(_worth_telling(rows, now), now):
            mail = mail_row(_message([row], now), due_at=now + HANDED_OVER_BY)
            written.append((row, mail))
    for channel, asked in crowd.asked.items():
        drop_told_together(asked, now, channel=channel, but=[row.pk for row in rows])
    if not written:
        return []
    mails = [mail for _row, mail in written]
    mails_keep(mails)
    for row, mail in written:
        row.mail, row.state, row.settled_at, row.error = mail, State.TOLD, now, ""
    Notification.objects.bulk_update(
        [row for row, _mail in written], ["mail", "state", "settled_at", "error"]
    )
    return mails


def _once_each_seat(rows: Sequence[Notification], now: datetime) -> list[Notification]:
    """One mail tells all that a seat is asked: see `mails.turns.told_together`."""
    kept: list[Notification] = []
    told: set[tuple[int, int | None, str]] = set()
    for row in rows:
        place = (row.user_id, row.game_id, row.channel)
        if row.kind in ASKING_KINDS and place in told:
            _drop(row, TOLD_TOGETHER, now)
            continue
        if row.kind in TURN_KINDS:
            told.add(place)
        kept.append(row)
    return kept


def notifications_sweep(now: datetime) -> int:
    """Tell what is due and free what a dead worker had claimed."""
    Notification.objects.filter(state=State.COMPOSING, claimed_at__lt=now - STUCK_AFTER).update(
        state=State.QUEUED
    )
    due = Notification.objects.filter(state=State.QUEUED, due_at__lte=now).order_by("due_at")
    mails = due.exclude(channel__in=OUTWARD).values_list("pk", flat=True)[:BATCH]
    begun, done = time.monotonic(), 0
    for pk in list(mails):
        if time.monotonic() - begun > PATIENCE:
            break
        done += notification_deliver(notification_id=pk, now=now)
    return done + outward_sweep(now)


def outward_sweep(now: datetime) -> int:
    """Tell what goes to other people's servers, for as long as our patience lasts."""
    due = Notification.objects.filter(
        state=State.QUEUED, due_at__lte=now, channel__in=OUTWARD
    ).order_by("due_at")
    begun, done = time.monotonic(), 0
    for pk in list(due.values_list("pk", flat=True)[:BATCH]):
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
        call_when_written([Notification.objects.get(pk=notification_id)])
    return bool(revived)
