"""What a text names, found before it is rendered: people, quoted posts, addresses."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from accounts.usernames import username_key
from forum.markup.rules import MENTION, QUOTATION

ADDRESS = re.compile(r"(?:https?:)?//[^\s<>()\]]+|\bwww\.[^\s<>()\]]+", re.IGNORECASE)
_MARKS = re.compile(
    r"^[ \t|:-]*-{3,}[ \t|:-]*$|^(?:```|~~~).*$|\[quote \d+\]|[>#|]+|^\s*[-+*]\s", re.MULTILINE
)
_STRESS = re.compile(r"(?<![^\W_])[*_`~]+|[*_`~]+(?![^\W_])")
"""Around words, not inside them: "a_b" and "2*3" stay."""
_VEIL = re.compile(r"\|\|(?=\S).+?\|\|", re.DOTALL)
_SPOILER = re.compile(r"^:::[ \t]*spoiler\b.*?(?:^:::[ \t]*$|\Z)", re.DOTALL | re.M | re.I)
_LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")


@dataclass(frozen=True)
class Names:
    """Whom the words of a text mean."""

    people: Mapping[str, str] = field(default_factory=dict)
    """From the key of a name to the name of the account."""
    authors: Mapping[int, str] = field(default_factory=dict)
    """From the id of a post to its author's name."""


def names_in(text: str) -> tuple[set[str], set[int]]:
    """Keys of all names mentioned, and ids of all posts quoted, whether they exist or not."""
    people = {username_key(name) for name in MENTION.findall(text)}
    posts = {int(number) for number in QUOTATION.findall(text)}
    return people, posts


def links_in(text: str) -> list[str]:
    return ADDRESS.findall(text)


def without_spoilers(text: str) -> str:
    """For mails, which cannot hide anything: what is hidden stays on the site."""
    return _VEIL.sub("[…]", _SPOILER.sub("[…]\n", text))


def plain_text(text: str, at_most: int = 300) -> str:
    """One line of plain words, for lists and mails."""
    text = _LINK.sub(r"\1", without_spoilers(text))
    words = " ".join(_STRESS.sub("", _MARKS.sub(" ", text)).split())
    return words if len(words) <= at_most else words[: at_most - 1].rstrip() + "…"
