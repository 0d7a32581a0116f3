"""Calling webhooks: in the words of Discord and Slack, or plain JSON with a signature."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from datetime import datetime
from typing import Any
from urllib.parse import urlsplit

import requests
from django.conf import settings

from notifications.mails.briefs import Brief
from notifications.models import Webhook
from notifications.outward.http import Answer, TargetRefused, call, url_check
from notifications.outward.outcomes import Outcome, refusal

Form = Webhook.Form

_PLACES = {
    Form.DISCORD: (
        {"discord.com", "discordapp.com", "ptb.discord.com", "canary.discord.com"},
        "/api/webhooks/",
    ),
    Form.SLACK: ({"hooks.slack.com", "hooks.slack-gov.com"}, "/services/"),
}
_ACCENT = 0x8F1D5F
_MARKDOWN = re.compile(r"([\\*_`~|>#\[\]()@-])")


def webhook_url_check(form: str, url: str) -> None:
    """Raises TargetRefused: also for an address that is not the named service's."""
    parts = urlsplit(url_check(url))
    hosts, path = _PLACES.get(Form(form), (set(), ""))
    if (
        hosts
        and not settings.PRIVATE_TARGETS
        and (parts.hostname not in hosts or not parts.path.startswith(path))
    ):
        raise TargetRefused(f"not-{form}")


def webhook_send(hook: Webhook, brief: Brief, *, now: datetime) -> Outcome:
    """One call."""
    body = json.dumps(_BODIES[Form(hook.form)](brief), ensure_ascii=False).encode()
    headers = {"Content-Type": "application/json", "X-PostSpade-Delivery": brief.key}
    url = hook.url
    if hook.form == Form.RAW:
        headers["X-PostSpade-Signature"] = signature(hook.secret, body, at=now)
    elif hook.form == Form.DISCORD:
        url += ("&" if "?" in url else "?") + "wait=true"  # else it does not say the id
    try:
        answer = call(url, body=body, headers=headers)
    except TargetRefused as problem:
        return Outcome(error=f"refused: {problem.code}", hopeless=True)
    except requests.RequestException as problem:
        return Outcome(error=f"{type(problem).__name__}: {problem}"[:300])
    if 200 <= answer.status < 300:
        return Outcome(provider_id=_id_in(answer)[:200])
    return refusal(answer.status, answer.headers, answer.text, now=now)


def signature(secret: str, body: bytes, *, at: datetime) -> str:
    """HMAC over time and body, so that an old call cannot be sent again."""
    moment = int(at.timestamp())
    digest = hmac.new(secret.encode(), b"%d." % moment + body, hashlib.sha256).hexdigest()
    return f"t={moment},v1={digest}"


def _id_in(answer: Answer) -> str:
    try:
        said = json.loads(answer.text)
    except ValueError:
        return answer.headers.get("x-slack-unique-id", "")
    return str(said.get("id", "")) if isinstance(said, dict) else ""


def _discord(brief: Brief) -> dict[str, Any]:
    lines = "\n".join(_MARKDOWN.sub(r"\\\1", line) for line in brief.lines)
    return {
        "embeds": [
            {
                "title": brief.title[:256],
                "description": lines[:2000],
                "url": brief.url,
                "color": _ACCENT,
            }
        ],
        "allowed_mentions": {"parse": []},
    }


def _slack(brief: Brief) -> dict[str, Any]:
    lines = "\n".join(_slack_text(line) for line in brief.lines)
    title = _slack_text(brief.title[:150])
    words = f"*<{brief.url}|{title}>*\n{lines}"[:2900]
    return {
        "text": title,
        "unfurl_links": False,
        "blocks": [{"type": "section", "text": {"type": "mrkdwn", "text": words}}],
    }


def _slack_text(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _raw(brief: Brief) -> dict[str, Any]:
    return {
        "id": brief.key,
        "kind": brief.kind,
        "title": brief.title,
        "text": list(brief.lines),
        "url": brief.url,
        "game": brief.game_id,
        "until": brief.until.isoformat() if brief.until else None,
    }


_BODIES = {Form.DISCORD: _discord, Form.SLACK: _slack, Form.RAW: _raw}
