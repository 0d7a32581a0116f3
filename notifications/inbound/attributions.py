"""The line above a quote that says who wrote it and when, in whatever language and wrapping.

Mail programs wrap it over up to five lines, at any place, so lines are joined before matching. The
end is looked for first (a verb or an address, then a colon); then the beginning, going upwards.
"""

from __future__ import annotations

import re

from notifications.inbound.lines import quote_depth

_OTHER_MARKS = re.compile(
    r"\s{0,2}(?:[|│┃¦＞»›]|&gt;)(?:\s|$|[>＞»›]|&gt;)|\s{0,2}[^\W\d_][\w&.]{0,11}>(?:\s|$|>)"
)
"""Bars, other kinds of arrows, the writer's name or initials before the arrow."""
LONGEST = 6
"""Lines over which an attribution may be spread, blank ones not counted."""
_MOST_LETTERS = 400

_VERBS = (
    r"wrote|writes|napsala?|napsal\(a\)|napsal/a|píše|napísala?|napísal\(a\)|napísal/a"
    r"|napisał|napisała|napisał\(a\)|napisał/a|napisano|napisana|pisze|pisał|pisała|pisał\(a\)"
    r"|schrieb|schreibt|geschrieben|a écrit|écrit|escribió|escribio|escreveu|ha scritto|scrive"
    r"|schreef|geschreven|skrev|kirjoitti|írta|írt|написала?|написал\(а\)|написа|пишет|пише"
    r"|написав|написав\(ла\)|napisao|napisala|napisao/la|je napisao|je napisala|a scris|yazdı"
    r"|έγραψε|rašė|rakstīja|kirjutas|さんは書きました|님이 작성|写道"
)
_VERB = re.compile(rf"(?<!\w)(?:{_VERBS})(?!\w)|写道|寫道|書きました", re.I)
_VERB_LAST = re.compile(rf"(?<!\w)(?:{_VERBS})\s*[:：]\s*$", re.I)
_VERB_AT_END = re.compile(rf"(?<!\w)(?:{_VERBS})$", re.I)
_VERB_THEN_TEXT = re.compile(rf"(?<!\w)(?:{_VERBS})\s*[:：]\s{{2,}}(?=\S)", re.I)
_QUOTING = re.compile(
    r"^(?:quoting|quotation\s+from|cituji|citace|citát|citujem|cytowanie|cytuję|cytat|zitat\s+von"
    r"|citation\s+de|citando|citerar|citat\s+fra|idézet)\b.{1,160}[:：]$",
    re.I,
)
"""As Horde writes it, without a date."""
_GERMAN_ORDER = re.compile(
    r"^(?:am|op|den|le|il)\s.{6,60}\b(?:schrieb|schreef|skrev|écrit|scrisse)\s+\S.{0,80}$", re.I
)
"""The name stands last, and some webmails leave out the colon."""
_ADDRESS = re.compile(r"[^\s<>()\[\],;:\"]+@[\w-]+(?:\.[\w-]+)+")
_DATE = re.compile(
    r"""
    \b\d{1,2}[.:]\d{2}\b                    # 10:15
    | \b\d{4}\s*[-/.]\s*\d{1,2}\s*[-/.]\s*\d{1,2}   # 2026-11-11
    | \b\d{1,2}\s*[-/.]\s*\d{1,2}\s*[-/.]\s*\d{2,4} # 11. 11. 2026
    | \b\d{1,2}\.?\s+[^\W\d_]{3,}\.?(?:\s+de)?,?\s+\d{4} # 11 Nov 2026, 11. listopadu 2026
    | \b[^\W\d_]{3,}\.?\s+\d{1,2}(?:st|nd|rd|th)?,?\s+\d{4} # November 11, 2026
    | \b\d{1,2}\.?\s+(?:de\s+)?[^\W\d_]{3,}\.?\s+de\s+\d{4} # 21 de noviembre de 2013
    """,
    re.X,
)
_SENDER_LINE = re.compile(
    r"^(?:[^<>@:]{0,80}\s)?[<(\[]?[^\s<>()\[\],;:\"]+@[\w-]+(?:\.[\w-]+)+[>)\]]?(?P<rest>[^@]{0,60})$"
)
_ONLY_DATE = re.compile(
    r"""^(?:[^\W\d_]{2,12}\.?,?\s+)?         # the day of the week
    (?:\d{1,4}\s*[-/.]\s*\d{1,2}\s*[-/.]\s*\d{2,4}
       | \d{1,2}\.?\s+[^\W\d_]{3,}\.?,?\s+\d{4} | [^\W\d_]{3,}\.?\s+\d{1,2},?\s+\d{4})
    [\s,]*(?:\d{1,2}[:.]\d{2}.{0,20})?$""",
    re.X,
)
_SENT_BY = re.compile(
    r"^(?:sent\s+by|odesla[ln]\w*|odoslal\w*|wysłan\w+\s+przez|gesendet\s+von|envoyé\s+par)\s?:",
    re.I,
)
"""Between a name and its date, in Notes."""
_LEAD = re.compile(
    r"""^[-*\s]*(?:
    (?:on|dne|dňa|dnia|w\s+dniu|w\s+dn\.|am|le|el|il|in\s+data|em|op|den|på|pe|on|dana|у|в|на)\b
    | wiadomość\s+napisana | hello\s.*,$
    | (?:po|út|st|čt|pá|so|ne|pon|wt|śr|czw|pt|sob|niedz|nie|mo|di|mi|do|fr|sa|su|ut|pi|št
       |mon|tue|wed|thu|fri|sat|sun)[a-zěščřžýáíéúůąćęłńóśźż]*\b[.,]*\s+\d
    | (?:pondělí|úterý|středa|čtvrtek|pátek|sobota|neděle|poniedziałek|wtorek|środa|czwartek|piątek
       |niedziela)\b
    | \d{1,4}\s*[./-]\s*\d{1,2}\s*[./-]
    | \d{1,2}\.?\s+[^\W\d_]{3,}\.?,?\s+\d{4}
    | [^\W\d_]{3,}\.?\s+\d{1,2},?\s+\d{4}
    )""",
    re.X | re.I,
)


