"""Messages to browsers: encrypted for the browser (RFC 8291), signed by us, taken by its maker."""

from __future__ import annotations

import hashlib
import json
from base64 import urlsafe_b64encode
from datetime import datetime, timedelta

import requests
from django.conf import settings
from pywebpush import WebPusher

from notifications.mails.briefs import Brief
from notifications.models import PushDevice
from notifications.outward.http import GuardedSession, TargetRefused
from notifications.outward.keys import vapid
from notifications.outward.outcomes import Outcome, refusal

LONGEST_TEXT = 600
KEPT_FOR = timedelta(days=1)
"""So long the push service keeps a message for a device that is off."""
SIGNED_FOR = timedelta(hours=12)


def push_send(device: PushDevice, brief: Brief, *, now: datetime) -> Outcome:
    """One message to one device."""
    pair = vapid()
    if pair is None:
        return Outcome(error="this site has no key for push messages", hopeless=True)
    kept = max(brief.until - now, timedelta(0)) if brief.until else KEPT_FOR
    headers = {
        "Topic": topic_of(brief),
        "Urgency": "high" if brief.asks else "normal",
        **pair.sign(
            {
                "sub": f"mailto:{settings.SERVER_EMAIL}",
                "aud": origin_of(device.endpoint),
                "exp": int((now + SIGNED_FOR).timestamp()),
            }
        ),
    }
    keys = {"p256dh": device.p256dh, "auth": device.auth}
    try:
        with GuardedSession() as session:
            response = WebPusher(
                {"endpoint": device.endpoint, "keys": keys}, requests_session=session
            ).send(payload_of(brief), headers, ttl=int(min(kept, KEPT_FOR).total_seconds()))
    except TargetRefused as problem:
        return Outcome(error=f"refused: {problem.code}", hopeless=True)
    except requests.RequestException as problem:
        return Outcome(error=f"{type(problem).__name__}: {problem}"[:300])
    if response.status_code in {200, 201, 202, 204}:
        return Outcome(provider_id=response.headers.get("Location", "")[:200])
    answered = {name.lower(): value for name, value in response.headers.items()}
    return refusal(response.status_code, answered, response.text, now=now)


def payload_of(brief: Brief) -> bytes:
    """What `push-worker.js` reads."""
    text = "\n".join(line for line in brief.lines if line)[:LONGEST_TEXT]
    return json.dumps(
        {"title": brief.title[:120], "text": text, "url": brief.url, "tag": topic_of(brief)},
        ensure_ascii=False,
    ).encode()


def topic_of(brief: Brief) -> str:
    """A newer message about the same thing takes the place of the older one."""
    digest = hashlib.sha256(brief.topic.encode()).digest()[:18]
    return urlsafe_b64encode(digest).decode("ascii")


def origin_of(endpoint: str) -> str:
    return "/".join(endpoint.split("/", 3)[:3])
