"""Is the site fit to serve? Each check answers with an empty text or with what is wrong."""

from __future__ import annotations

from datetime import datetime, timedelta

from celery import current_app
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone
from kombu.exceptions import KombuError

from operations.models import Heartbeat

WORKER_SILENCE = timedelta(seconds=60)


def beat(*, name: str, now: datetime) -> None:
    Heartbeat.objects.update_or_create(name=name, defaults={"at": now})


def readiness(*, now: datetime | None = None) -> dict[str, str]:
    """What a load balancer asks before it sends people here: check name → problem."""
    problem = database_problem()
    if problem:
        return {"database": problem}
    return {
        "database": "",
        "migrations": migrations_problem(),
        "broker": broker_problem(),
        "worker": worker_problem(now=now or timezone.now()),
    }


def database_problem() -> str:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError as error:
        return f"does not answer: {type(error).__name__}"
    return ""


def migrations_problem() -> str:
    executor = MigrationExecutor(connection)
    waiting = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return f"{len(waiting)} not applied" if waiting else ""


def broker_problem() -> str:
    try:
        with current_app.connection_for_write(connect_timeout=2) as broker:
            broker.ensure_connection(max_retries=1, interval_start=0, interval_step=0, timeout=2)
    except (OSError, KombuError) as error:
        return f"does not answer: {type(error).__name__}"
    return ""


def worker_problem(*, now: datetime) -> str:
    try:
        last = Heartbeat.objects.filter(name="worker").values_list("at", flat=True).first()
    except DatabaseError:
        return "its table is missing"
    if last is None:
        return "has never been seen"
    if now - last > WORKER_SILENCE:
        return f"silent for {int((now - last).total_seconds())} s"
    return ""
