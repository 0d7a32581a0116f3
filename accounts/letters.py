"""Letters about an account as pages: the same words as the text, with a button for the link."""

from __future__ import annotations

import re

from django.template.loader import render_to_string
from django.utils.translation import gettext as _

SIGNATURE = "\n-- \n"
_LINK = re.compile(r"https?://\S+")


def page_of(*, subject: str, text: str, mail: str) -> str:
    """`mail` is the name of its template, which tells what the link is for."""
    words, _signature, _rest = text.partition(SIGNATURE)
    blocks: list[dict[str, object]] = []
    for paragraph in re.split(r"\n{2,}", words.strip()):
        lines: list[str] = []
        for line in paragraph.split("\n"):
            if not _LINK.fullmatch(line):
                lines.append(line)
                continue
            blocks += [{"lines": lines}] if lines else []
            blocks.append({"link": line})
            lines = []
        blocks += [{"lines": lines}] if lines else []
    facts = {"subject": subject, "blocks": blocks, "button": _button(mail)}
    return render_to_string("account/email/page.html", facts)


def _button(mail: str) -> str:
    if "confirmation" in mail:
        return _("Yes, it is mine")
    if "reset_key" in mail or "already_exists" in mail:
        return _("Choose a new password")
    if "unknown_account" in mail:
        return _("Sign up")
    if "deletion" in mail:
        return _("Sign in")
    return _("Look at my sessions")
