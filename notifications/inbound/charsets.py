"""Bytes of a text part into letters, also where the label is wrong or unknown."""

from __future__ import annotations

import codecs
import re

_ALIASES = {
    "unicode-1-1-utf-7": "utf-7",
    "utf8": "utf-8",
    "cp-1250": "cp1250",
    "x-cp1250": "cp1250",
    "x-unknown": "",
    "unknown-8bit": "",
    "default": "",
    "ansi_x3.110-1983": "latin-1",
    "iso-8859-8-i": "iso-8859-8",
    "gb2312": "gb18030",
    "ks_c_5601-1987": "cp949",
}

POLISH = "ąćęłńóśźżĄĆĘŁŃÓŚŹŻ"
CZECH = "áčďéěíňóřšťúůýžÁČĎÉĚÍŇÓŘŠŤÚŮÝŽ"
_COMMON = frozenset("äöüßÄÖÜôľĺŕ„“”‚‘’–—…§°€«»\u00a0")
_MIXED_UP = {"windows-1250", "cp1250", "iso-8859-2", "latin2"}
"""Programs write the one and say the other; they differ in š, ž, ť, ą and ź."""
_IMPOSSIBLE = re.compile(r"[®©«»¹¼¾][^\W\d_]|[^\W\d_][®©«»¹¼¾][^\W\d_]|(?=.*[ěřůťďň]).*[ąĄ]", re.S)
"""A symbol that begins a word or stands in it, or a Polish letter among Czech ones."""
_MARKS_OF_ORDER = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
# Where C1 controls appear, the bytes were meant in another table.
_CONTROLS = frozenset(chr(code) for code in range(0x80, 0xA0))


def decode_text(data: bytes, label: str) -> str:
    """Read with the labelled charset if that works, else with the one that fits best."""
    for mark, table in _MARKS_OF_ORDER:
        if data.startswith(mark):
            return data.decode(table, "replace")
    charset = _ALIASES.get(label.strip().lower(), label.strip().lower())
    if not _looks_eight_bit(data):
        text = _try(data, charset) if charset.startswith(("utf-7", "iso-2022", "utf-16")) else None
        return text if text is not None else data.decode("ascii")
    utf8 = _try(data, "utf-8")
    if utf8 is not None and (not charset or charset != "utf-16"):
        # Text in another table that happens to be right UTF-8 is next to impossible.
        return utf8
    text = _try(data, charset) if charset not in {"", "us-ascii", "ascii", "utf-8"} else None
    readings = [data.decode(table, "replace") for table in ("cp1250", "iso-8859-2")]
    if text is not None and not _CONTROLS & set(text):
        if charset not in _MIXED_UP or not _IMPOSSIBLE.search(text):
            return text
        readings.insert(0, text)  # the label wins unless another table fits better
    return max(readings, key=_fitness)


def _looks_eight_bit(data: bytes) -> bool:
    return any(byte > 0x7F for byte in data)


def _try(data: bytes, charset: str) -> str | None:
    try:
        codecs.lookup(charset)
        return data.decode(charset)
    except (LookupError, UnicodeDecodeError, ValueError):
        return None


def _fitness(text: str) -> int:
    """How much a reading looks like Czech or like Polish; the two do not mix."""
    high = [letter for letter in text if ord(letter) > 0x7F and letter not in _COMMON]
    return -min(sum(letter not in alphabet for letter in high) for alphabet in (POLISH, CZECH))
