"""What of a mail's text is the sender's own.

Our mails list ready-made commands, so a line of the quote that came through would be played as a
move: whenever it is not clear whether a line is quoted, it is. The sender is told and writes again.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from notifications.inbound.attributions import (
    attribution_span,
    begins_with_attribution,
    is_marked,
    quote_follows,
)
from notifications.inbound.header_blocks import Block, block_at
from notifications.inbound.lines import squeezed
from notifications.inbound.markup import CUT_LINE
from notifications.inbound.signatures import without_signature

_SEPARATOR_WORDS = (
    r"original\s+(?:message|mail|e-mail|appointment)|původní\s+(?:zpráva|e-?mail|email)"
    r"|pôvodná\s+správa|(?:wiadomość\s+)?oryginalna(?:\s+wiadomość)?|wiadomość\s+pierwotna"
    r"|treść\s+(?:przekazanej\s+|oryginalnej\s+)?wiadomości|ursprüngliche\s+nachricht"
    r"|original-?nachricht|originalnachricht|message\s+d.origine|message\s+original"
    r"|mensaje\s+original|messaggio\s+originale|mensagem\s+original|oorspronkelijk\s+bericht"
    r"|eredeti\s+üzenet|исходное\s+сообщение|original\s*meddelande|ursprungligt\s+meddelande"
    r"|reply\s+above\s+this\s+line.*|odpovězte\s+nad\s+t.*|odpowiedz\s+powyżej.*"
)
_FORWARD_WORDS = (
    r"forwarded\s+(?:message|by.*)|fwd|přeposlaná\s+zpráva|předaná\s+zpráva|preposlaná\s+správa"
    r"|přeposlaný\s+e-?mail|wiadomość\s+przekazana|przekazana\s+wiadomość|przesłana\s+wiadomość"
    r"|treść\s+przekazanej\s+wiadomości"
    r"|weitergeleitete\s+nachricht|message\s+transféré|mensaje\s+reenviado|messaggio\s+inoltrato"
    r"|doorgestuurd\s+bericht|mensagem\s+encaminhada|пересылаемое\s+сообщение"
)
_RULE = r"[-–—_=*\s]{2,}"
_SEPARATOR = re.compile(rf"^{_RULE}\s*(?:{_SEPARATOR_WORDS})\s*{_RULE}$", re.I)
_FORWARD = re.compile(
    rf"^{_RULE}\s*(?:{_FORWARD_WORDS})\s*:?\s*{_RULE}$"
    r"|^(?:begin\s+forwarded\s+message|začátek\s+přeposlané\s+zprávy|začiatok\s+preposlanej\s+správy"
    r"|początek\s+przekazywanej\s+wiadomości|początek\s+przekazanej\s+wiadomości"
    r"|anfang\s+der\s+weitergeleiteten\s+nachricht|début\s+du\s+message\s+(?:transféré|réexpédié))"
    r"\s*:?$",
    re.I,
)
_ANY_RULE_WITH_WORDS = re.compile(r"^[-–—]{2,}\s*[^\W\d_][^-–—]{1,60}?\s*[-–—]{2,}$")
_GROUPWISE = re.compile(r"^>>>\s*\S.{2,120}\d{1,2}[:.]\d{2}.{0,20}>>>$")
_BARE_RULE = re.compile(r"^\s*[-_–—=*]{5,}\s*$")
_LONG_QUOTED_LINE = 60


@dataclass
class _Cut:
    """Marks for each line: is it the sender's own?"""

    own: list[bool]
    spans: dict[int, int | None]
    """Where the attribution begins that ends in a line, as far as looked up."""
    forwarded: bool = False
    quoted: bool = False


@dataclass(frozen=True)
class OwnWords:
    """What is left of a text without quotes and signatures."""

    text: str
    forwarded: bool
    """A mail was passed on; what is left was written above it."""
    quoted: bool
    """Something was taken out."""


def own_words(text: str) -> OwnWords:
    """Only the lines that the sender wrote now. `text` must be normalised (lines.normal)."""
    lines = text.split("\n")
    cut = _Cut([True] * len(lines), {})
    _take_out_quotes(lines, cut)
    _take_out_wrapped_rests(lines, cut)
    stretches = _stretches(lines, cut.own)
    kept = [squeezed(without_signature(stretch)) for stretch in stretches]
    return OwnWords(
        "\n\n".join(words for words in kept if words.strip()),
        forwarded=cut.forwarded,
        quoted=not all(cut.own),
    )


