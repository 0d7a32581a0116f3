"""What became of a request to somebody else's server, and what to do next."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime

LONGEST_WAIT = timedelta(hours=6)


@dataclass(frozen=True)
class Outcome:
    """`error` is empty if the message was taken."""

    error: str = ""
    provider_id: str = ""
    hopeless: bool = False
    """Trying again would not help."""
    gone: bool = False
    """There will never be anybody at this address again."""
    wait: timedelta | None = None
    """How long the other side asks us to wait."""


def refusal(status: int, headers: Mapping[str, str], said: str, *, now: datetime) -> Outcome:
    """An answer that is no success."""
    words = " ".join(said.split())[:200]
    return Outcome(
        error=f"HTTP {status}: {words}" if words else f"HTTP {status}",
        hopeless=300 <= status < 500 and status not in {408, 425, 429},
        gone=status in {404, 410},
        wait=_wait(headers.get("retry-after", ""), now),
    )


def _wait(value: str, now: datetime) -> timedelta | None:
    """Retry-After: seconds, or a date."""
    if value.replace(".", "", 1).isdecimal():
        return min(timedelta(seconds=float(value)), LONGEST_WAIT)
    try:
        at = parsedate_to_datetime(value)
    except ValueError:
        return None
    at = at if at.tzinfo else at.replace(tzinfo=UTC)
    return min(max(at - now, timedelta(0)), LONGEST_WAIT)