def attribution_span(lines: list[str], end: int) -> int | None:
    """Where the attribution begins whose last line is `end`; None if that line ends none."""
    if not _may_end(lines, end):
        return None
    sure: int | None = None
    perhaps: int | None = None
    used = 0
    start = end
    while start >= 0 and used < LONGEST:
        line = lines[start].strip()
        if not line:
            # A wrapped one may hold blank lines, but only inside an unfinished bracket.
            if start == end or not _unfinished(lines, start, end):
                break
            start -= 1
            continue
        if start != end and quote_depth(lines[start]):
            break
        used += 1
        joined = _joined(lines, start, end)
        if len(joined) > _MOST_LETTERS:
            break
        if _balanced(joined):
            if _is_attribution(joined):
                if _LEAD.match(line):
                    return start
                sure = start if sure is None else sure
            elif perhaps is None and quote_follows(lines, end) and _fits_above_quote(joined):
                perhaps = start
        start -= 1
    if sure is not None:
        return _with_rest_of_name(lines, sure)
    return perhaps


def _may_end(lines: list[str], end: int) -> bool:
    line = lines[end].strip()
    if not line or len(line) > _MOST_LETTERS:
        return False
    if line.endswith((":", "：")):
        return not quote_depth(line) or _closes_bracket(lines, end)
    if _VERB.search(line) or _ADDRESS.search(line):
        return not quote_depth(line)
    return False


def _closes_bracket(lines: list[str], end: int) -> bool:
    """`> wrote:` is no quoted line where the `<` stands alone some lines above."""
    above = " ".join(lines[max(0, end - 4) : end])
    return above.count("<") > above.count(">")


def _is_attribution(joined: str) -> bool:
    """Nothing else looks like this, whatever follows."""
    verb, address = bool(_VERB.search(joined)), bool(_ADDRESS.search(joined))
    date = bool(_DATE.search(joined))
    if _QUOTING.match(joined) or (date and _GERMAN_ORDER.match(joined)):
        return True
    joined = joined.rstrip("-–— ")
    if not joined.endswith((":", "：")):
        return verb and address and date and bool(_VERB_AT_END.search(joined))
    if _VERB_LAST.search(joined) and len(joined) <= 80:
        return True
    return (verb and (date or address)) or (address and date)


def _fits_above_quote(joined: str) -> bool:
    """Less is needed where marked lines follow at once."""
    ends = joined.endswith((":", "："))
    if not _DATE.search(joined):
        return ends and bool(_ADDRESS.search(joined))
    if ends:
        return True
    whole = joined.count("<") == joined.count(">")
    return whole and bool(_ADDRESS.search(joined)) and bool(_LEAD.match(joined))


def begins_with_attribution(line: str) -> bool:
    """Some programs go on with the quoted text in the same line, after two or more blanks."""
    found = _VERB_THEN_TEXT.search(line[:_MOST_LETTERS])
    if not found or not _LEAD.match(line):
        return False
    head = line[: found.start()]
    return bool(_DATE.search(head)) and bool(_ADDRESS.search(head))


def sender_line_span(lines: list[str], start: int) -> int | None:
    """The end of `Name <address>` with a date behind or below it, and no verb at all.

    So Notes and some webmails begin what they quote; nobody writes such a line by hand.
    """
    found = _SENDER_LINE.match(lines[start].strip())
    if not found:
        return None
    if found["rest"]:
        rest = found["rest"].strip(" –—,-")
        return start if _ONLY_DATE.match(rest) else None
    for below in range(start + 1, min(start + 4, len(lines))):
        line = lines[below].strip()
        if line and not is_sent_by(line):
            return below if is_only_date(line) else None
    return None


def is_sent_by(line: str) -> bool:
    return bool(_SENT_BY.match(line.strip()))


def is_only_date(line: str) -> bool:
    return bool(_ONLY_DATE.match(line.strip()))


def quote_follows(lines: list[str], end: int) -> bool:
    """Is the next line that is not blank marked as quoted?"""
    for line in lines[end + 1 :]:
        if line.strip():
            return is_marked(line)
    return False


def is_marked(line: str) -> bool:
    """Behind `>`, a bar or, as The Bat! and Gnus do it, a name or initials and `>`."""
    return bool(quote_depth(line)) or bool(_OTHER_MARKS.match(line))


def _joined(lines: list[str], start: int, end: int) -> str:
    return " ".join(line.strip() for line in lines[start : end + 1] if line.strip())


def _balanced(text: str) -> bool:
    return text.count("<") >= text.count(">")


def _unfinished(lines: list[str], start: int, end: int) -> bool:
    below = _joined(lines, start + 1, end)
    return below.startswith("<") or not _balanced(below)


def _with_rest_of_name(lines: list[str], start: int) -> int:
    """Without a leading word, a long name may have been wrapped before the line found."""
    above = start - 1
    if above < 0 or not lines[above].strip() or quote_depth(lines[above]):
        return start
    alone = above == 0 or not lines[above - 1].strip()
    first_word = lines[start].split()[0]
    wrapped = lines[above].rstrip().endswith("<") or len(lines[above]) + len(first_word) >= 74
    return above if alone and wrapped else start
