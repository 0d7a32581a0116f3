"""The composer: what may come next, each choice a link to the next step.

A choice only appends the engine's own text to the line; nothing here knows what is legal.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from urllib.parse import urlencode

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from engine.api import Json, Offer
from games.presenters.terra_mystica.facts import faction_colour
from games.presenters.terra_mystica.notes import note_sentence
from games.presenters.terra_mystica.offer_words import label_of, place_of
from games.presenters.terra_mystica.sentences import Names
from games.presenters.terra_mystica.tiles import Part, bag, tile_of

MANY = 14
"""From so many offers on, a section asks for the hex first."""

SAID_OF_ALL = frozenset({"declines-power"})
"""Notes that would stand on every choice; the preview of the line says them once."""

TITLES: Mapping[str, Promise] = {
    "build": _("Where to build"),
    "upgrade": _("What to upgrade"),
    "power": _("Power action"),
    "offer": _("Offered power"),
    "special": _("Special action"),
    "priest": _("Send a priest to"),
    "ship": _("Shipping"),
    "dig": _("Digging"),
    "pass": _("Pass and take"),
    "convert": _("Convert"),
    "burn": _("Burn power"),
    "spades": _("Where to dig"),
    "transform": _("Which hex, which terrain"),
    "favor": _("Take a favor tile"),
    "town": _("Take a town tile"),
    "cult": _("Which cult"),
    "bridge": _("Where to build the bridge"),
    "terrain": _("Which terrain"),
    "faction": _("Which faction"),
    "bid": _("Your bid"),
    "out": _("Or leave the auction of this choice"),
    "waive": _("Or give it up"),
    "token": _("Power token"),
    "done": _("Or stop here"),
    "at": _("What to do there"),
    "other": _("Also possible"),
}


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
    printed: tuple[tuple[Part, ...], ...] = ()
    """What stands on the tile that is taken, row by row."""
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
    make = partial(choice_of, line=line, terrain=terrain, names=names, tiles=view["tiles"])
    choices: list[Choice] = []
    if not at and len(here) > MANY and 1 < len(by_place) < len(here):
        for place, found in by_place.items():
            if len(found) == 1:
                choices.append(make(found[0]))
            else:
                choices.append(
                    Choice(
                        label=place_of(found[0]),
                        query=query_of(line=line, pick=pick, at=place),
                        swatch=terrain.get(place) or faction_colour(place),
                        several=True,
                    )
                )
    else:
        choices = [make(offer) for offer in here]
    hexes = sum(bool(terrain.get(offer.target)) for offer in here)
    hint = gettext("marked on the board") if hexes and not at else ""
    if here and (at or (key == "bid" and len(by_place) == 1)):
        hint = place_of(here[0])
    return Section(key=key, title=_title(key, view), hint=hint, choices=tuple(choices))


def _title(key: str, view: Mapping[str, Json]) -> str:
    """The heading of a question; spades that are to be used are counted in it."""
    if key == "pass" and view["phase"] == "cards":
        return gettext("Which bonus card")
    turn = view["turn"]
    spades = int(turn["spades"]) if turn and key == "spades" else 0
    if spades:
        return ngettext("Where to use %(count)s spade", "Where to use %(count)s spades", spades) % {
            "count": spades
        }
    return str(TITLES.get(key, TITLES["other"]))


def choice_of(
    offer: Offer,
    *,
    line: str,
    terrain: Mapping[str, str],
    names: Names,
    tiles: Mapping[str, Json] | None = None,
) -> Choice:
    """`tiles`: what is printed on all of them, if that shall be shown."""
    whole = appended(line, offer.line)
    label, swatch, icon = label_of(offer, terrain)
    printed = _printed(offer.target, tiles or {})
    # What a priest brings stands in the label, what a tile brings is printed on it.
    told = offer.verb == "send" or (printed and offer.target_kind != "bonus")
    return Choice(
        label=label,
        query=query_of(line=whole),
        line=whole,
        swatch=swatch,
        icon=icon,
        price=bag(offer.price),
        gain=() if told else bag(offer.gain, plus=True),
        printed=printed,
        notes=tuple(
            note_sentence(note, names) for note in offer.notes if note.code not in SAID_OF_ALL
        ),
    )


def _printed(key: str, tiles: Mapping[str, Json]) -> tuple[tuple[Part, ...], ...]:
    if key not in tiles:
        return ()
    tile = tile_of(key, tiles)
    return tuple(row for row in (tile.head, *tile.rows) if row)
