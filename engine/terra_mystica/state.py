"""The position: frozen values, changed only by `evolve`.

Dictionaries in here are never written to; a change makes a new one.
"""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec.structs import replace

from engine.terra_mystica.factions import FACTIONS
from engine.terra_mystica.factions.model import Faction
from engine.terra_mystica.maps import land_of
from engine.terra_mystica.maps.land import Land
from engine.terra_mystica.terms import BUILDINGS

Phase = Literal[
    "deal",
    "auction",
    "sealed-bids",
    "factions",
    "terrain",
    "dwellings",
    "cards",
    "unlock-income",
    "play",
    "spades",
    "unlock-cults",
    "over",
]
"""R2.6. Income and clean-up need no decision and pass by themselves."""

NO_SEAT = -1
NO_BID = -1


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """What was agreed when the table was made (options of the README of a record, R1)."""

    map: str = "original"
    """The key of a map of the game, or the text of a custom one."""
    setup: str = "choice"
    factions: tuple[str, ...] = ()
    """Factions that may be chosen, drawn or dealt."""
    draft_size: int = 0
    """How many of them are drawn for the players to choose from; 0: no draft."""
    strict_leech: bool = True
    strict_conversion: bool = True
    strict_double_turn: bool = True
    power_when_declined: bool = True
    variable_order: bool = True
    vp_2017: bool = False
    starting_vp: dict[str, int] = {}
    """Points agreed for single factions: the record of an auction has them."""
    tile_options: tuple[str, ...] = ()
    """Options that bring tiles into the game (R13)."""
    final_draw: int = 0
    """How many extra final tiles are drawn (R1.4)."""
    final_tiles: tuple[str, ...] = ()
    """Extra final tiles agreed beforehand."""
    explicit: bool = False
    """Nothing is answered or waived by the engine: the lines of a record hold every answer."""


class Bridge(msgspec.Struct, frozen=True):
    a: str
    b: str
    seat: int


class Offer(msgspec.Struct, frozen=True, kw_only=True):
    """Power offered by one building event to one player (R7)."""

    id: int
    event: int
    to: int
    by: int
    size: int
    able: bool
    """Fixed when the offer is made, looked at again only by R7.7."""
    spoiled: bool = False
    """It can only be declined any more (R7.6)."""
    row: int


class PowerEvent(msgspec.Struct, frozen=True, kw_only=True):
    """A building of a faction that cares who took power from it (R11.3, R12.7)."""

    id: int
    by: int
    waiting: tuple[int, ...]
    """Able opponents who have not answered."""
    accepted: bool = False
    declined: bool = False
    lapsed: bool = False
    """Somebody dropped out instead of answering: no power for this event (R7.7)."""


class Turn(msgspec.Struct, frozen=True, kw_only=True):
    """The turn in progress: what was done in it and what the player on turn still owes."""

    seat: int
    row: int
    actions: int = 1
    """Actions that may, and must, still be taken."""
    acted: bool = False
    double: bool = False
    over: bool = False
    """Ended by `pass` or a new home terrain: nothing may follow in the line (N1.6)."""
    space: str = ""
    """The action in progress: "", a command word or an action space."""
    spades: int = 0
    bought: int = 0
    one_hex: bool = True
    may_add: bool = False
    touched: tuple[str, ...] = ()
    """Hexes transformed in this action."""
    made_home: tuple[str, ...] = ()
    flight: str = ""
    """Where a tunnel or carpet went in this action."""
    may_build: bool = False
    built: bool = False
    bridges: int = 0
    steps: int = 0
    """Cult steps to be placed in this turn."""
    same_track: bool = False
    """They all go to one track (ACTA)."""
    sandstorm: bool = False
    free_dwelling: bool = False
    free_upgrade: bool = False
    new_home: bool = False
    volcano: bool = False
    """Announced by `dig`, not yet placed."""
    payment: int = 0
    """Cult steps to be paid on one track for a volcano (R12.6)."""
    downs: tuple[int, int, int, int] = (0, 0, 0, 0)
    """Steps taken down before TW5 or TW6 to leave a track at 9 (R8.4)."""


