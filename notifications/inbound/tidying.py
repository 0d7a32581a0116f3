"""A line as people type or copy it, without what is no part of the command."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection

from notifications.inbound import vocabulary as words
from notifications.inbound.vocabulary import folded

_BULLET = re.compile(r"^\s*(?:[-–—*•·▪◦‣●○■□→]\s+)+")
_NUMBERED = re.compile(r"^\s*[(\[]?\d{1,2}(?:[.):\]]\s*|\s+)(?=[a-z+-])", re.I)
_PRICE = re.compile(r"\s+\((?:[-+−]?\d+\s*[^\W\d]+[\s,]*)+\)\s*$")
"""As our mails put it behind a line; a condition in brackets never looks so."""
_AROUND = " \t*_`'\"“”„‚‘’«»‹›"
_SMILEY = re.compile(r"(?:^|\s)[:;=8]['’]?-?[)DPp(|](?=\s|$)")
_SENTENCE = re.compile(r"(?<=[.!])\s+")
_COURTESY_BEHIND = re.compile(
    r"[,;]?\s+(?:please|pls|thanks|thank you|thx|prosím|díky|děkuji|děkuju|dík|proszę|dzięki"
    r"|dziękuję|bitte|danke)[.!\s]*$",
    re.I,
)
_FIRST_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")


def tidied(line: str) -> str:
    """Without bullet, number, quotes, price, smiley and courtesies around it."""
    text = _SMILEY.sub("", without_emoji(line))
    text = _NUMBERED.sub("", _BULLET.sub("", text), count=1)
    text = _PRICE.sub("", text)
    sentences = [part for part in _SENTENCE.split(text.strip()) if not _is_thanks(part)]
    text = _COURTESY_BEHIND.sub("", " ".join(sentences))
    return text.strip(_AROUND + "!,;:").removesuffix("…").strip(_AROUND)


def is_numbered(line: str) -> bool:
    """As in the list of answers in our mail, or in somebody's own."""
    return bool(_NUMBERED.match(_BULLET.sub("", line)))


def without_emoji(text: str) -> str:
    """A thumb that points down means something, so it stays."""
    return "".join(
        letter
        for letter in text
        if letter == "👎"
        or (unicodedata.category(letter) not in {"So", "Sk"} and letter not in "\ufe0f\u200d")
    ).strip()


def _is_thanks(sentence: str) -> bool:
    found = _FIRST_WORD.search(sentence)
    return found is not None and folded(found[0]) in words.POLITE


def is_chatter(line: str) -> bool:
    """Begins with a word that no command and no name of the game begins with."""
    found = _FIRST_WORD.match(line.strip().lower())
    return found is not None and folded(found[0]).replace("’", "'") in words.CHATTER


def hesitates(line: str) -> bool:
    """Begins as sentences do that take back, condition or doubt what was said before."""
    found = _FIRST_WORD.search(line.lower())
    return found is not None and folded(found[0]).replace("’", "'") in words.HESITATION


def without_names(lines: list[str], names: Collection[str]) -> list[str]:
    """Without lines below the first that hold the writer's own name and nothing else."""
    own = {word for name in names for word in re.findall(r"\w+", folded(name)) if len(word) > 1}
    kept = lines[:1]
    for line in lines[1:]:
        found = re.findall(r"\w+", folded(line))
        if not (found and set(found) <= own and not any(mark in line for mark in ":#+")):
            kept.append(line)
    return kept
