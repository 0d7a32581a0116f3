"""The Celery application: what runs outside a request."""

import gc
import os
from typing import Any

from celery import Celery
from celery.signals import worker_ready
from kombu.transport import TRANSPORT_ALIASES

TRANSPORT_ALIASES["filesystem"] = "terra_site.broker:Transport"

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "terra_site.settings.dev")

app = Celery("terra_site")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@worker_ready.connect
def keep_what_is_loaded(**_: Any) -> None:
    """Programs and translations stay: the collector need not look through them for each mail."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(5_000, 20, 20)