def _take_out_quotes(lines: list[str], cut: _Cut) -> None:
    index = 0
    while index < len(lines):
        line = lines[index]
        if (
            (CUT_LINE in line and not is_marked(line))
            or begins_with_attribution(line)
            or _GROUPWISE.match(line.strip())
        ):
            _drop(cut, index, len(lines))
            return
        forward, separator = _FORWARD.match(line.strip()), _SEPARATOR.match(line.strip())
        block = _block_from(lines, index)
        if forward or separator or block:
            cut.forwarded = cut.forwarded or bool(forward)
            end = _after_block(lines, index, block, cut)
            _drop(cut, index, end)
            if end == len(lines):
                return
            index = end
            continue
        span = _attribution_from(lines, index, cut)
        if span is not None:
            _drop(cut, index, span + 1)
            if not quote_follows(lines, span):
                _drop(cut, index, len(lines))
                return
            index = span + 1
            continue
        if is_marked(line):
            cut.own[index] = False
        index += 1


def _drop(cut: _Cut, start: int, end: int) -> None:
    cut.own[start:end] = [False] * (end - start)


def _block_from(lines: list[str], index: int) -> Block | None:
    """A block of headers, also one under a rule or a line of dashes and words."""
    line = lines[index].strip()
    if not line:
        return None
    ruled = (
        _BARE_RULE.match(line)
        or _SEPARATOR.match(line)
        or _FORWARD.match(line)
        or _ANY_RULE_WITH_WORDS.match(line)
    )
    if not ruled:
        return block_at(lines, index)
    for after in range(index + 1, min(index + 5, len(lines))):
        if lines[after].strip():
            return block_at(lines, after)
    return None


def _after_block(lines: list[str], index: int, block: Block | None, cut: _Cut) -> int:
    """Where own words may begin again: after marked lines; never where the quote has no marks."""
    if block is None:
        following = _next_attribution(lines, index, cut)
        if following is not None and quote_follows(lines, following):
            return following + 1
        return len(lines)
    if block.marked:
        # Some webmails mark the headers but not the text below them.
        below = block.end
        while below < len(lines) and is_marked(lines[below]) and not lines[below].strip("> |"):
            below += 1
        goes_on = below < len(lines) and is_marked(lines[below])
        return block.end if goes_on else len(lines)
    return block.end if quote_follows(lines, block.end - 1) else len(lines)


def _next_attribution(lines: list[str], index: int, cut: _Cut) -> int | None:
    for after in range(index + 1, min(index + 4, len(lines))):
        if lines[after].strip():
            return _attribution_from(lines, after, cut)
    return None


def _attribution_from(lines: list[str], start: int, cut: _Cut) -> int | None:
    """The last line of the attribution that begins exactly here."""
    if not lines[start].strip() or is_marked(lines[start]):
        return None
    seen = 0
    for end in range(start, min(start + 12, len(lines))):
        seen += bool(lines[end].strip())
        if seen > 6:
            return None
        if end not in cut.spans:
            cut.spans[end] = attribution_span(lines, end)
        if cut.spans[end] == start:
            return end
    return None


def _take_out_wrapped_rests(lines: list[str], cut: _Cut) -> None:
    """A long quoted line, wrapped on its way, leaves a rest without a mark: not an answer."""
    for index in range(1, len(lines) - 1):
        if not cut.own[index] or not lines[index].strip():
            continue
        above, below = lines[index - 1], lines[index + 1]
        if (
            is_marked(above)
            and is_marked(below)
            and len(above) >= _LONG_QUOTED_LINE
            and len(lines[index]) < len(above)
        ):
            cut.own[index] = False


def _stretches(lines: list[str], own: list[bool]) -> list[list[str]]:
    """Own lines that stand together; what was taken out lies between them."""
    found: list[list[str]] = [[]]
    for line, mine in zip(lines, own, strict=True):
        if mine:
            found[-1].append(line)
        elif found[-1]:
            found.append([])
    return found
