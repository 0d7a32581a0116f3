"""The options of Terra Mystica in words."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from engine.api import Json
from games.presenters.options.words import GameWords, OptionGroup, OptionWords, PresetWords, Words
from games.presenters.terra_mystica.names import FACTIONS, TERRAIN

MAP_NAMES: dict[str, Words] = {
    "original": _("Original map"),
    "fire-and-ice-1": _("Fire & Ice, side 1"),
    "fire-and-ice-2": _("Fire & Ice, side 2"),
    "loon-lakes": _("Loon Lakes"),
    "fjords": _("Fjords"),
    "archipelago": _("Archipelago"),
    "custom": _("A map of our own"),
}
ICE = "fire-and-ice-factions/ice"
VOLCANO = "fire-and-ice-factions/volcano"
VARIABLE = "fire-and-ice-factions/variable_v5"

OPTIONS: dict[str, OptionWords] = {
    "map": OptionWords(_("Map"), _("The board that is played on."), MAP_NAMES),
    "preset": OptionWords(
        _("Preparation"),
        _("A first game is prepared by the rulebook: map, factions, dwellings and tiles."),
        {"none": _("Our own choice"), "first-game": _("First game")},
    ),
    "map-text": OptionWords(
        _("Map of our own"),
        _(
            "A line per row, a letter per hex: Y desert, U plains, K swamp, B lakes, G forest, "
            "S mountains, R wasteland, ~ river. Rows are by turns one hex longer and shorter; if "
            "the first one is shorter, begin with the line “# first row B”."
        ),
    ),
    "auction": OptionWords(
        _("Auction"),
        _(
            "Factions are drawn and players bid starting points for a faction and a place in the "
            "turn order. Everybody starts from 40 points."
        ),
        {"none": _("None"), "open": _("One by one"), "sealed": _("Sealed")},
    ),
    "setup": OptionWords(
        _("Choice of factions"),
        _("How players come to their factions."),
        {
            "choice": _("Chosen in turn"),
            "draft": _("Some are drawn, then chosen in turn"),
            "random-colours": _("Colours dealt, then a choice of two"),
            "random": _("Dealt at random"),
        },
    ),
    "draft-size": OptionWords(
        _("Factions drawn"),
        _("How many factions are drawn to choose from: at least one for each player."),
    ),
    "allowed-factions": OptionWords(
        _("Only these factions"), _("No others come into the game. None ticked: all."), FACTIONS
    ),
    "starting-vp": OptionWords(
        _("Starting points"),
        _("By faction: the weaker ones start with more, as published in 2017."),
        {"20": _("20 each"), "2017": _("By faction")},
    ),
    "variable-turn-order": OptionWords(
        _("Variable turn order"),
        _("Who passes first begins the next round, and so on."),
    ),
    ICE: OptionWords(_("Ice factions"), _("Fire & Ice: Ice Maidens and Yetis may be chosen.")),
    VOLCANO: OptionWords(
        _("Volcano factions"), _("Fire & Ice: Dragonlords and Acolytes may be chosen.")
    ),
    VARIABLE: OptionWords(
        _("Factions without a fixed home"),
        _("Fire & Ice: Shapeshifters and Riverwalkers may be chosen."),
    ),
    "fire-and-ice-final-scoring": OptionWords(
        _("Extra final scoring"),
        _("One of four extra final scoring tiles is drawn."),
    ),
    "final-tiles": OptionWords(
        _("Final scoring tiles agreed beforehand"),
        _("These are used for certain, each scored for itself."),
        {
            "building-on-edge": _("Outposts"),
            "connected-clusters": _("Settlements"),
            "connected-distance": _("Greatest distance"),
            "connected-sa-sh-distance": _("Stronghold and sanctuary"),
        },
    ),
    "mini-expansion-1": OptionWords(
        _("Town tiles of the small expansion"), _("Four more town tiles: TW6 to TW8.")
    ),
    "shipping-bonus": OptionWords(
        _("Shipping bonus card"), _("BON10: points for shipping when you pass.")
    ),
    "temple-scoring-tile": OptionWords(_("Temple scoring tile"), _("SCORE9: points for temples.")),
    "banned-factions": OptionWords(_("Factions left out"), _("Nobody may choose these."), FACTIONS),
    "strict-leech": OptionWords(
        _("Power is answered in order"),
        _(
            "An offer of power that was overtaken by a later one, or by a conversion, can only be "
            "declined."
        ),
    ),
    "errata-cultist-power": OptionWords(
        _("Power when all decline"),
        _("Cultists gain 1 power when all their neighbours decline."),
    ),
    "strict-darkling-sh": OptionWords(
        _("Darklings: priests at once"),
        _("The stronghold's conversion is used in the turn it is built, or never."),
    ),
    "strict-chaosmagician-sh": OptionWords(
        _("Chaos Magicians: passing ends a double turn"),
        _("Who passes as the first of two actions has no second one."),
    ),
}

GROUPS = (
    OptionGroup(
        "board",
        _("Board and factions"),
        (
            "preset",
            "map",
            "map-text",
            "auction",
            "setup",
            "draft-size",
            "variable-turn-order",
        ),
    ),
    OptionGroup(
        "expansions",
        _("Expansions"),
        (
            ICE,
            VOLCANO,
            VARIABLE,
            "fire-and-ice-final-scoring",
            "mini-expansion-1",
            "shipping-bonus",
            "temple-scoring-tile",
        ),
    ),
    OptionGroup(
        "details",
        _("Balance"),
        ("starting-vp", "final-tiles", "banned-factions", "allowed-factions"),
        folded=True,
    ),
    OptionGroup(
        "fine-print",
        _("Fine print of the rules"),
        (
            "strict-leech",
            "errata-cultist-power",
            "strict-darkling-sh",
            "strict-chaosmagician-sh",
        ),
        folded=True,
    ),
)

PRESETS = {
    "beginner": PresetWords(
        help=_("The prepared first game on the original map. Slow, and without rating."),
        seats=3,
        rated=False,
        hours=5 * 24,
    ),
    "league": PresetWords(
        help=_("The original map with all factions, points by faction, extra final scoring."),
        seats=4,
        rated=True,
        hours=3 * 24,
    ),
    "everything": PresetWords(
        help=_("The same on the map of Fire & Ice: all there is."),
        seats=4,
        rated=True,
        hours=3 * 24,
    ),
}

REFUSALS: dict[str, Words] = {
    "too-few-factions": _(
        "Too many factions are left out: with those that remain, %(seats)s players cannot all "
        "have a colour of their own."
    ),
    "no-tile-left": _("All final scoring tiles are agreed beforehand: none is left to draw."),
    "allowed-and-banned": _("Both allowed and left out: %(factions)s."),
    "expansion-off": _("The expansion of these factions is not chosen: %(options)s."),
    "draft-size": _("Between %(minimum)s and %(maximum)s factions can be drawn here."),
    "too-few-shores": _(
        "On this map river-bound factions find too few places to begin (%(colours)s)."
    ),
    "bad-map": _("This map cannot be played on. %(errors)s"),
}


def facts_in_words(facts: Mapping[str, Json]) -> dict[str, Json]:
    """Keys of factions and colours by name."""
    said = dict(facts)
    for key in ("factions", "options"):
        if key in said:
            said[key] = ", ".join(str(FACTIONS.get(name, name)) for name in said[key])
    if "colours" in said:
        said["colours"] = ", ".join(str(TERRAIN.get(name, name)) for name in said["colours"])
    if "errors" in said:
        said["errors"] = " ".join(_map_error(error) for error in said["errors"])
    return said


MAP_FAULTS: dict[str, Words] = {
    "first-row": _("The first row is called A or B."),
    "unknown-terrain": _("Row %(row)s, hex %(column)s: there is no terrain “%(letter)s”."),
    "rows": _("It has %(count)s rows; there may be %(least)s to %(most)s."),
    "columns": _("Its rows have %(count)s hexes; there may be %(least)s to %(most)s."),
    "row-length": _("Row %(row)s has %(hexes)s hexes and should have %(wanted)s."),
    "too-much-river": _("It has %(hexes)s river hexes; there may be %(most)s."),
    "unreachable-land": _("Nobody could ever reach this land: %(hexes)s."),
    "missing-terrain": _("These terrains are missing: %(colours)s."),
}


def _map_error(error: Mapping[str, Json]) -> str:
    """A fault of a map in a sentence."""
    words = MAP_FAULTS.get(str(error["code"]), _("Something is wrong with it."))
    facts = dict(error.get("facts", {}))
    if isinstance(facts.get("hexes"), list):
        facts["hexes"] = ", ".join(facts["hexes"])
    if "colours" in facts:
        facts["colours"] = ", ".join(str(TERRAIN.get(name, name)) for name in facts["colours"])
    return str(words) % facts


def tags(options: Mapping[str, Json]) -> list[Words]:
    if options.get("preset", "none") == "first-game":
        return [_("First game, all prepared")]
    found: list[Words] = [_how_factions_come(options)]
    if any(options.get(key) for key in (ICE, VOLCANO, VARIABLE)):
        found.append(_("Fire & Ice"))
    else:
        found.append(_("Base factions"))
    if options.get("fire-and-ice-final-scoring") or options.get("final-tiles"):
        found.append(_("Extra final scoring"))
    if options.get("starting-vp") == "2017":
        found.append(_("Points by faction"))
    if not options.get("variable-turn-order", True):
        found.append(_("Fixed turn order"))
    if options.get("banned-factions") or options.get("allowed-factions"):
        found.append(_("Some factions left out"))
    return found


def _how_factions_come(options: Mapping[str, Json]) -> Words:
    if options.get("auction", "none") != "none":
        return _("Factions by auction")
    return {
        "random": _("Factions at random"),
        "random-colours": _("Colours dealt"),
        "draft": _("Factions drawn, then chosen"),
    }.get(str(options.get("setup")), _("Factions in turn"))


TERRA_MYSTICA = GameWords(
    name=_("Terra Mystica"),
    options=OPTIONS,
    groups=GROUPS,
    presets=PRESETS,
    refusals=REFUSALS,
    facts=facts_in_words,
    tags=tags,
    pictured="map",
    mirrored={"setup": "random"},
)
