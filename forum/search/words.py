"""Words as the index knows them: small letters without diacritics, the same on both databases.

Neither PostgreSQL without extensions nor SQLite takes "łódź" for "lodz", so the folding is done
here, before the text reaches either.
"""

from __future__ import annotations

import re
import unicodedata

# Letters that do not decompose into a base letter and a mark.
PLAIN = str.maketrans(
    {"ł": "l", "đ": "d", "ø": "o", "ß": "ss", "æ": "ae", "œ": "oe", "ı": "i", "ð": "d", "þ": "th"}
)
WORD = re.compile(r"[^\W_]+")
WORDS_AT_MOST = 8


def folded(text: str) -> str:
    decomposed = unicodedata.normalize("NFKD", text.casefold()).translate(PLAIN)
    return "".join(sign for sign in decomposed if not unicodedata.combining(sign))


def words_of(query: str) -> list[str]:
    """The words to look for; everything else in a query is noise, so no operator can be broken."""
    return list(dict.fromkeys(WORD.findall(folded(query))))[:WORDS_AT_MOST]


def words_of_text(text: str) -> frozenset[str]:
    return frozenset(WORD.findall(folded(text)))
