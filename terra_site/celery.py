"""The Celery application: what runs outside a request."""

import os

from celery import Celery
from kombu.transport import TRANSPORT_ALIASES

TRANSPORT_ALIASES["filesystem"] = "terra_site.broker:Transport"

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "terra_site.settings.dev")

app = Celery("terra_site")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
