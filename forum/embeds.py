"""Things shown inside posts: `[game 123 move 45]`, or the link to it from the address bar.

An app registers its kinds in the `ready` of its configuration. The renderer leaves a slot in the
cached HTML; the slots of a page are filled together when it is shown, for the person who looks.
A slot that is not filled (in a mail, in a feed, for somebody who may not see it) is a plain link.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode, urlsplit

from django.conf import settings
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from accounts.models import User

Fill = Callable[[Sequence[str], User | None], Mapping[str, SafeString]]
"""From the words after the kind ("123 move 45") and the viewer to safe HTML, for those he may see.

What is left out stays as it was written. All references of a page come at once, so that one query
can serve them.
"""


@dataclass(frozen=True)
class Embed:
    """One kind of thing that posts can show."""

    kind: str
    words: re.Pattern[str]
    """What must follow the kind inside the brackets."""
    fill: Fill
    path: re.Pattern[str] | None = None
    """Addresses of ours that mean such a thing; their groups are what `words_for` gets."""
    words_for: Callable[[re.Match[str]], str] | None = None
    address: Callable[[str], str] | None = None
    """From the words to the page that shows the thing."""


_embeds: dict[str, Embed] = {}
_REFERENCE = re.compile(r"\[([a-z]{2,20}) ([\w .:-]{1,60})\]")
_SLOT = re.compile(
    r'<span class="embed" title="([a-z]{2,20}) ([\w .:-]{1,60})">'
    r"(?:<a (?:[^>\"]|\"[^\"]*\")*>[^<]*</a>|[^<]*)</span>"
)


def register_embed(embed: Embed) -> None:
    if _embeds.get(embed.kind, embed) is not embed:
        raise ValueError(f"two embeds are called {embed.kind!r}")
    _embeds[embed.kind] = embed


def reference_at(text: str, position: int) -> re.Match[str] | None:
    """A reference to something that can be shown, written at this place of a text."""
    found = _REFERENCE.match(text, position)
    if not found:
        return None
    embed = _embeds.get(found[1])
    return found if embed and embed.words.fullmatch(found[2]) else None


def reference_of(address: str) -> tuple[str, str] | None:
    """Kind and words of what a pasted link of this site leads to; None for any other link."""
    parts = urlsplit(address)
    if parts.netloc != urlsplit(settings.SITE_URL).netloc:
        return None
    for embed in _embeds.values():
        found = embed.path.fullmatch(parts.path) if embed.path else None
        if found and embed.words_for:
            return embed.kind, embed.words_for(found)
    return None


def embed_address(kind: str, words: str) -> str:
    """Where the thing itself is shown; empty if its kind does not say."""
    embed = _embeds.get(kind)
    return embed.address(words) if embed and embed.address else ""


def reference_fill(kind: str, words: str, viewer: User | None) -> SafeString | None:
    """A single thing; None if this viewer may not see it."""
    return _embeds[kind].fill([words], viewer).get(words)


def _later(slot: re.Match[str]) -> str:
    """The slot as it is, with the order to fetch what belongs there."""
    query = urlencode({"what": f"{slot[1]} {slot[2]}"})
    fetch = format_html(
        '<span hx-get="{}?{}" hx-trigger="load" hx-swap="outerHTML"', reverse("forum_board"), query
    )
    return fetch + slot[0].removeprefix("<span")


def embeds_fill(*, htmls: Iterable[str], viewer: User | None) -> list[SafeString]:
    """The cached HTML of several posts with the slots filled that this viewer may see.

    A page asks for things of one kind, so that it costs little whatever stands in it. The few of
    another kind come by themselves once the page is there; without scripts they are links.
    """
    pages = list(htmls)
    wanted: dict[str, set[str]] = {}
    for html in pages:
        for kind, words in _SLOT.findall(html):
            wanted.setdefault(kind, set()).add(words)
    now = next((kind for kind in _embeds if kind in wanted), "")
    filled = _embeds[now].fill(sorted(wanted[now]), viewer) if now else {}

    def slot(found: re.Match[str]) -> str:
        if found[1] == now:
            return filled.get(found[2]) or found[0]
        return _later(found) if found[1] in _embeds else found[0]

    # Safe: the cached HTML comes from the sanitiser, the fillings from templates.
    return [mark_safe(_SLOT.sub(slot, html)) for html in pages]
