"""Fetching mail from a mailbox by IMAP, for sites whose provider offers nothing better."""

from __future__ import annotations

import imaplib
import logging
import re
from datetime import datetime
from typing import Protocol

from django.conf import settings
from django.core.cache import cache

from notifications.inbound.authenticity import SIZE_LIMIT
from notifications.services.inbound import inbound_accept
from operations.hints import worker_hint

logger = logging.getLogger(__name__)

EVERY_SECONDS = 30
TIMEOUT = 20
BATCH = 100
_LOCK = "notifications:imap-fetch"


class Mailbox(Protocol):
    """Where to fetch from."""

    @property
    def scheme(self) -> str: ...

    @property
    def host(self) -> str: ...

    @property
    def port(self) -> int: ...

    @property
    def user(self) -> str: ...

    @property
    def password(self) -> str: ...

    @property
    def folder(self) -> str: ...


def mailbox_sweep(now: datetime) -> int:
    """Ask a worker to look into the mailbox, at most every half minute."""
    if not settings.INBOUND_IMAP or not cache.add(_LOCK, now.isoformat(), timeout=EVERY_SECONDS):
        return 0
    from notifications.tasks import fetch_mailbox

    return int(worker_hint(fetch_mailbox))


def mailbox_fetch(mailbox: Mailbox) -> int:
    """Keep every unseen mail, then mark it as seen. Returns how many were new to us."""
    connection = _connect(mailbox)
    try:
        _done(connection.login(mailbox.user, mailbox.password))
        _done(connection.select(f'"{mailbox.folder}"'))
        _, found = connection.uid("SEARCH", "UNSEEN")
        uids = (found[0] or b"").decode("ascii").split()[:BATCH]
        return sum(_take(connection, uid) for uid in uids)
    finally:
        connection.logout()


def _connect(mailbox: Mailbox) -> imaplib.IMAP4:
    if mailbox.scheme == "imaps":
        return imaplib.IMAP4_SSL(mailbox.host, mailbox.port, timeout=TIMEOUT)
    return imaplib.IMAP4(mailbox.host, mailbox.port, timeout=TIMEOUT)


def _take(connection: imaplib.IMAP4, uid: str) -> bool:
    _, sized = connection.uid("FETCH", uid, "(RFC822.SIZE)")
    size = re.search(rb"RFC822\.SIZE (\d+)", sized[0] if sized and sized[0] else b"")
    new = False
    if size and int(size[1]) > SIZE_LIMIT:
        logger.warning("mail %s in the mailbox is too big and stays there unread by us", uid)
    else:
        # PEEK: a mail counts as seen only once it is kept.
        _, parts = connection.uid("FETCH", uid, "(BODY.PEEK[])")
        raw = next((part[1] for part in parts if isinstance(part, tuple)), None)
        if raw is None:
            return False
        new = inbound_accept(raw=raw, door="imap", envelope_sender=None) is not None
    connection.uid("STORE", uid, "+FLAGS", r"(\Seen)")
    return new


def _done(answer: tuple[str, object]) -> None:
    if answer[0] != "OK":
        raise imaplib.IMAP4.error(f"the mail server answered {answer}")
