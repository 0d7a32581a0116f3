"""What the log of a finished game says about factions, openings and tiles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.presenters.terra_mystica.names import (
    BONUS_CARDS,
    FACTIONS,
    MAPS,
    building_name,
    tile_name,
)

LONGEST_OPENING = 5
COLOURS: Mapping[str, tuple[str, ...]] = {
    "yellow": ("fakirs", "nomads"),
    "brown": ("halflings", "cultists"),
    "black": ("alchemists", "darklings"),
    "blue": ("mermaids", "swarmlings"),
    "green": ("witches", "auren"),
    "gray": ("engineers", "dwarves"),
    "red": ("giants", "chaosmagicians"),
    "ice": ("icemaidens", "yetis"),
    "volcano": ("dragonlords", "acolytes"),
}
"""Of the faction boards; the two whose home changes have none of their own."""
SOURCES: Mapping[str, Promise] = {
    "start": _("Start and bids"),
    "rounds": _("Round tiles"),
    "cults": _("Cults"),
    "towns": _("Towns"),
    "final": _("Largest area and final tiles"),
    "cards": _("Favor tiles and bonus cards"),
    "power": _("Power taken"),
    "other": _("Other"),
}


@dataclass
class SeatPlay:
    position: int = 0
    faction: str = ""
    buildings: list[str] = field(default_factory=list)
    first_card: str = ""
    tiles: dict[str, int] = field(default_factory=dict)
    sources: dict[str, int] = field(default_factory=dict)

    @property
    def opening(self) -> str:
        """What was built in the first round, in order."""
        return " ".join(self.buildings[:LONGEST_OPENING]) or "-"


@dataclass(frozen=True)
class TablePlay:
    scoring: tuple[str, ...]
    seats: Mapping[int, SeatPlay]


def terra_mystica_facts(
    *, events: Sequence[Mapping[str, Any]], results: Mapping[int, Mapping[str, int]]
) -> TablePlay:
    """`events` of the whole game, as they are stored; `results` are the points by source."""
    seats = {number: SeatPlay(position=number + 1) for number in results}
    scoring: tuple[str, ...] = ()
    current = 0
    for event in events:
        facts = event["facts"]
        if event["kind"] == "round-began":
            current = facts["round"]
        elif event["kind"] == "dealt" and facts["what"] == "scoring":
            scoring = tuple(facts["items"])
        seat = seats.get(event["seat"]) if event["seat"] is not None else None
        if seat is not None:
            _note(seat, event["kind"], facts, current)
    for number, details in results.items():
        for source, points in details.items():
            group = group_of(source)
            of_seat = seats[number].sources
            of_seat[group] = of_seat.get(group, 0) + points
    return TablePlay(scoring=scoring, seats=seats)


def _note(seat: SeatPlay, kind: str, facts: Mapping[str, Any], current: int) -> None:
    match kind:
        case "faction-taken":
            seat.faction = facts["faction"]
        case "position-taken":
            seat.position = facts["position"]
        case "built" if current == 1:
            seat.buildings.append(facts["building"])
        case "card-taken":
            seat.first_card = seat.first_card or facts["card"]
            seat.tiles[facts["card"]] = seat.tiles.get(facts["card"], 0) + 1
        case "favor-taken" | "town-tile-taken":
            seat.tiles[facts["tile"]] = seat.tiles.get(facts["tile"], 0) + 1


def group_of(source: str) -> str:
    """The kind of source that points come from."""
    head, _colon, tail = source.partition(":")
    if head in ("start", "bid"):
        return "start"
    if head.startswith("SCORE"):
        return "rounds"
    if head.startswith("TW"):
        return "towns"
    if head.startswith(("FAV", "BON")):
        return "cards"
    if head == "leech":
        return "power"
    if head == "final":
        return "cults" if tail in ("fire", "water", "earth", "air") else "final"
    return "other"


def fact_name(kind: str, key: str) -> str:
    """A key of the facts in the reader's language. Kinds are those of `PlayFacts`."""
    match kind:
        case "faction":
            return str(FACTIONS.get(key, key))
        case "board":
            return str(MAPS.get(key, _("A map of our own")))
        case "source":
            return str(SOURCES.get(key, key))
        case "opening":
            return _opening_name(key)
        case "tile" if key.startswith("BON"):
            return f"{BONUS_CARDS.get(key, key)} ({key})"
        case _:
            name = tile_name(key)
            return name[:1].upper() + name[1:]


def _opening_name(key: str) -> str:
    if key == "-":
        return gettext("Nothing built")
    names = ", ".join(building_name(code) for code in key.split())
    return names[:1].upper() + names[1:]


def family_of(tile: str) -> str:
    """Which pile a tile lies in: "bonus", "favor", "town" or "scoring"."""
    for start, family in (("BON", "bonus"), ("FAV", "favor"), ("TW", "town")):
        if tile.startswith(start):
            return family
    return "scoring"


def faction_colour(faction: str) -> str:
    return next((colour for colour, factions in COLOURS.items() if faction in factions), "")
