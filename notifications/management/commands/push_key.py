"""Make a key for messages to browsers: `python manage.py push_key`."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from notifications.outward.keys import key_new


class Command(BaseCommand):
    help = "Print a new private key for VAPID_PRIVATE_KEY."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(key_new())
