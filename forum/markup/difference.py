"""What changed between two versions of a text, line by line and then word by word."""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal

_WORDS = re.compile(r"\s+|[^\s]+")


@dataclass(frozen=True)
class Change:
    kind: Literal["same", "gone", "new"]
    text: str


def changes_between(old: str, new: str) -> list[Change]:
    """Pieces that make up both texts: leave out "new" for the old one, "gone" for the new one."""
    before, after = _WORDS.findall(old), _WORDS.findall(new)
    changes: list[Change] = []
    for tag, a, b, c, d in SequenceMatcher(a=before, b=after, autojunk=False).get_opcodes():
        if tag == "equal":
            changes.append(Change("same", "".join(before[a:b])))
            continue
        if b > a:
            changes.append(Change("gone", "".join(before[a:b])))
        if d > c:
            changes.append(Change("new", "".join(after[c:d])))
    return changes
