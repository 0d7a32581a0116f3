"""A real worker and scheduler, in processes of their own, on the test's database and broker."""

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress

import pytest
from django.conf import settings
from django.core.mail import send_mail
from django.db import connection

from notifications.models import OutgoingMail
from operations.models import Heartbeat
from tooling.bootstrap import ROOT


def test_database_url() -> str:
    database = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{database['NAME']}"
    return (
        f"postgresql://{database['USER']}@{database['HOST']}:{database['PORT']}/{database['NAME']}"
    )


test_database_url.__test__ = False


@pytest.fixture
def worker(transactional_db, tmp_path):
    """Started with the same broker; `-B` runs the scheduler too."""
    if not settings.CELERY_BROKER_URL.startswith("redis"):
        for folder in ("queue", "control"):
            (settings.DATA_DIR / "broker" / folder).mkdir(parents=True, exist_ok=True)
    process = subprocess.Popen(
        f"{sys.executable} -m celery -A terra_site worker -B -P solo "
        f"-s {tmp_path / 'beat'} --without-gossip --without-mingle".split(),
        cwd=ROOT,
        env={
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "terra_site.settings.test",
            "DATABASE_URL": test_database_url(),
            "DATA_DIR": str(settings.DATA_DIR),
        },
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    yield process
    process.send_signal(signal.SIGTERM)
    process.wait(30)
    with suppress(ProcessLookupError):
        # The scheduler outlives a worker that was killed.
        os.killpg(process.pid, signal.SIGKILL)


def wait_until(condition, seconds: float = 45) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "the worker did not do it in time"
        time.sleep(0.2)


def test_a_mail_queued_by_a_request_is_sent_by_the_worker(worker):
    send_mail("From a request", "Text", None, ["marta@example.org"])
    wait_until(lambda: OutgoingMail.objects.filter(state="sent").exists())


def test_the_scheduler_ticks_and_the_worker_shows_that_it_lives(worker):
    wait_until(lambda: Heartbeat.objects.filter(name="worker").exists())
