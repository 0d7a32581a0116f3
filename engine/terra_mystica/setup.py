"""Before the first round (R1): what is drawn, who chooses and places in which order."""

from __future__ import annotations

from dataclasses import dataclass

from engine.terra_mystica.factions import FACTIONS
from engine.terra_mystica.maps import land_of
from engine.terra_mystica.state import NO_SEAT, Options, Player, State
from engine.terra_mystica.terms import ROUNDS, WHEEL
from engine.terra_mystica.tiles.bonus import BONUS_CARDS
from engine.terra_mystica.tiles.favors import FAVOR_TILES
from engine.terra_mystica.tiles.scoring import FINAL_TILES, SCORING_TILES
from engine.terra_mystica.tiles.towns import TOWN_TILES


@dataclass(frozen=True, slots=True)
class Deal:
    """Something chance must decide: `count` of `items`."""

    what: str
    items: tuple[str, ...]
    count: int
    upper: bool = True


def new_state(options: Options, seats: int) -> State:
    """The table before anything was drawn or decided."""
    on = options.tile_options
    return State(
        options=options,
        phase="deal",
        players=tuple(Player(seat=seat) for seat in range(seats)),
        order=tuple(range(seats)),
        terrain=dict(land_of(options.map).terrain),
        favors={tile.key: tile.count for tile in FAVOR_TILES.values()},
        towns={
            tile.key: tile.count
            for tile in TOWN_TILES.values()
            if not tile.option or tile.option in on
        },
        final=options.final_tiles,
    )


def deals_open(state: State) -> list[Deal]:
    """What is still to be drawn before anybody chooses."""
    if state.phase != "deal":
        return []
    options = state.options
    on = options.tile_options
    deals = []
    if not state.scoring:
        tiles = tuple(
            tile.key for tile in SCORING_TILES.values() if not tile.option or tile.option in on
        )
        deals.append(Deal("scoring", tiles, ROUNDS))
    if not state.cards:
        cards = tuple(
            card.key for card in BONUS_CARDS.values() if not card.option or card.option in on
        )
        deals.append(Deal("bonus", cards, len(state.players) + 3))
    wanted = options.final_draw + len(options.final_tiles)
    if len(state.final) < wanted:
        left = tuple(tile for tile in FINAL_TILES if tile not in options.final_tiles)
        deals.append(Deal("final", left, options.final_draw, upper=False))
    if options.setup == "random-colours" and not state.colours:
        boards = {FACTIONS[key].colour for key in options.factions}
        colours = tuple(colour for colour in WHEEL if colour in boards)
        deals.append(Deal("colours", colours, len(state.players), upper=False))
    deals += _faction_deals(state)
    return deals


def _faction_deals(state: State) -> list[Deal]:
    """Factions that are drawn, and who opens the auction (R1.12.1, R1.12.2)."""
    options, seats = state.options, len(state.players)
    what, count = {
        "draft": ("draft", options.draft_size),
        "random": ("factions", seats),
        "auction": ("tokens", seats),
        "sealed-bids": ("tokens", seats),
    }.get(options.setup, ("", 0))
    deals = []
    if what and not state.pool:
        deals.append(Deal(what, options.factions, count, upper=False))
    if options.setup == "auction" and state.opener == NO_SEAT:
        places = tuple(str(number) for number in range(1, seats + 1))
        deals.append(Deal("opener", places, 1, upper=False))
    return deals


def dwelling_queue(state: State) -> tuple[int, ...]:
    """R1.8: there and back in order, then third dwellings, then who places last."""
    first = [
        seat
        for seat in state.order
        if _in_play(state, seat) and not state.players[seat].board.places_last
    ]
    last = [
        seat
        for seat in state.order
        if _in_play(state, seat) and state.players[seat].board.places_last
    ]
    third = [seat for seat in first if state.players[seat].board.start.dwellings > 2]
    return (*first, *reversed(first), *third, *last)


def card_queue(state: State) -> tuple[int, ...]:
    """R1.9: reverse order."""
    return tuple(seat for seat in reversed(state.order) if _in_play(state, seat))


def _in_play(state: State, seat: int) -> bool:
    player = state.players[seat]
    return bool(player.faction) and not player.dropped
