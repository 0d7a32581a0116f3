"""What is asked of self-play: players, map, options, factions, as written on a command line."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from engine.api import Json, Option, OptionError, Rules, Seat
from engine.terra_mystica.factions import FACTION_NAMES, FACTIONS
from engine.terra_mystica.maps import key_of
from engine.terra_mystica.terms import WHEEL

KEY = "terra_mystica"
ON = 0.7
"""How often a flag at random is on: what it brings into the game is to be seen."""
ANY = "any"
"""As map, or among the options: drawn anew for every game."""
WITHOUT_EFFECT = ("email-notify", "maintain-player-order")
"""Options of records that change nothing in a game of bots."""
OWN = ("custom",)
"""Maps that are not drawn: they have to be written."""


@dataclass(frozen=True, kw_only=True)
class Order:
    """What is to be played."""

    players: tuple[int, ...]
    """Numbers of players; one of them is drawn for every game."""
    seed: int
    games: int = 1
    policy: str = "random"
    map: str = ""
    options: tuple[str, ...] = ()
    """`name` for a flag, `name=value` for the others, `any` for options at random."""
    factions: tuple[str, ...] = ()
    """In seat order; the other seats choose for themselves."""


def players_for(rules: Rules[Any], order: Order, rng: Random) -> int:
    """How many play. Raises OptionError."""
    for number in order.players:
        if number not in rules.seats:
            raise OptionError(
                "seats",
                option="players",
                facts={"players": number, "from": rules.seats[0], "to": rules.seats[-1]},
            )
    return rng.choice(order.players)


def options_for(rules: Rules[Any], order: Order, players: int, rng: Random) -> dict[str, Json]:
    """The options of an order in the form of `setup`. Raises OptionError."""
    known = {option.key: option for option in rules.options()}
    values: dict[str, Json] = {}
    if ANY in order.options:
        values |= any_options(known, rng)
    for text in order.options:
        key, _, value = text.partition("=")
        if text == ANY or key in WITHOUT_EFFECT:
            continue
        if key not in known:
            raise OptionError("unknown-option", option=key)
        values[key] = read_value(known[key], value)
    if order.map:
        values["map"] = _map(known["map"], order.map, rng)
    values |= _expansions(order, players)
    rules.setup(values, players)
    return values


def any_options(known: dict[str, Option], rng: Random) -> dict[str, Json]:
    """Flags at random, more of them on than off: all that the form of a record knows.

    How factions are found and what they start with stays as it is: an auction, points by faction
    and several final tiles are played when they are asked for by name.
    """
    return {key: rng.random() < ON for key, option in known.items() if option.kind == "flag"}


def read_value(option: Option, text: str) -> Json:
    """A value as written. Raises OptionError."""
    match option.kind:
        case "flag":
            if text.lower() not in ("", "yes", "on", "no", "off"):
                raise OptionError("bad-value", option=option.key, facts={"allowed": "yes, no"})
            return text.lower() not in ("no", "off")
        case "many":
            return [word for word in text.split("+") if word]
        case "number":
            if not text.isdecimal():
                raise OptionError("bad-value", option=option.key, facts={"allowed": "a number"})
            return int(text)
        case "choice" | "text":
            return text


def _map(option: Option, name: str, rng: Random) -> str:
    boards = [key for key, _ in option.choices if key not in OWN]
    if name.lower() == ANY:
        return rng.choice(boards)
    key = key_of(name)
    if key is None:
        raise OptionError("unknown-map", option="map", facts={"map": name, "known": boards})
    return key


def _expansions(order: Order, players: int) -> dict[str, Json]:
    """Factions asked for by name bring the option they need with them."""
    if len(order.factions) > players:
        raise OptionError("too-many-factions", option="factions", facts={"players": players})
    for name in order.factions:
        if name not in FACTIONS:
            close = FACTION_NAMES.get(name.lower())
            facts: dict[str, Json] = {"faction": name, "known": [close] if close else [*FACTIONS]}
            raise OptionError("unknown-faction", option="factions", facts=facts)
    colours = [FACTIONS[name].colour for name in order.factions]
    for name, colour in zip(order.factions, colours, strict=True):
        if colours.count(colour) > 1:
            raise OptionError("same-colour", option="factions", facts={"faction": name})
    needed = {FACTIONS[name].option for name in order.factions} - {""}
    return dict.fromkeys(sorted(needed), True)


def opening_of(order: Order, rng: Random) -> list[tuple[Seat, str]]:
    """The lines of seats whose faction was asked for.

    Who chooses a terrain at once leaves those of the other factions asked for alone.
    """
    colours = [c for c in WHEEL if c not in {FACTIONS[name].colour for name in order.factions}]
    rng.shuffle(colours)
    lines = []
    for number, name in enumerate(order.factions):
        lines.append((Seat(number), f"setup {name}"))
        if FACTIONS[name].terrain_choice == "at once":
            lines.append((Seat(number), f"pick-color {colours.pop()}"))
    return lines
