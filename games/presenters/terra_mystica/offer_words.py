"""An offer in words: what stands on its button, and what is said of its hex."""

from __future__ import annotations

import re
from collections.abc import Mapping

from django.utils.translation import gettext

from engine.api import Offer
from games.presenters.terra_mystica.facts import faction_colour
from games.presenters.terra_mystica.names import (
    ACTION_ICONS,
    ACTIONS,
    OWED,
    amounts,
    building_name,
    cult_name,
    faction_name,
    position_name,
    terrain_name,
    tile_name,
)

_UPGRADE = re.compile(r"to (\w+)$")
_SPADES = re.compile(r"\bdig (\d+)\b")
_COLOUR = re.compile(r"to (\w+)$")


def label_of(offer: Offer, terrain: Mapping[str, str]) -> tuple[str, str, str]:
    """Text, terrain swatch and icon of a choice."""
    place = offer.target
    match offer.verb:
        case "build":
            return place, terrain.get(place, ""), ""
        case "upgrade":
            found = _UPGRADE.search(offer.line)
            building = found[1] if found else ""
            return f"{place} → {building_name(building)}", "", f"b-{building}"
        case "transform":
            found = _COLOUR.search(offer.line)
            colour = found[1] if found else ""
            return f"{place} → {terrain_name(colour)}", colour, ""
        case "send":
            steps = offer.gain.get(place.lower(), 0)
            return f"{cult_name(place)} +{steps}", "", f"c-{place.lower()}"
        case "action":
            return str(ACTIONS.get(place, place)), "", ACTION_ICONS.get(place, "a-special")
        case "dig":
            return amounts({"spades": offer.amount or 1}), "", "r-spade"
        case "burn":
            return gettext("burn %(count)s") % {"count": offer.amount}, "", "a-burn"
        case "convert":
            return f"{amounts(offer.price)} → {amounts(offer.gain)}", "", "a-convert"
        case "pass":
            return (tile_name(place) if place else gettext("Pass")), "", "a-pass"
        case "bridge":
            return place.replace(":", "–"), "", "r-bridge"
        case "advance":
            return (
                (gettext("Shipping") if "ship" in offer.line else gettext("Digging")),
                "",
                "a-ship",
            )
        case "leech":
            return gettext("Take %(count)s") % {"count": offer.amount}, "", "r-power"
        case "decline":
            return gettext("Decline"), "", "u-close"
        case "connect":
            return gettext("Town across the river at %(river)s") % {"river": place}, "", "r-town"
        case "setup":
            return faction_name(place), faction_colour(place), ""
        case "take" if offer.target_kind == "faction":
            words = f"{faction_name(place)}, {position_name(offer.amount)}"
            return words, faction_colour(place), ""
        case "bid":
            return str(offer.amount), "", "r-vp"
        case "done":
            return gettext("End the turn"), "", "u-check"
        case "+" if offer.target_kind == "cult":
            return f"{cult_name(place)} +{offer.amount or 1}", "", f"c-{place.lower()}"
        case "+" if " " in offer.line.rsplit("+", 1)[-1]:
            # With the building that names the group it is for.
            return f"{tile_name(place)} ({offer.line.rsplit(' ', 1)[-1]})", "", "r-town"
        case "+":
            return tile_name(place), "", "r-town" if offer.target_kind == "town" else "a-special"
        case "-" if offer.target_kind == "cult":
            return f"{cult_name(place)} −{offer.amount or 1}", "", f"c-{place.lower()}"
        case "-" if offer.target_kind == "town":
            return f"{tile_name(place)} ({offer.line})", "", "r-town"
        case "-":
            return (
                gettext("Give up: %(what)s") % {"what": str(OWED.get(place, place))},
                "",
                "u-close",
            )
    if offer.target_kind == "terrain":
        if place == "gain-priest":
            return gettext("Keep the priest"), "", "r-priest"
        return terrain_name(place), place, ""
    return offer.line, "", ""


def place_of(offer: Offer) -> str:
    """What an offer is about, where several offers are about the same."""
    match offer.target_kind:
        case "faction":
            return faction_name(offer.target)
        case "position":
            return position_name(offer.target).capitalize()
        case "cult":
            return cult_name(offer.target)
        case "bonus" | "favor" | "town":
            return tile_name(offer.target)
    return offer.target


def verb_of(offer: Offer) -> str:
    match offer.verb:
        case "build":
            spades = spades_in(offer)
            if spades:
                return gettext("build with %(spades)s") % {"spades": amounts({"spades": spades})}
            return gettext("build")
        case "upgrade":
            found = _UPGRADE.search(offer.line)
            return gettext("upgrade to %(building)s") % {
                "building": building_name(found[1] if found else "")
            }
        case "transform":
            found = _COLOUR.search(offer.line)
            return gettext("turn to %(terrain)s") % {
                "terrain": terrain_name(found[1] if found else "")
            }
        case _:
            return offer.verb


def spades_in(offer: Offer) -> int:
    """How many spades are dug on the way."""
    found = _SPADES.search(offer.line)
    return int(found[1]) if found else 0
