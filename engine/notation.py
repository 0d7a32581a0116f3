"""Text notation shared by the games: one pattern per command gives reading and writing.

A pattern is words and slots: `upgrade {place} to {building}`. A part in square brackets may be
missing; its slots are then None. Reading is kind (case, spaces, several patterns per command),
writing is strict (the first pattern, one canonical spelling per value).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar

from engine.api import NotationError

LONGEST_LINE = 2000
"""No turn of any game needs more; what is longer is refused before it is looked at."""

C = TypeVar("C", bound=type)

_PART = re.compile(r"\{(\w+)\}|\[([^\]]*)\]|(\s+)|([^\s{}\[\]]+)")


class Slot(NamedTuple):
    """One kind of word: how it looks, what it means, how it is written."""

    regex: str
    read: Callable[[str], Any]
    write: Callable[[Any], str] = str


class _Pattern(NamedTuple):
    regex: re.Pattern[str]
    names: tuple[str, ...]
    make: type


class Vocabulary:
    """The commands of one game and the slots their patterns use."""

    def __init__(self, slots: Mapping[str, Slot]) -> None:
        self._slots = dict(slots)
        self._by_verb: dict[str, list[_Pattern]] = {}
        self._canonical: dict[type, str] = {}
        self._rewrites: list[tuple[re.Pattern[str], str]] = []
        self._read = lru_cache(maxsize=8192)(self._read_uncached)
        self._write = lru_cache(maxsize=8192)(self._write_uncached)

    def command(self, *patterns: str) -> Callable[[C], C]:
        """Register a command class; the first pattern is the one that is written."""

        def register(cls: C) -> C:
            self._canonical[cls] = patterns[0]
            for pattern in patterns:
                regex, names = self._compile(pattern)
                verb = _verb_of(pattern)
                self._by_verb.setdefault(verb, []).append(_Pattern(regex, names, cls))
            return cls

        return register

    def rewrite(self, old: str, new: str) -> None:
        """Tolerate another spelling: `old` is a regular expression for a whole command in lower
        case with single blanks, `new` what it means, with groups of `old` as in `re.sub`."""
        self._rewrites.append((re.compile(old, re.ASCII), new))

    def read(self, text: str) -> Any:
        """One command, or NotationError."""
        return self._read(" ".join(text.lower().split()))

    def _read_uncached(self, text: str) -> Any:
        for old, new in self._rewrites:
            if found := old.fullmatch(text):
                text = found.expand(new)
        verb = _verb_of(text)
        known = self._by_verb.get(verb)
        if known is None:
            raise NotationError("unknown-command", facts={"text": text[:40]})
        for pattern in known:
            found = pattern.regex.fullmatch(text)
            if found is not None:
                values = {
                    name: None if word is None else self._slots[name].read(word)
                    for name, word in zip(pattern.names, found.groups(), strict=True)
                }
                return pattern.make(**values)
        raise NotationError(
            "unreadable", facts={"text": text[:40], "pattern": self._canonical[known[0].make]}
        )

    def write(self, command: Any) -> str:
        """The canonical spelling of a command, which must be a frozen value."""
        return self._write(command)

    def _write_uncached(self, command: Any) -> str:
        return self._fill(self._canonical[type(command)], command)

    def patterns(self) -> dict[type, str]:
        """The canonical pattern of every command."""
        return dict(self._canonical)

    def _fill(self, pattern: str, command: Any) -> str:
        parts = []
        for slot, optional, space, word in _PART.findall(pattern):
            if slot:
                parts.append(self._slots[slot].write(getattr(command, slot)))
            elif optional:
                names = re.findall(r"\{(\w+)\}", optional)
                if all(getattr(command, name) is not None for name in names):
                    parts.append(self._fill(optional, command))
            else:
                parts.append(space or word)
        return "".join(parts)

    def _compile(self, pattern: str) -> tuple[re.Pattern[str], tuple[str, ...]]:
        names: list[str] = []

        def build(text: str) -> str:
            out = ""
            for slot, optional, space, word in _PART.findall(text):
                if slot:
                    names.append(slot)
                    out += f"({self._slots[slot].regex})"
                elif optional:
                    out += f"(?:{build(optional)})?"
                else:
                    out += r" " if space else re.escape(word.lower())
            return out

        # Only 0 to 9 are digits here: other scripts' numbers would read, and write themselves.
        return re.compile(build(pattern), re.ASCII), tuple(names)


def _verb_of(text: str) -> str:
    """What commands are told apart by: the first word, or a leading sign."""
    if text[:1] in "+-":
        return text[:1]
    return text.split(" ", 1)[0].split("[", 1)[0].lower()


def commands_of(line: str) -> list[str]:
    """The command texts of a line, comments and empty parts left out. Raises NotationError."""
    if len(line) > LONGEST_LINE:
        raise NotationError("line-too-long", facts={"length": len(line), "limit": LONGEST_LINE})
    if "\n" in line or "\r" in line:
        raise NotationError("not-one-line-of-text")
    texts = [part.strip() for part in line.split("#", 1)[0].split(".")]
    return [text for text in texts if text]
