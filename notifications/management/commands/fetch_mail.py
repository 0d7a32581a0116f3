"""Fetch mail by IMAP once, now; the worker does it by itself every half minute."""

from __future__ import annotations

import imaplib
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from notifications.doors.imap import mailbox_fetch


class Command(BaseCommand):
    help = "Keep the unseen mails of the mailbox at IMAP_URL."

    def handle(self, *args: Any, **options: Any) -> None:
        if settings.INBOUND_IMAP is None:
            raise CommandError("Set IMAP_URL first: it names the mailbox.")
        try:
            count = mailbox_fetch(settings.INBOUND_IMAP)
        except (OSError, imaplib.IMAP4.error) as problem:
            raise CommandError(f"The mailbox cannot be read: {problem}") from problem
        self.stdout.write(f"New mails: {count}")