class Player(msgspec.Struct, frozen=True, kw_only=True):
    """One seat."""

    seat: int
    faction: str = ""
    vp: int = 0
    c: int = 0
    w: int = 0
    p: int = 0
    bowls: tuple[int, int, int] = (0, 0, 0)
    cults: tuple[int, int, int, int] = (0, 0, 0, 0)
    keys: int = 0
    priest_limit: int = 0
    shipping: int = 0
    dig: int = 0
    range: int = 0
    """Extra carpet range from town tiles."""
    bridges: int = 0
    """Bridges left."""
    chosen: str = ""
    """Terrain chosen at set-up; home terrain of factions with a fixed colour."""
    unlocked: tuple[str, ...] = ()
    buildings: dict[str, str] = {}
    counts: dict[str, int] = msgspec.field(default_factory=lambda: dict.fromkeys(BUILDINGS, 0))
    in_town: tuple[str, ...] = ()
    spans: tuple[str, ...] = ()
    """River hexes that connect buildings for towns (R8.8)."""
    card: str = ""
    favors: tuple[str, ...] = ()
    towns: tuple[str, ...] = ()
    used: tuple[str, ...] = ()
    """Own action spaces used this round."""
    passed: bool = False
    dropped: bool = False
    blocked: tuple[int, ...] = ()
    """Tracks on which a step to 10 was lost for lack of a key since the last turn began (R8.3)."""
    favors_due: int = 0
    towns_due: int = 0
    contested: tuple[tuple[str, ...], ...] = ()
    """Clusters completed at once with fewer town tiles left: some of them become towns (R8.6)."""
    contested_due: int = 0
    """How many of the towns due are among those."""
    steps_due: int = 0
    claims_due: int = 0
    """Keys at hand for blocked tracks, too few for all of them."""
    tokens_due: int = 0
    """Rights to buy a token (R12.7)."""
    unlocks_due: int = 0
    conversion_due: int = 0
    """Workers that may become priests (R11.2)."""
    spades_due: int = 0
    """Cult-bonus spades (R9.6)."""
    points: dict[str, int] = {}
    """Victory points by source, paid ones negative."""
    since: int = 0
    """The log row in which the newest of the dues arose."""

    @property
    def board(self) -> Faction:
        return FACTIONS[self.faction]

    @property
    def home(self) -> str:
        """The terrain this player's dwellings stand on."""
        return FACTIONS[self.faction].terraforming.home(self.chosen)


class Auction(msgspec.Struct, frozen=True, kw_only=True):
    """R1.12: one token at a time goes to the highest bidder."""

    tokens: tuple[str, ...]
    """Factions that nobody has taken yet."""
    opener: int
    bidder: int
    """Whose bid or pass is awaited; nobody's while the winner chooses."""
    bid: int = NO_BID
    leader: int = NO_SEAT
    out: tuple[int, ...] = ()
    """Who passed in this auction round."""
    choosing: bool = False
    """The leader has won the round: he names faction and position."""
    positions: dict[str, int] = {}
    """Turn-order position (from 1) -> seat."""
    since: int = 0
    """The log row in which the present question arose."""


class SealedBid(msgspec.Struct, frozen=True, kw_only=True):
    """All that one player bids in the fast auction; what is not named is 0."""

    row: int
    """The log row of the answer: a later answer replaces it whole."""
    factions: dict[str, int] = {}
    positions: dict[str, int] = {}


class State(msgspec.Struct, frozen=True, kw_only=True):
    """A whole position. No names, no clocks; the only secrets are sealed bids (R0.5)."""

    options: Options
    phase: Phase
    players: tuple[Player, ...]
    round: int = 0
    row: int = 0
    """Lines played so far."""
    order: tuple[int, ...] = ()
    """Turn order of this round."""
    passed: tuple[int, ...] = ()
    """Who passed this round, in order."""
    queue: tuple[int, ...] = ()
    """Who must decide one after the other in set-up and Phase III."""
    turn: Turn | None = None
    terrain: dict[str, str] = {}
    occupied: dict[str, int] = {}
    bridges: tuple[Bridge, ...] = ()
    offers: tuple[Offer, ...] = ()
    events: tuple[PowerEvent, ...] = ()
    serial: int = 0
    """Numbers given to offers and events so far."""
    favors: dict[str, int] = {}
    towns: dict[str, int] = {}
    cards: dict[str, int] = {}
    """Bonus cards nobody holds, with the coins on them."""
    scoring: tuple[str, ...] = ()
    final: tuple[str, ...] = ()
    taken: tuple[str, ...] = ()
    """Power actions taken this round."""
    spaces: tuple[tuple[int, ...], ...] = ((-1,) * 4,) * 4
    """Order spaces of the four cults, 3-step space first: the seat of the priest there, or -1."""
    colours: tuple[str, ...] = ()
    """Colours dealt to the seats, if they are dealt."""
    pool: tuple[str, ...] = ()
    """Factions drawn for this game: a draft, or the tokens of an auction."""
    opener: int = NO_SEAT
    """Who opens the first auction round, if drawn."""
    auction: Auction | None = None
    bids: dict[str, SealedBid] = {}
    """Sealed bids by seat."""
    sealed_rows: tuple[int, ...] = ()
    """Log rows that held sealed bids."""

    @property
    def land(self) -> Land:
        return land_of(self.options.map)

    def with_player(self, seat: int, player: Player) -> State:
        players = self.players
        return replace(self, players=(*players[:seat], player, *players[seat + 1 :]))
