"""Celery entry points of the site's own upkeep."""

from celery import shared_task
from django.utils import timezone

from operations.due import run_due_work
from operations.health import beat


@shared_task
def sweep() -> None:
    """The tick: act on everything that is due, and show that a worker is alive."""
    now = timezone.now()
    beat(name="worker", now=now)
    run_due_work(now=now)
