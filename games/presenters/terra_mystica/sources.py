"""Where a change came from, in words: `income:D` is "income: dwelling"."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.presenters.terra_mystica.names import (
    BUILDINGS,
    CULTS,
    FACTIONS,
    FINAL_TILES,
    building_name,
    cult_name,
    faction_name,
    terrain_name,
    tile_name,
)

PLAIN: Mapping[str, Promise] = {
    "start": _("start"),
    "build": _("building"),
    "upgrade": _("upgrade"),
    "dig": _("digging"),
    "shipping": _("shipping"),
    "advance": _("advance"),
    "burn": _("burnt power"),
    "convert": _("conversion"),
    "token": _("power token"),
    "given-back": _("given back"),
    "all-declined": _("everybody declined the power"),
    "power-taken": _("somebody took power"),
    "key": _("key"),
    "card": _("coins on the bonus card"),
    "card-coins": _("coins on the bonus card"),
    "cult-step": _("cult step"),
    "cult-bonus": _("cult bonus"),
    "priest": _("priest sent to a cult"),
    "send": _("priest sent to a cult"),
    "carpet": _("carpet flight"),
    "tunnel": _("tunnelling"),
    "flight": _("flight"),
    "no-use": _("no use for it"),
    "choice": _("choice"),
    "volcano": _("volcano"),
    "sandstorm": _("sandstorm"),
    "payment": _("price of the volcano"),
    "bridge": _("bridge"),
    "town": _("town"),
    "pass": _("passing"),
    "bid": _("bid"),
    "stronghold": _("stronghold"),
}


def source_name(source: str) -> str:
    """A source as a phrase; tiles by name, compound sources in two parts."""
    head, _colon, tail = source.partition(":")
    match head:
        case "income" if tail:
            return gettext("income: %(what)s") % {"what": source_name(tail)}
        case "leech" if tail:
            return gettext("power from %(faction)s") % {"faction": faction_name(tail)}
        case "final" if tail:
            return final_name(tail)
        case "cult" if tail:
            return gettext("cult bonus of %(tile)s") % {"tile": tail}
        case "build" | "upgrade" if tail:
            return building_name(tail)
        case "advance" if tail:
            return str(PLAIN.get(tail, tail))
        case "unlock" if tail:
            return gettext("unlocking %(terrain)s") % {"terrain": terrain_name(tail)}
    if head in BUILDINGS:
        return building_name(head)
    if head in CULTS:
        return cult_name(head)
    if head in FACTIONS:
        return gettext("ability of the %(faction)s") % {"faction": faction_name(head)}
    if head in PLAIN:
        return str(PLAIN[head])
    return tile_name(head)


def final_name(key: str) -> str:
    """A row of the final scoring."""
    if key in CULTS:
        return gettext("cult: %(cult)s") % {"cult": cult_name(key)}
    return str(FINAL_TILES.get(key, key))
