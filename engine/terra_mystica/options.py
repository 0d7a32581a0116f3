"""What may be agreed when a table is made (R1, R13): the schema of the lobby's form.

Two things that one might look for are not here, because the rules text has no figures for them:
starting points by map (`starting-vp` knows those of 2017, by faction), and a second version of the
two factions with a changing home: the option `variable_v5` is the published one (R12.7, R12.8), and
what R15 tells of older online versions is too little to play them.
"""

from __future__ import annotations

from engine.api import Option
from engine.terra_mystica.factions import FACTIONS
from engine.terra_mystica.maps import CUSTOM, MAPS, land_of
from engine.terra_mystica.tiles.scoring import FINAL_TILE_NAMES

EXPANSIONS = tuple(dict.fromkeys(faction.option for faction in FACTIONS.values() if faction.option))
TILE_OPTIONS = ("mini-expansion-1", "shipping-bonus", "temple-scoring-tile")

UNPREPARED = {"preset": "none"}
"""A prepared first game fixes map, factions and tiles (R1.10)."""
UNAUCTIONED = {**UNPREPARED, "auction": "none"}

_FACTION_CHOICES = tuple((faction.key, faction.name) for faction in FACTIONS.values())
_BOARD, _FACTIONS, _TILES, _PLAY = "Board", "Factions", "Tiles and scoring", "Fine print"


def _flag(
    key: str,
    label: str,
    text: str,
    *,
    default: bool,
    section: str,
    group: str,
    prepared: bool = False,
) -> Option:
    return Option(
        key=key,
        kind="flag",
        label=label,
        help=text,
        default=default,
        section=section,
        group=group,
        needs={} if prepared else UNPREPARED,
    )


OPTIONS = (
    Option(
        key="preset",
        kind="choice",
        label="Preparation",
        help="A first game is prepared by the rulebook: map, factions, dwellings and tiles.",
        default="none",
        choices=(("none", "We choose for ourselves"), ("first-game", "First game: all prepared")),
        section="R1.10",
        group=_BOARD,
    ),
    Option(
        key="map",
        kind="choice",
        label="Map",
        help="The board that is played on.",
        default="original",
        choices=(*MAPS.items(), (CUSTOM, "A map of our own")),
        needs=UNPREPARED,
        section="R1.1",
        group=_BOARD,
    ),
    Option(
        key="map-text",
        kind="text",
        label="Map of our own",
        help="A line per row, a letter per hex: Y desert, U plains, K swamp, B lakes, G forest, "
        "S mountains, R wasteland, ~ river. Rows are by turns one hex longer and shorter; if the "
        "first one is shorter, begin with the line “# first row B”.",
        default=land_of("original").text,
        needs={**UNPREPARED, "map": CUSTOM},
        section="R5.1",
        group=_BOARD,
    ),
    Option(
        key="auction",
        kind="choice",
        label="Auction",
        help="Factions are drawn and players bid starting points for a faction and a place in the "
        "turn order. Everybody starts from 40 points.",
        default="none",
        choices=(
            ("none", "No auction"),
            ("open", "Open: one faction after the other"),
            ("sealed", "Sealed: all bid on everything at once"),
        ),
        needs=UNPREPARED,
        section="R1.12",
        group=_FACTIONS,
    ),
    Option(
        key="setup",
        kind="choice",
        label="Choice of factions",
        help="How players come to their factions.",
        default="choice",
        choices=(
            ("choice", "Chosen in seat order"),
            ("draft", "Some are drawn, then chosen in seat order"),
            ("random-colours", "Colours dealt, then a choice of two"),
            ("random", "Dealt at random"),
        ),
        needs=UNAUCTIONED,
        section="R1.6",
        group=_FACTIONS,
    ),
    Option(
        key="draft-size",
        kind="number",
        label="Factions drawn",
        help="How many factions are drawn for the players to choose from: at least one for each.",
        default=7,
        minimum=2,
        maximum=len(FACTIONS),
        needs={**UNAUCTIONED, "setup": "draft"},
        section="R1.6",
        group=_FACTIONS,
    ),
    *(
        _flag(
            option,
            "Fire & Ice: " + " and ".join(f.name for f in FACTIONS.values() if f.option == option),
            "These factions may come into the game.",
            default=False,
            section="R12",
            group=_FACTIONS,
        )
        for option in EXPANSIONS
    ),
    Option(
        key="allowed-factions",
        kind="many",
        label="Only these factions",
        help="No others come into the game. None named: all of them.",
        default=[],
        choices=_FACTION_CHOICES,
        needs=UNPREPARED,
        section="R1.6e",
        group=_FACTIONS,
    ),
    Option(
        key="banned-factions",
        kind="many",
        label="Factions left out",
        help="These do not come into the game.",
        default=[],
        choices=_FACTION_CHOICES,
        needs=UNPREPARED,
        section="R1.6e",
        group=_FACTIONS,
    ),
    Option(
        key="starting-vp",
        kind="choice",
        label="Starting points",
        help="Twenty for everybody, or by faction as published in 2017.",
        default="20",
        choices=(("20", "20 for everybody"), ("2017", "By faction (2017)")),
        needs={"auction": "none"},
        section="R1.11",
        group=_FACTIONS,
    ),
    _flag(
        "fire-and-ice-final-scoring",
        "Extra final scoring",
        "One of four extra final scoring tiles is drawn.",
        default=False,
        section="R1.4",
        group=_TILES,
    ),
    Option(
        key="final-tiles",
        kind="many",
        label="Final scoring tiles agreed beforehand",
        help="These extra final scoring tiles are used, each scored for itself.",
        default=[],
        choices=tuple(FINAL_TILE_NAMES.items()),
        needs=UNPREPARED,
        section="R10.4",
        group=_TILES,
    ),
    _flag(
        "mini-expansion-1",
        "Town tiles TW6 to TW8",
        "Four more town tiles.",
        default=True,
        section="R13.1",
        group=_TILES,
    ),
    _flag(
        "shipping-bonus",
        "Bonus card BON10",
        "Points for shipping on passing.",
        default=True,
        section="R13.2",
        group=_TILES,
    ),
    _flag(
        "temple-scoring-tile",
        "Scoring tile SCORE9",
        "Points for temples.",
        default=True,
        section="R13.3",
        group=_TILES,
    ),
    _flag(
        "variable-turn-order",
        "Variable turn order",
        "The order of passing is the turn order of the next round.",
        default=True,
        section="R9.4",
        group=_PLAY,
        prepared=True,
    ),
    _flag(
        "strict-leech",
        "Power answers in order",
        "An offer that was overtaken by a later one or by a conversion can only be declined.",
        default=True,
        section="R7.6",
        group=_PLAY,
        prepared=True,
    ),
    _flag(
        "errata-cultist-power",
        "Power when all decline",
        "Factions that live on their neighbours' power gain 1 power when all decline.",
        default=True,
        section="R11.3",
        group=_PLAY,
        prepared=True,
    ),
    _flag(
        "strict-darkling-sh",
        "Workers to priests at once",
        "The stronghold's conversion is used in the turn of the building, or never.",
        default=True,
        section="R11.2",
        group=_PLAY,
        prepared=True,
    ),
    _flag(
        "strict-chaosmagician-sh",
        "Passing ends a double turn",
        "Who passes as the first of two actions has no second one.",
        default=True,
        section="R11.11",
        group=_PLAY,
        prepared=True,
    ),
)
"""In the order in which a form shows them."""
