"""Telling through other people's servers: all devices or webhooks of a person, until each has it.

No transaction is open while we wait for somebody's server.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from datetime import datetime

from django.utils import timezone

from notifications.mails.briefs import Brief, brief_of
from notifications.mails.letters import words_of
from notifications.models import Notification, PushDevice, Webhook
from notifications.outward.outcomes import Outcome
from notifications.outward.push import push_send
from notifications.outward.webhooks import webhook_send
from notifications.services.outbox import retry_pause

logger = logging.getLogger(__name__)

State = Notification.State
MAX_TRIES = 8
FAILURES_PAUSE = 10
"""So many failures in a row, and a webhook is left alone until its owner looks at it."""

AnyTarget = PushDevice | Webhook


def reach_out(row: Notification, now: datetime) -> bool:
    """Send to every target that does not have it yet. True: at least one has it."""
    with words_of(row.user):
        brief = brief_of(row, now)
    outcomes = []
    for target in _targets(row):
        outcome = _send(target, brief, timezone.now())
        _note(target, outcome, timezone.now())
        outcomes.append((target, outcome))
    return _settle(row, outcomes, now)


def _targets(row: Notification) -> Iterable[AnyTarget]:
    if row.channel == "push":
        return list(PushDevice.objects.filter(user=row.user).exclude(pk__in=row.reached))
    hooks = Webhook.objects.filter(user=row.user).exclude(pk__in=row.reached)
    # A test is how its owner finds out whether a paused one works again.
    return list(hooks if row.kind == "test" else hooks.filter(paused_at=None))


def _send(target: AnyTarget, brief: Brief, now: datetime) -> Outcome:
    if isinstance(target, PushDevice):
        return push_send(target, brief, now=now)
    return webhook_send(target, brief, now=now)


def _note(target: AnyTarget, outcome: Outcome, now: datetime) -> None:
    """What the owner sees beside it in the settings."""
    if not outcome.error:
        target.failures, target.error, target.last_ok_at = 0, "", now
        if isinstance(target, Webhook):
            target.paused_at = None
        target.save()
        return
    if outcome.gone and isinstance(target, PushDevice):
        target.delete()  # the browser has taken its permission back
        return
    target.failures, target.error = min(target.failures + 1, 30_000), outcome.error[:300]
    if isinstance(target, Webhook) and (outcome.gone or target.failures >= FAILURES_PAUSE):
        target.paused_at = target.paused_at or now
    target.save()


def _settle(row: Notification, outcomes: list[tuple[AnyTarget, Outcome]], now: datetime) -> bool:
    reached = [*row.reached, *(target.pk for target, outcome in outcomes if not outcome.error)]
    reached = [pk for pk in reached if pk is not None]
    again = [outcome for _target, outcome in outcomes if outcome.error and not outcome.hopeless]
    tries = row.tries + 1
    values: dict[str, object] = {
        "reached": reached,
        "tries": tries,
        "error": "; ".join(outcome.error for _target, outcome in outcomes if outcome.error)[:2000],
    }
    ids = [outcome.provider_id for _target, outcome in outcomes if outcome.provider_id]
    if ids:
        values["provider_id"] = ids[0]
    if again and tries < MAX_TRIES:
        asked = max((outcome.wait for outcome in again if outcome.wait), default=None)
        pause = max(asked, retry_pause(tries)) if asked else retry_pause(tries)
        values |= {"state": State.QUEUED, "due_at": now + pause}
    elif reached:
        values |= {"state": State.TOLD, "settled_at": timezone.now()}
    else:
        values |= {"state": State.FAILED, "settled_at": timezone.now()}
    Notification.objects.filter(pk=row.pk).update(**values)
    if values["state"] == State.FAILED:
        logger.warning("notification %s not told: %s", row.pk, values["error"])
        _tell_otherwise(row, now)
    return bool(reached)


def _tell_otherwise(row: Notification, now: datetime) -> None:
    from notifications.services.telling import told_otherwise

    told_otherwise(row=row, now=now)
