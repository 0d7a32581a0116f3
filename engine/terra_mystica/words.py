"""The vocabulary of the game (N2): what slots look like, how values are read and written."""

from __future__ import annotations

from engine.api import NotationError
from engine.notation import Slot, Vocabulary
from engine.terra_mystica.factions import FACTION_ACTIONS, FACTION_NAMES
from engine.terra_mystica.terms import BUILDING_NAMES, CULTS, ICE, VOLCANO, WHEEL
from engine.terra_mystica.tiles.actions import POWER_ACTIONS

_RESOURCES = {
    "c": "c",
    "coin": "c",
    "coins": "c",
    "w": "w",
    "worker": "w",
    "workers": "w",
    "p": "p",
    "priest": "p",
    "priests": "p",
    "pw": "pw",
    "power": "pw",
    "vp": "vp",
}
_COLOURS = {colour: colour for colour in (*WHEEL, ICE, VOLCANO)} | {"grey": "gray"}
_BUILDINGS = {
    spelling: key for key, name in BUILDING_NAMES.items() for spelling in (key.lower(), name)
}
_ACTIONS = (
    *POWER_ACTIONS,
    *FACTION_ACTIONS,
    "BON1",
    "BON2",
    "FAV6",
    # Earlier versions of a stronghold (N4): readable, but nobody owns them.
    *(f"ACTH{number}" for number in range(1, 5)),
)
_WAIVABLE = (
    "SPADE",
    "CULT",
    "FREE_TF",
    "FREE_TP",
    "FREE_D",
    "BRIDGE",
    "GAIN_FAVOR",
    "GAIN_TW",
    "CONVERT_W_TO_P",
    "GAIN_P3_FOR_VP",
    "KEY",
    "P1",
    "P2",
    "P3",
)
"""All that a record may hold behind a minus (N5); the last four can never be given up."""

_NUMBER = r"\d{1,2}"
_WORDS = "|".join(sorted(_RESOURCES, key=len, reverse=True))


def _amount(text: str) -> tuple[int, str]:
    """`3pw`, `3 pw` or `pw`: a missing number means 1."""
    digits = "".join(c for c in text if c.isdigit())
    return _positive(digits or "1"), _RESOURCES[text.lstrip("0123456789").strip()]


def _positive(text: str) -> int:
    number = int(text)
    if not number:
        raise NotationError("number", facts={"number": number})
    return number


def _counted(number: int) -> str:
    return "" if number == 1 else str(number)


def _one_of(spellings: dict[str, str]) -> str:
    return "|".join(sorted(spellings, key=len, reverse=True))


def _place(text: str) -> str:
    return text if text.startswith("r") else text.upper()


SLOTS = {
    "place": Slot(r"[a-z]\d{1,2}", _place),
    "a": Slot(r"[a-qs-z]\d{1,2}", str.upper),
    "b": Slot(r"[a-qs-z]\d{1,2}", str.upper),
    "third": Slot(r"[a-qs-z]\d{1,2}", str.upper),
    "river": Slot(r"r\d{1,2}", str),
    "building": Slot(_one_of(_BUILDINGS), _BUILDINGS.__getitem__),
    "colour": Slot(_one_of(_COLOURS), _COLOURS.__getitem__),
    "unlock": Slot(_one_of(_COLOURS) + "|gain-priest", lambda t: _COLOURS.get(t, t)),
    "cult": Slot("|".join(CULTS), CULTS.index, lambda cult: CULTS[cult].upper()),
    "space": Slot("[123]", int),
    "action": Slot("|".join(_ACTIONS).lower(), str.upper),
    "number": Slot(_NUMBER, _positive),
    "tokens": Slot(_NUMBER, int),
    "size": Slot(_NUMBER, _positive),
    "count": Slot(rf"(?:{_NUMBER} ?)?", lambda t: _positive(t or "1"), _counted),
    "give": Slot(
        rf"(?:{_NUMBER} ?)?(?:{_WORDS})", _amount, lambda amount: f"{amount[0]}{amount[1].upper()}"
    ),
    "take": Slot(
        rf"(?:{_NUMBER} ?)?(?:{_WORDS})", _amount, lambda amount: f"{amount[0]}{amount[1].upper()}"
    ),
    "resource": Slot(_WORDS, _RESOURCES.__getitem__, str.upper),
    "source": Slot(_one_of(FACTION_NAMES), FACTION_NAMES.__getitem__),
    "faction": Slot(_one_of(FACTION_NAMES), FACTION_NAMES.__getitem__),
    "card": Slot(r"bon\d{1,2}", str.upper),
    "favor": Slot(r"fav\d{1,2}", str.upper),
    "town": Slot(r"tw\d", str.upper),
    "cluster": Slot(r"[a-qs-z]\d{1,2}", str.upper),
    "waived": Slot("|".join(_WAIVABLE).lower(), str.upper),
    "thing": Slot(
        "|".join((_WORDS, *_WAIVABLE)).lower(), lambda t: _RESOURCES.get(t, t).upper(), str.upper
    ),
    "items": Slot(
        r"[a-z0-9-]+(?: [a-z0-9-]+)*", lambda t: tuple(t.split()), lambda items: " ".join(items)
    ),
    "bid": Slot(r"\d{1,3}", int),
    "position": Slot(r"\d", int),
}

words = Vocabulary(SLOTS)

# Kind reading: blanks around a colon and after a sign, remarks behind a gain (N2) …
words.rewrite(r"((?:bridge|connect) \w+) ?: ?(\w+)", r"\1:\2")
words.rewrite(r"(connect \w+) ?: ?(\w+) ?: ?(\w+)", r"\1:\2:\3")
words.rewrite(r"([+-]) (.+)", r"\1\2")
words.rewrite(r"([+-].+?) for .+", r"\1")
words.rewrite(r"(leech|decline) from (\w+)", r"\1 1 from \2")
words.rewrite(r"leech", "leech 1")
# … and older spellings (N1.7).
words.rewrite(r"convert 2 ?(?:w|workers?) to (?:1 ?)?bridge", "action acte")
