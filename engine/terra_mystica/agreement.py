"""From what a lobby sends to `Options`; whatever does not fit together is refused with a code."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import msgspec

from engine.api import Json, Option, OptionError
from engine.terra_mystica.factions import FACTIONS
from engine.terra_mystica.factions.first_game import FIRST_GAMES
from engine.terra_mystica.maps import CUSTOM, key_of, land_of
from engine.terra_mystica.maps.inspection import inspect_map
from engine.terra_mystica.maps.land import Land, read_land
from engine.terra_mystica.options import OPTIONS, TILE_OPTIONS
from engine.terra_mystica.selection import boards_of, seats_that_fit
from engine.terra_mystica.state import Options
from engine.terra_mystica.terms import WHEEL
from engine.terra_mystica.tiles.scoring import FINAL_TILES

LONGEST_TEXT = 4000
_BY_KEY = {option.key: option for option in OPTIONS}


def read_options(chosen: Mapping[str, Json], seats: int) -> Options:
    """Check what was chosen. Raises OptionError."""
    values = _values(chosen)
    first_game = values["preset"] == "first-game"
    setup = _setup(values)
    factions = tuple(FIRST_GAMES[seats].dwellings) if first_game else _factions(values)
    if not first_game:
        _check_numbers(setup, factions, seats, values["draft-size"])
    board = "original" if first_game else _map(values)
    _check_shores(land_of(board), factions)
    tiles = tuple(tile for tile in FINAL_TILES if tile in values["final-tiles"])
    draw = values["fire-and-ice-final-scoring"] and not first_game
    if draw and len(tiles) == len(FINAL_TILES):
        raise OptionError("no-tile-left", option="fire-and-ice-final-scoring")
    return Options(
        # The first game is prepared for the original map, with fixed tiles (R1.10).
        map=board,
        setup=setup,
        factions=factions,
        draft_size=values["draft-size"] if setup == "draft" else 0,
        strict_leech=values["strict-leech"],
        strict_conversion=values["strict-darkling-sh"],
        strict_double_turn=values["strict-chaosmagician-sh"],
        power_when_declined=values["errata-cultist-power"],
        variable_order=values["variable-turn-order"],
        vp_2017=values["starting-vp"] == "2017",
        tile_options=()
        if first_game
        else tuple(option for option in TILE_OPTIONS if values[option]),
        final_draw=1 if draw else 0,
        final_tiles=() if first_game else tiles,
    )


def _values(chosen: Mapping[str, Json]) -> dict[str, Json]:
    """Every option with its value. One without meaning here may be sent with its default."""
    values = {option.key: option.default for option in OPTIONS}
    for key, value in chosen.items():
        option = _BY_KEY.get(key)
        if option is None:
            raise OptionError("unknown-option", option=str(key))
        _check_value(option, value)
        values[key] = value
    for option in OPTIONS:
        unmet = {key: want for key, want in option.needs.items() if values[key] != want}
        if unmet and values[option.key] != option.default:
            raise OptionError("needs", option=option.key, facts={"needs": unmet})
    return values


def _check_value(option: Option, value: Json) -> None:
    allowed = {key for key, _ in option.choices}
    match option.kind:
        case "flag":
            fits = isinstance(value, bool)
        case "choice":
            fits = isinstance(value, str) and value in allowed
        case "many":
            fits = isinstance(value, list | tuple) and all(
                isinstance(item, str) and item in allowed for item in value
            )
        case "number":
            fits = isinstance(value, int) and not isinstance(value, bool)
            least, most = option.minimum, option.maximum
            if fits and not (least or 0) <= value <= (value if most is None else most):
                facts = {"minimum": least, "maximum": most}
                raise OptionError("out-of-range", option=option.key, facts=facts)
        case "text":
            fits = isinstance(value, str)
            if fits and len(value) > LONGEST_TEXT:
                raise OptionError("too-long", option=option.key, facts={"longest": LONGEST_TEXT})
    if not fits:
        raise OptionError("bad-value", option=option.key)


def _setup(values: Mapping[str, Json]) -> str:
    if values["preset"] != "none":
        return str(values["preset"])
    auction = {"open": "auction", "sealed": "sealed-bids"}
    return auction.get(values["auction"], str(values["setup"]))


def _factions(values: Mapping[str, Json]) -> tuple[str, ...]:
    """Those that may come into the game (R1.6e)."""
    allowed, banned = set(values["allowed-factions"]), set(values["banned-factions"])
    both = sorted(allowed & banned)
    if both:
        raise OptionError("allowed-and-banned", option="banned-factions", facts={"factions": both})
    missing = {
        key: FACTIONS[key].option
        for key in sorted(allowed)
        if FACTIONS[key].option and not values[FACTIONS[key].option]
    }
    if missing:
        raise OptionError("expansion-off", option="allowed-factions", facts={"options": missing})
    return tuple(
        key
        for key, faction in FACTIONS.items()
        if key not in banned
        and (not allowed or key in allowed)
        and (not faction.option or values[faction.option])
    )


def _check_numbers(setup: str, factions: tuple[str, ...], seats: int, drawn: int) -> None:
    """There must be a faction for everybody, whatever is drawn or chosen."""
    boards = boards_of(factions)
    if setup == "random-colours":
        fit = len(boards.intersection(WHEEL))
    elif setup in ("choice", "draft"):
        fit = seats_that_fit(factions)
    else:
        fit = len(boards)
    if fit < seats:
        facts = {"seats": seats, "enough_for": fit}
        raise OptionError("too-few-factions", option="banned-factions", facts=facts)
    if setup == "draft" and not seats <= drawn <= len(factions):
        facts = {"minimum": seats, "maximum": len(factions)}
        raise OptionError("draft-size", option="draft-size", facts=facts)


def _check_shores(land: Land, factions: tuple[str, ...]) -> None:
    """Who must build beside a river needs places to begin, whatever terrain he chooses (R1.8)."""
    wanted = max(
        (f.start.dwellings for key in factions if (f := FACTIONS[key]).river_bound), default=0
    )
    shores = Counter(land.terrain[place] for place in land.terrain if land.waters[place])
    scarce = [colour for colour in WHEEL if shores[colour] < wanted]
    if scarce:
        raise OptionError(
            "too-few-shores", option="map", facts={"colours": scarce, "wanted": wanted}
        )


def _map(values: Mapping[str, Json]) -> str:
    """The key of a map of the game, or the text of a custom one in its plain form."""
    if values["map"] != CUSTOM:
        return str(values["map"])
    report = inspect_map(values["map-text"])
    if report.errors:
        facts = {"errors": msgspec.to_builtins(report.errors)}
        raise OptionError("bad-map", option="map-text", facts=facts)
    return key_of(report.identifier) or read_land(values["map-text"]).text
