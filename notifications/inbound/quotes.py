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
    sender_line_span,
)
from notifications.inbound.header_blocks import Block, block_at, memo_span, role_of
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
    r"|.{0,30}(?:reply|answer|response)\s+above\s+this\s+line.*|odpovězte\s+nad\s+t.*"
    r"|odpowiedz\s+powyżej.*"
)
_FORWARD_WORDS = (
    r"forwarded\s+(?:message|by.*)|fwd|přeposlaná\s+zpráva|předaná\s+zpráva|preposlaná\s+správa"
    r"|přeposlaný\s+e-?mail|wiadomość\s+przekazana|przekazana\s+wiadomość|przesłana\s+wiadomość"
    r"|treść\s+przekazanej\s+wiadomości"
    r"|weitergeleitete\s+nachricht|message\s+transféré|mensaje\s+reenviado|messaggio\s+inoltrato"
    r"|doorgestuurd\s+bericht|mensagem\s+encaminhada|пересылаемое\s+сообщение"
)
_DASHES = "-‐‑‒–—―"
"""Proton Mail draws its rules with hyphens that are not the usual one."""
_RULE = rf"[{_DASHES}_=*#\s]{{2,}}"
_SEPARATOR = re.compile(rf"^{_RULE}\s*(?:{_SEPARATOR_WORDS})\s*{_RULE}$", re.I)
_FORWARD = re.compile(
    rf"^{_RULE}\s*(?:{_FORWARD_WORDS})\s*:?\s*{_RULE}$"
    r"|^(?:begin\s+forwarded\s+message|začátek\s+přepos[ií]l?\w*\s+zprávy"
    r"|začiatok\s+prepos[ie]?\w*\s+správy"
    r"|początek\s+przekazywanej\s+wiadomości|początek\s+przekazanej\s+wiadomości"
    r"|anfang\s+der\s+weitergeleiteten\s+nachricht|début\s+du\s+message\s+(?:transféré|réexpédié))"
    r"\s*:?$",
    re.I,
)
_HEADERS_BEHIND_RULE = re.compile(
    rf"^[{_DASHES}_]{{3,}}\s*[^\s\d_{_DASHES}][^{_DASHES}_]{{1,60}}?\s*[{_DASHES}_]{{3,}}"
    r"\s*(?P<rest>[^\W\d_][^:]{0,24}:.*)$"
)
"""Where a converter has lost the breaks between them."""
_NAME_AND_SUBJECT = re.compile(r"^.{1,80}\s-{3}\s.{1,120}\s-{3}$")
_ANY_RULE_WITH_WORDS = re.compile(
    rf"^[{_DASHES}]{{2,}}\s*[^\s\d_{_DASHES}][^{_DASHES}]{{1,60}}?\s*[{_DASHES}]{{2,}}$"
)
_NOTES = re.compile(
    r"^(?:\S.{0,120}?)?-{3}\s?\d{1,4}[./-]\d{1,2}[./-]\d{1,4}\s+\d{1,2}[:.]\d{2}.{0,20}?-{3}.{0,400}$"
)
"""As Notes announces what it quotes: name, date, and how the quoted mail begins."""
_GROUPWISE = re.compile(r"^>>>\s*\S.{2,120}\d{1,2}[:.]\d{2}.{0,20}>>>$")
_BARE_RULE = re.compile(rf"^\s*[{_DASHES}_=*]{{5,}}\s*$")
_LONG_QUOTED_LINE, _FULL_LINE = 60, 72


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
        "\n\n".join(words for words in kept if words.strip()).strip(),
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
            or _NOTES.match(line.strip())
        ):
            _drop(cut, index, len(lines))
            return
        forward = _FORWARD.match(line.strip())
        block = _block_from(lines, index)
        if forward or block or _is_separator(lines, index):
            cut.forwarded = cut.forwarded or bool(forward)
            end = _after_block(lines, index, block, cut)
            _drop(cut, _with_headers_above(lines, index), end)
            if end == len(lines):
                return
            index = end
            continue
        span = _attribution_from(lines, index, cut)
        if span is not None:
            _drop(cut, _with_headers_above(lines, index), span + 1)
            if not _words_are_marked(lines, span + 1):
                _drop(cut, index, len(lines))
                return
            index = span + 1
            continue
        if is_marked(line):
            cut.own[index] = False
        index += 1


def _is_separator(lines: list[str], index: int) -> bool:
    """Words between dashes: known ones, or any that stand directly above a header."""
    line = lines[index].strip()
    if _SEPARATOR.match(line):
        return True
    if not _ANY_RULE_WITH_WORDS.match(line):
        behind = _HEADERS_BEHIND_RULE.match(line)
        return behind is not None and role_of(behind["rest"]) != ""
    return index + 1 < len(lines) and role_of(lines[index + 1]) == "from"


def _with_headers_above(lines: list[str], start: int) -> int:
    """Some programs put receiver and subject, or a title, above what begins the quote."""
    first = index = start
    while index and start - index < 6:
        index -= 1
        line = lines[index].strip()
        if role_of(line) in {"to", "cc", "subject"} or _NAME_AND_SUBJECT.match(line):
            first = index
        elif line and not (first < start and _BARE_RULE.match(line)):
            break
        elif line:
            return index
    return first


def _words_are_marked(lines: list[str], index: int) -> bool:
    """Does a quote follow whose words stand behind marks? Else nobody can tell where it ends."""
    while index < len(lines) and (not lines[index].strip() or is_marked(lines[index])):
        if lines[index].strip(" >|"):
            return True
        index += 1
    return False


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
    # Some webmails mark the headers but not the text below them.
    return block.end if _words_are_marked(lines, block.end) else len(lines)


def _next_attribution(lines: list[str], index: int, cut: _Cut) -> int | None:
    for after in range(index + 1, min(index + 4, len(lines))):
        if lines[after].strip():
            return _attribution_from(lines, after, cut)
    return None


def _attribution_from(lines: list[str], start: int, cut: _Cut) -> int | None:
    """The last line of the attribution that begins exactly here."""
    if not lines[start].strip() or is_marked(lines[start]):
        return None
    sender = sender_line_span(lines, start)
    if sender is None:
        sender = memo_span(lines, start)
    if sender is not None:
        return sender
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
    answered = False
    for index, line in enumerate(lines):
        if not cut.own[index] or not line.strip():
            continue
        above = lines[index - 1] if index else ""
        if is_marked(above) and len(line) < len(above):
            inside = index + 1 < len(lines) and is_marked(lines[index + 1])
            # At the end of the quote it may be the answer, unless that was given on top.
            if len(above) >= (_LONG_QUOTED_LINE if inside else _FULL_LINE) and (inside or answered):
                cut.own[index] = False
                continue
        answered = True


def _stretches(lines: list[str], own: list[bool]) -> list[list[str]]:
    """Own lines that stand together; what was taken out lies between them."""
    found: list[list[str]] = [[]]
    for line, mine in zip(lines, own, strict=True):
        if mine:
            found[-1].append(line)
        elif found[-1]:
            found.append([])
    return found
