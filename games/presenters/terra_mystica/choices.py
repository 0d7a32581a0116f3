"""The composer: what may come next, grouped as people think, each choice a link to the next step.

A choice only appends the engine's own text to the line; nothing here knows what is legal.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from engine.api import Json, Offer
from games.presenters.terra_mystica.board import Target
from games.presenters.terra_mystica.messages import note_sentence
from games.presenters.terra_mystica.names import (
    ACTION_ICONS,
    ACTIONS,
    OWED,
    amounts,
    building_name,
    cult_name,
    faction_name,
    terrain_name,
    tile_name,
)
from games.presenters.terra_mystica.sentences import Names
from games.presenters.terra_mystica.tiles import Part, bag

MANY = 14
"""From so many offers on, a section asks for the hex first."""
_UPGRADE = re.compile(r"to (\w+)$")
_SPADES = re.compile(r"\bdig (\d+)\b")
_COLOUR = re.compile(r"to (\w+)$")


def appended(line: str, more: str) -> str:
    return f"{line}. {more}" if line else more


def query_of(**values: str) -> str:
    """The part of an address after the question mark; empty values are left out."""
    return urlencode({name: value for name, value in values.items() if value})


@dataclass(frozen=True, kw_only=True)
class Choice:
    """One thing that can be chosen."""

    label: str
    query: str
    line: str = ""
    """The whole line it makes, for a choice that is sent at once."""
    icon: str = ""
    swatch: str = ""
    """Terrain whose colour and sign stand before the label."""
    price: tuple[Part, ...] = ()
    gain: tuple[Part, ...] = ()
    code: str = ""
    notes: tuple[str, ...] = ()
    several: bool = False


@dataclass(frozen=True, kw_only=True)
class Section:
    """A question with its answers."""

    key: str
    title: str
    hint: str = ""
    choices: tuple[Choice, ...] = ()
    aside: bool = False
    """Possible at any time, not what is asked now."""


@dataclass(frozen=True, kw_only=True)
class MainAction:
    """One of the big buttons."""

    key: str
    label: str
    icon: str
    hint: str
    parts: tuple[Part, ...] = ()
    """Price or what is missing, after the hint."""
    query: str = ""
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class _Kind:
    key: str
    label: Promise
    icon: str
    holds: Callable[[Offer, frozenset[str]], bool]


def _is(*groups: str) -> Callable[[Offer, frozenset[str]], bool]:
    return lambda offer, shared: offer.group in groups


KINDS = (
    _Kind("build", _("Build"), "a-build", _is("build")),
    _Kind("upgrade", _("Upgrade"), "a-upgrade", _is("upgrade")),
    _Kind(
        "power",
        _("Power"),
        "a-power",
        lambda offer, shared: offer.verb == "action" and offer.target in shared,
    ),
    _Kind(
        "special",
        _("Special"),
        "a-special",
        lambda offer, shared: (
            (offer.verb == "action" and offer.target not in shared) or offer.verb == "connect"
        ),
    ),
    _Kind("priest", _("Priest"), "a-priest", _is("priest")),
    _Kind(
        "ship",
        _("Shipping"),
        "a-ship",
        lambda offer, shared: offer.group == "advance" and "ship" in offer.line,
    ),
    _Kind(
        "dig",
        _("Digging"),
        "a-dig",
        lambda offer, shared: offer.group == "advance" and "dig" in offer.line,
    ),
    _Kind("pass", _("Pass"), "a-pass", _is("pass")),
)
"""The actions of a turn, in the order of the panel."""
ASIDE = (
    _Kind(
        "convert",
        _("Convert"),
        "a-convert",
        lambda offer, shared: offer.group == "convert" and offer.verb != "burn",
    ),
    _Kind("burn", _("Burn power"), "a-burn", lambda offer, shared: offer.verb == "burn"),
    _Kind("spades", _("Dig only"), "r-spade", _is("dig", "transform")),
)
"""What goes along with an action."""

TITLES: Mapping[str, Promise] = {
    "build": _("Where to build"),
    "upgrade": _("What to upgrade"),
    "power": _("Power action"),
    "special": _("Special action"),
    "priest": _("Send a priest to"),
    "ship": _("Shipping"),
    "dig": _("Digging"),
    "pass": _("Pass and take"),
    "convert": _("Convert"),
    "burn": _("Burn power"),
    "spades": _("Spades"),
    "transform": _("Which hex, which terrain"),
    "favor": _("Take a favor tile"),
    "town": _("Take a town tile"),
    "cult": _("Which cult"),
    "bridge": _("Where to build the bridge"),
    "terrain": _("Which terrain"),
    "faction": _("Which faction"),
    "bid": _("Your bid"),
    "waive": _("Or give it up"),
    "token": _("Power token"),
    "done": _("Or stop here"),
    "at": _("What to do there"),
    "other": _("Also possible"),
}


Hint = tuple[str, tuple[Part, ...]]
"""A few words, and a price or what is missing."""


def main_actions(
    offers: Sequence[Offer],
    *,
    line: str,
    pick: str,
    shared: frozenset[str],
    why_not: Mapping[str, Hint],
    burns: Sequence[Choice] = (),
) -> tuple[MainAction, ...]:
    """The eight actions; what is not possible says why."""
    out = []
    for kind in KINDS:
        found = [offer for offer in offers if kind.holds(offer, shared)]
        query, hint = "", gettext("not now")
        parts: tuple[Part, ...] = ()
        if found:
            hint, parts = _hint(kind.key, found)
            query = query_of(line=line, pick=kind.key)
            if len(found) == 1 and kind.key in ("ship", "dig"):
                query = query_of(line=appended(line, found[0].line))
        elif kind.key == "power" and burns:
            hint, query = gettext("after burning"), query_of(line=line, pick=kind.key)
        elif kind.key in why_not:
            hint, parts = why_not[kind.key]
        out.append(
            MainAction(
                key=kind.key,
                label=str(kind.label),
                icon=kind.icon,
                hint=hint,
                parts=parts,
                query=query,
                chosen=pick == kind.key,
            )
        )
    return tuple(out)


def burnt_first(
    offers: Sequence[Offer], *, line: str, short: Mapping[str, int]
) -> dict[str, Choice]:
    """Power actions within reach of a burning: `short` says how much power each of them lacks."""
    burns = {offer.amount: offer for offer in offers if offer.verb == "burn"}
    return {
        key: Choice(
            label=str(ACTIONS[key]),
            query=query_of(line=appended(appended(line, burns[missing].line), f"action {key}")),
            icon=ACTION_ICONS[key],
            notes=(gettext("burn %(count)s") % {"count": missing},),
        )
        for key, missing in short.items()
        if missing in burns
    }


def _hint(key: str, offers: Sequence[Offer]) -> Hint:
    count = len({offer.target for offer in offers})
    match key:
        case "build":
            text = ngettext("%(count)s place", "%(count)s places", count)
        case "upgrade":
            count = len(offers)
            text = ngettext("%(count)s way", "%(count)s ways", count)
        case "power" | "special":
            text = ngettext("%(count)s open", "%(count)s open", count)
        case "priest":
            return gettext("to a cult"), ()
        case "pass":
            if offers[0].target_kind != "bonus":
                return gettext("last round"), ()
            text = ngettext("%(count)s card", "%(count)s cards", count)
        case _:
            return "", bag(offers[0].price)
    return text % {"count": count}, ()


def aside_actions(
    offers: Sequence[Offer], *, line: str, pick: str, shared: frozenset[str]
) -> tuple[MainAction, ...]:
    return tuple(
        MainAction(
            key=kind.key,
            label=str(kind.label),
            icon=kind.icon,
            hint="",
            query=query_of(line=line, pick=kind.key),
            chosen=pick == kind.key,
        )
        for kind in ASIDE
        if any(kind.holds(offer, shared) for offer in offers)
    )


def icon_of(key: str) -> str:
    """The sign of a heading; most questions have none."""
    return next((kind.icon for kind in (*KINDS, *ASIDE) if kind.key == key), "")


def kind_of(offer: Offer, shared: frozenset[str]) -> str:
    """Under which heading an offer is found."""
    for kind in (*KINDS, *ASIDE):
        if kind.holds(offer, shared):
            return kind.key
    return offer.group


def section_of(
    key: str,
    offers: Sequence[Offer],
    *,
    line: str,
    view: Mapping[str, Json],
    names: Names,
    pick: str = "",
    at: str = "",
) -> Section:
    """A question; many answers on the same hexes are asked for the hex first."""
    here = [offer for offer in offers if offer.target == at] if at else list(offers)
    by_place: dict[str, list[Offer]] = {}
    for offer in here:
        by_place.setdefault(offer.target, []).append(offer)
    terrain = {cell["name"]: cell["terrain"] for cell in view["hexes"]}
    choices: list[Choice] = []
    if not at and len(here) > MANY and len(by_place) < len(here):
        for place, found in by_place.items():
            if len(found) == 1:
                choices.append(choice_of(found[0], line=line, terrain=terrain, names=names))
            else:
                choices.append(
                    Choice(
                        label=place,
                        query=query_of(line=line, pick=pick, at=place),
                        swatch=terrain.get(place, ""),
                        several=True,
                    )
                )
    else:
        choices = [choice_of(offer, line=line, terrain=terrain, names=names) for offer in here]
    hexes = sum(bool(terrain.get(offer.target)) for offer in here)
    hint = gettext("marked on the board") if hexes and not at else at
    return Section(
        key=key, title=str(TITLES.get(key, TITLES["other"])), hint=hint, choices=tuple(choices)
    )


def choice_of(offer: Offer, *, line: str, terrain: Mapping[str, str], names: Names) -> Choice:
    whole = appended(line, offer.line)
    label, swatch, icon = _label(offer, terrain)
    return Choice(
        label=label,
        query=query_of(line=whole),
        line=whole,
        swatch=swatch,
        icon=icon,
        price=bag(offer.price),
        gain=() if offer.verb == "send" else bag(offer.gain, plus=True),
        code=offer.target if offer.target_kind in ("favor", "town", "bonus") else "",
        notes=tuple(note_sentence(note, names) for note in offer.notes),
    )


def _label(offer: Offer, terrain: Mapping[str, str]) -> tuple[str, str, str]:
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
            count = offer.amount or 1
            return (
                ngettext("%(count)s spade", "%(count)s spades", count) % {"count": count},
                "",
                "r-spade",
            )
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
            return faction_name(place), "", ""
        case "take" if offer.target_kind == "faction":
            return f"{faction_name(place)}, {offer.amount}.", "", ""
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


def hex_targets(
    offers: Iterable[Offer], *, line: str, pick: str, names: Names
) -> dict[str, Target]:
    """Hexes that may be chosen now, with the way to choose them."""
    by_place: dict[str, list[Offer]] = {}
    for offer in offers:
        if offer.target_kind in ("hex", "river"):
            by_place.setdefault(offer.target, []).append(offer)
    out = {}
    for place, found in by_place.items():
        first = found[0]
        spades = _SPADES.search(first.line)
        if len(found) == 1:
            query = query_of(line=appended(line, first.line))
            words = [_verb(first), amounts(first.price)]
            words += [note_sentence(note, names) for note in first.notes]
            label = ", ".join(word for word in words if word)
        else:
            query = query_of(line=line, pick=pick, at=place)
            label = ngettext("%(count)s choice", "%(count)s choices", len(found)) % {
                "count": len(found)
            }
        out[place] = Target(
            query=query,
            label=label,
            chip=spades[1] if spades and len(found) == 1 else "",
            several=len(found) > 1,
        )
    return out


def _verb(offer: Offer) -> str:
    match offer.verb:
        case "build":
            spades = _SPADES.search(offer.line)
            if spades:
                count = int(spades[1])
                return gettext("build with %(spades)s") % {
                    "spades": ngettext("%(count)s spade", "%(count)s spades", count)
                    % {"count": count}
                }
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


def bridge_targets(offers: Iterable[Offer], *, line: str) -> dict[tuple[str, str], Target]:
    out = {}
    for offer in offers:
        if offer.target_kind == "bridge":
            a, b = offer.target.split(":")
            out[a, b] = Target(
                query=query_of(line=appended(line, offer.line)),
                label=gettext("bridge %(a)s–%(b)s") % {"a": a, "b": b},
            )
    return out


def queries_by_target(offers: Iterable[Offer], kind: str, *, line: str) -> dict[str, str]:
    """Tiles, cards, actions and tracks that may be chosen where they lie."""
    found: dict[str, list[Offer]] = {}
    for offer in offers:
        if offer.target_kind == kind:
            found.setdefault(offer.target.lower() if kind == "cult" else offer.target, []).append(
                offer
            )
    return {
        target: query_of(line=appended(line, group[0].line))
        if len(group) == 1
        else query_of(line=line, at=group[0].target)
        for target, group in found.items()
    }
