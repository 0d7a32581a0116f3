"""Every faction ability and every tile effect of Terra Mystica, and by which event it shows.

An effect is seen when an event of its kind happens; what only changes what is allowed or counted
has no event of its own and is listed with the reason.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from engine.api import Event
from engine.terra_mystica.tiles.bonus import BONUS_CARDS
from engine.terra_mystica.tiles.favors import FAVOR_TILES
from engine.terra_mystica.tiles.scoring import FINAL_TILES, SCORING_TILES
from engine.terra_mystica.tiles.towns import TOWN_TILES


class Sight(NamedTuple):
    """An event of a seat, with what was known of the seat before it."""

    event: Event
    faction: str
    stronghold: bool
    taken: frozenset[str]
    """Power actions taken before in this round."""

    @property
    def source(self) -> str:
        return self.event.source

    @property
    def kind(self) -> str:
        return self.event.kind

    def change(self, name: str) -> int:
        return self.event.delta.get(name, 0)

    def fact(self, name: str) -> Any:
        return self.event.facts.get(name)


Shows = Callable[[Sight], bool]


class Ability(NamedTuple):
    owner: str
    name: str
    shows: Shows | None
    why: str = ""
    """Why it never shows, where it does not."""


FINALS = ("network", "fire", "water", "earth", "air", *FINAL_TILES)
"""What is counted at the end of a game."""


def _space(key: str) -> Shows:
    return lambda s: s.kind == "space-used" and s.fact("space") == key


def _gain(source: str, name: str) -> Shows:
    return lambda s: s.source == source and s.change(name) > 0


def _due(what: str, source: str, least: int = 1) -> Shows:
    return lambda s: (
        s.kind == "due"
        and s.fact("what") == what
        and s.source == source
        and int(s.fact("count")) >= least
    )


def _happens(kind: str, source: str | None = None) -> Shows:
    return lambda s: s.kind == kind and source in (None, s.source)


def _power(source: str, amount: int) -> Shows:
    """Power given, whether or not it found room."""
    return lambda s: (
        s.source == source and int(s.fact("pw") or 0) + int(s.fact("lost_pw") or 0) == amount
    )


def _from_spades(s: Sight) -> bool:
    return s.source in ("ACT5", "ACT6", "BON1") or s.source.startswith("cult:")


def _with_stronghold(shows: Shows) -> Shows:
    return lambda s: s.stronghold and shows(s)


FACTION_ABILITIES = (
    Ability(
        "alchemists", "points into coins", lambda s: s.source == "convert" and s.change("vp") < 0
    ),
    Ability("alchemists", "coins into points", _gain("convert", "vp")),
    Ability("alchemists", "stronghold: 12 power", _power("alchemists", 12)),
    Ability(
        "alchemists",
        "stronghold: power for spades",
        lambda s: s.source == "alchemists" and not _power("alchemists", 12)(s),
    ),
    Ability("darklings", "points for bought spades", _gain("darklings", "vp")),
    Ability("darklings", "stronghold: workers into priests", _gain("darklings", "p")),
    Ability("cultists", "a step when power is taken", _due("steps_due", "power-taken")),
    Ability("cultists", "power when all decline", _happens("changed", "all-declined")),
    Ability("cultists", "stronghold: 7 points", _gain("cultists", "vp")),
    Ability("halflings", "a point per spade", _gain("halflings", "vp")),
    Ability("halflings", "stronghold: three spades", _happens("transformed", "upgrade")),
    Ability("engineers", "bridge for two workers", lambda s: s.source == "ACTE"),
    Ability("engineers", "stronghold: points for bridges", _gain("engineers", "vp")),
    Ability("dwarves", "tunnel", _gain("tunnel", "vp")),
    Ability("dwarves", "stronghold: cheaper tunnel", _with_stronghold(_gain("tunnel", "vp"))),
    Ability("mermaids", "town across a river", _happens("river-spanned")),
    Ability("mermaids", "stronghold: shipping", _happens("track-raised", "mermaids")),
    Ability("swarmlings", "workers for a town", _gain("swarmlings", "w")),
    Ability("swarmlings", "stronghold: free trading post", _space("ACTS")),
    Ability("auren", "stronghold: favor tile", _due("favors_due", "SH")),
    Ability("auren", "stronghold: two cult steps", _space("ACTA")),
    Ability("witches", "points for a town", _gain("witches", "vp")),
    Ability("witches", "stronghold: ride", _space("ACTW")),
    Ability("chaosmagicians", "two favor tiles for a temple", _due("favors_due", "TE", 2)),
    Ability("chaosmagicians", "two favor tiles for the sanctuary", _due("favors_due", "SA", 2)),
    Ability("chaosmagicians", "stronghold: double turn", _space("ACTC")),
    Ability("giants", "two spades to any hex", _happens("transformed", "dig")),
    Ability("giants", "stronghold: two free spades", _space("ACTG")),
    Ability("fakirs", "carpet", _gain("carpet", "vp")),
    Ability("fakirs", "carpet with stronghold", _with_stronghold(_gain("carpet", "vp"))),
    Ability("fakirs", "range from a town tile", _happens("track-raised", "TW7")),
    Ability("nomads", "third dwelling", None, "always placed at set-up"),
    Ability("nomads", "stronghold: sandstorm", _space("ACTN")),
    Ability("icemaidens", "favor tile at set-up", _due("favors_due", "icemaidens")),
    Ability("icemaidens", "stronghold: points for temples", _gain("icemaidens", "vp")),
    Ability(
        "yetis",
        "cheaper power actions",
        lambda s: s.kind == "space-used" and bool(s.fact("shared")),
    ),
    Ability(
        "yetis",
        "stronghold: action taken again",
        lambda s: s.kind == "space-used" and s.fact("space") in s.taken,
    ),
    Ability("yetis", "power 4 of stronghold and sanctuary", None, "shows in offers and towns only"),
    Ability("dragonlords", "volcano for tokens", _happens("changed", "volcano")),
    Ability("dragonlords", "tokens for spades", lambda s: _from_spades(s) and s.change("p1") > 0),
    Ability("dragonlords", "stronghold: tokens", _gain("dragonlords", "p1")),
    Ability("acolytes", "volcano for cult steps", _happens("cult-moved", "volcano")),
    Ability("acolytes", "cult steps for spades", _happens("cult-moved", "cult-step")),
    Ability(
        "acolytes",
        "stronghold: a step more per priest",
        _with_stronghold(_happens("cult-moved", "priest")),
    ),
    Ability("shapeshifters", "token for a point", _gain("token", "p3")),
    Ability("shapeshifters", "power when all decline", _happens("changed", "all-declined")),
    Ability("shapeshifters", "stronghold: new home for power", _happens("home-chosen", "ACTH5")),
    Ability("shapeshifters", "stronghold: new home for tokens", _happens("home-chosen", "ACTH6")),
    Ability("riverwalkers", "terrain for a priest", _happens("unlocked")),
    Ability("riverwalkers", "priest kept", _happens("changed", "priest")),
    Ability("riverwalkers", "stronghold: bridges", _with_stronghold(_happens("bridge-built"))),
)


def _tile_effects() -> Iterator[Ability]:
    for card in BONUS_CARDS.values():
        yield Ability(card.key, "income", _happens("changed", f"income:{card.key}"))
        if card.action is not None:
            yield Ability(card.key, "action", _space(card.action.key))
        if card.pass_vp:
            yield Ability(card.key, "points for passing", _gain(card.key, "vp"))
        if card.shipping:
            yield Ability(card.key, "shipping", None, "shows in what can be reached only")
    for tile in FAVOR_TILES.values():
        yield Ability(tile.key, "cult steps", _happens("cult-moved", tile.key))
        if tile.income:
            yield Ability(tile.key, "income", _happens("changed", f"income:{tile.key}"))
        if tile.action is not None:
            yield Ability(tile.key, "action", _space(tile.action.key))
        if tile.built_vp or tile.pass_vp:
            yield Ability(tile.key, "points", _gain(tile.key, "vp"))
        if tile.town_power < 7:
            yield Ability(tile.key, "town at once", _due("towns_due", tile.key))
    for town in TOWN_TILES.values():
        yield Ability(town.key, "points", _gain(town.key, "vp"))
        yield Ability(town.key, "key", _gain(town.key, "keys"))
        for name in ("c", "w", "p"):
            if getattr(town.gain, name):
                yield Ability(town.key, f"gain {name.upper()}", _gain(town.key, name))
        if town.gain.pw:
            yield Ability(town.key, "power", _power(town.key, town.gain.pw))
        if town.steps:
            yield Ability(town.key, "cult steps", _happens("cult-moved", town.key))
        if town.shipping:
            yield Ability(town.key, "shipping", _happens("track-raised", town.key))
    for score in SCORING_TILES.values():
        yield Ability(score.key, "points", _gain(score.key, "vp"))
        if score.spades:
            yield Ability(score.key, "cult bonus: spades", _due("spades_due", f"cult:{score.key}"))
        else:
            yield Ability(score.key, "cult bonus", _happens("changed", f"cult:{score.key}"))
    for final in FINALS:
        yield Ability(final, "final points", _gain(f"final:{final}", "vp"))


TILE_EFFECTS = tuple(_tile_effects())
