"""What a user name may look like, and when two names are too much alike.

A name is stored as it was typed (in NFKC form) with two derived keys. `username_key` makes names
that differ only in case the same; `username_skeleton` makes names that look the same the same
("раul" in Cyrillic letters and "paul", "Ilse" and "llse").
"""

from __future__ import annotations

import unicodedata
from functools import cache
from itertools import pairwise

from confusable_homoglyphs import categories
from confusable_homoglyphs.confusables import confusables_data
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

SHORTEST = 2
LONGEST = 24
SEPARATORS = "._-"
SCRIPTS_OF_ALL = frozenset({"COMMON", "INHERITED"})

# fmt: off
RESERVED = frozenset({
    "account", "accounts", "admin", "administrator", "all", "anonymous", "anybody", "api",
    "avatar", "bot", "chance", "deleted", "everybody", "everyone", "forum", "former", "game",
    "games", "guest", "help", "host", "info", "league", "leagues", "lobby", "login", "logout",
    "mail", "mailer", "me", "mod", "moderator", "moderators", "neutral", "nobody", "noreply",
    "no-reply", "null", "official", "operator", "operators", "organiser", "organisers",
    "organizer", "player", "players", "post-and-spade", "postmaster", "postspade", "root",
    "security", "settings", "signup", "site", "staff", "static", "superuser", "support",
    "system", "team", "undefined", "unknown", "user", "webmaster", "you",
})
# fmt: on


def username_normalised(name: str) -> str:
    """The form a name is stored and shown in."""
    return unicodedata.normalize("NFKC", name.strip())


def username_key(name: str) -> str:
    """Equal for names that differ only in case or in how their letters are composed."""
    return unicodedata.normalize("NFKC", username_normalised(name).casefold())


def username_skeleton(name: str) -> str:
    """Equal for names a reader takes for the same; never shown."""
    seen = _mapped(username_normalised(name))
    return unicodedata.normalize("NFKC", _mapped(seen.casefold()))


def username_check(name: str) -> str:
    """The name in its stored form; raises ValidationError with the reason if it may not be used."""
    name = username_normalised(name)
    if not SHORTEST <= len(name) <= LONGEST:
        raise ValidationError(
            _("Use %(shortest)d to %(longest)d characters."),
            code="length",
            params={"shortest": SHORTEST, "longest": LONGEST},
        )
    for character in name:
        if not (_is_letter(character) or _is_digit(character) or character in SEPARATORS):
            raise ValidationError(
                _("Only letters, digits and . _ - can be used in a user name."), code="character"
            )
    if name[0] in SEPARATORS or name[-1] in SEPARATORS or _has_double_separator(name):
        raise ValidationError(
            _("Put . _ - only singly, between letters or digits."), code="separator"
        )
    if not any(_is_letter(character) for character in name):
        raise ValidationError(_("Use at least one letter."), code="letter")
    if len(categories.unique_aliases(name) - SCRIPTS_OF_ALL) > 1:
        raise ValidationError(_("Use letters of one alphabet only."), code="script")
    if username_skeleton(name) in _reserved_skeletons():
        raise ValidationError(_("This name is reserved. Please choose another."), code="reserved")
    return name


def _is_letter(character: str) -> bool:
    return unicodedata.category(character) in {"Lu", "Ll", "Lt", "Lo"}


def _is_digit(character: str) -> bool:
    return character in "0123456789"


def _has_double_separator(name: str) -> bool:
    return any(a in SEPARATORS and b in SEPARATORS for a, b in pairwise(name))


def _mapped(name: str) -> str:
    look = _lookalikes()
    return "".join(look.get(character, character) for character in name).replace("rn", "m")


@cache
def _reserved_skeletons() -> frozenset[str]:
    return frozenset(username_skeleton(name) for name in RESERVED)


@cache
def _lookalikes() -> dict[str, str]:
    """Each character with one that stands for all it can be taken for: ASCII letters first."""
    parent: dict[str, str] = {}

    def root(character: str) -> str:
        while (above := parent.setdefault(character, character)) != character:
            character = above
        return character

    for character, others in confusables_data.items():
        for other in others:
            if len(character) == 1 and len(other["c"]) == 1:
                parent[root(character)] = root(other["c"])
    families: dict[str, list[str]] = {}
    for character in list(parent):
        families.setdefault(root(character), []).append(character)
    return {
        character: min(family, key=_preference)
        for family in families.values()
        for character in family
    }


def _preference(character: str) -> tuple[bool, bool, bool, int]:
    return (
        not character.isascii(),
        not character.isalpha(),
        not character.islower(),
        ord(character),
    )
