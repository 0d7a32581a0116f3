"""The course of the game (R2): what follows by itself when nobody owes a decision."""

from __future__ import annotations

from engine.terra_mystica.actions import owed
from engine.terra_mystica.auction import begin_auction, end_of_auction, end_of_sealed_bids
from engine.terra_mystica.commands.choose import take_faction
from engine.terra_mystica.draft import Draft
from engine.terra_mystica.events import (
    Built,
    CoinsLaid,
    Dealt,
    Due,
    OrderSet,
    PhaseBegan,
    QueueMoved,
    RoundBegan,
    TurnBegan,
    TurnTouched,
    Waived,
)
from engine.terra_mystica.factions.first_game import FIRST_GAMES, SCORING
from engine.terra_mystica.maps.reach import reaches
from engine.terra_mystica.purse import gain, gain_spades
from engine.terra_mystica.resources import Bag
from engine.terra_mystica.scoring import score_game
from engine.terra_mystica.selection import first_owing
from engine.terra_mystica.setup import card_queue, deals_open, dwelling_queue
from engine.terra_mystica.state import Player, State, Turn
from engine.terra_mystica.terms import PERMANENT, ROUNDS
from engine.terra_mystica.tiles.bonus import BONUS_CARDS
from engine.terra_mystica.tiles.favors import FAVOR_TILES
from engine.terra_mystica.tiles.scoring import SCORING_TILES


def prepare_first_game(state: State) -> State:
    """All that is prepared for a first game (R1.10): only the first cards are chosen."""
    game = FIRST_GAMES[len(state.players)]
    draft = Draft(state, 0)
    draft.emit(Dealt("scoring", SCORING))
    draft.emit(Dealt("bonus", game.cards))
    for seat, (faction, places) in enumerate(game.dwellings.items()):
        take_faction(draft, faction, seat=seat)
        for place in places:
            draft.emit(Built(seat, place, "D", "", "start"))
    draft.emit(PhaseBegan("cards", card_queue(draft.state)))
    return draft.state


def settle(draft: Draft) -> None:
    """Let the game go on until somebody owes a decision, or it is over."""
    while _advance(draft):
        pass


def _advance(draft: Draft) -> bool:
    """One step that needs nobody; False if a decision is open."""
    state = draft.state
    match state.phase:
        case "deal":
            return _after_deal(draft)
        case "auction":
            return end_of_auction(draft)
        case "sealed-bids":
            return end_of_sealed_bids(draft)
        case "factions" | "terrain":
            return _choosing(draft)
        case "dwellings" | "cards":
            return _queueing(draft)
        case "unlock-income":
            return not _unlocks_open(state) and _begin_round(draft)
        case "play":
            return _playing(draft)
        case "spades":
            return _cult_spades(draft)
        case "unlock-cults":
            return not _unlocks_open(state) and _income(draft)
        case _:
            return False


def _after_deal(draft: Draft) -> bool:
    state = draft.state
    if deals_open(state):
        return False
    match state.options.setup:
        case "auction":
            begin_auction(draft)
        case "sealed-bids":
            draft.emit(PhaseBegan("sealed-bids"))
        case "random":
            for seat, faction in zip(state.order, state.pool, strict=True):
                if not state.players[seat].dropped:
                    take_faction(draft, faction, seat=seat)
            draft.emit(PhaseBegan("factions"))
        case _:
            draft.emit(PhaseBegan("factions", state.order))
    return True


def _choosing(draft: Draft) -> bool:
    state = draft.state
    if first_owing(state) is not None:
        return False
    waiting = tuple(
        seat
        for seat in state.queue
        if not state.players[seat].faction and not state.players[seat].dropped
    )
    if waiting != state.queue:
        draft.emit(QueueMoved(waiting))
        return True
    if waiting:
        return False
    if state.phase == "factions":
        draft.emit(PhaseBegan("terrain"))
    else:
        draft.emit(PhaseBegan("dwellings", dwelling_queue(state)))
    return True


def _queueing(draft: Draft) -> bool:
    state = draft.state
    if state.queue:
        return False
    if state.phase == "dwellings":
        draft.emit(PhaseBegan("cards", card_queue(state)))
        return True
    return _income(draft)


def _unlocks_open(state: State) -> bool:
    return any(player.unlocks_due for player in state.players)


def _income(draft: Draft) -> bool:
    """Phase I (R2.2), in turn order of the new round."""
    draft.emit(PhaseBegan("unlock-income"))
    for seat in draft.state.order:
        player = draft.state.players[seat]
        if player.faction:
            for source, bag in income_of(player):
                gain(draft, bag, source, seat)
    return True


def income_of(player: Player, *, with_card: bool = True) -> list[tuple[str, Bag]]:
    """The income of a player as things stand, by source."""
    faction = player.board
    parts = [
        (building, faction.income[building][count]) for building, count in player.counts.items()
    ]
    if player.card and with_card:
        parts.append((player.card, BONUS_CARDS[player.card].income))
    parts += [(tile, FAVOR_TILES[tile].income) for tile in player.favors]
    return [(f"income:{source}", bag) for source, bag in parts if bag]


def next_income(state: State, player: Player) -> list[tuple[str, Bag]]:
    """What the next Phase I would bring this player now; nothing after the last one."""
    paid = state.phase == "unlock-income"
    if state.round + paid >= ROUNDS or state.phase == "over":
        return []
    # A card that goes back on passing has paid already (R2.3).
    keeps_card = player.passed if state.phase == "play" else not paid
    return income_of(player, with_card=keeps_card)


def _begin_round(draft: Draft) -> bool:
    """Phase II: action spaces are free, a coin lies on each card left (R9.2, R9.7)."""
    draft.emit(PhaseBegan("play"))
    draft.emit(RoundBegan(draft.state.round + 1))
    draft.emit(CoinsLaid())
    first = _next_to_act(draft.state, None)
    if first is not None:
        draft.emit(TurnBegan(first, Turn(seat=first, row=draft.state.row)))
    return True


def _next_to_act(state: State, after: int | None) -> int | None:
    """Whose turn is next among those still in the round."""
    start = 0 if after is None else state.order.index(after) + 1
    for seat in state.order[start:] + state.order[:start]:
        player = state.players[seat]
        if player.faction and not player.passed and not player.dropped:
            return seat
    return None


def _playing(draft: Draft) -> bool:
    state = draft.state
    turn = state.turn
    if turn is not None:
        complete = turn.acted and not turn.actions and not owed(state, turn)
        if not (turn.over or complete):
            return False
        following = _next_to_act(state, turn.seat)
        if following is None:
            draft.emit(TurnTouched(None))
        else:
            draft.emit(TurnBegan(following, Turn(seat=following, row=state.row)))
        return following is None
    # Cult bonuses or the end come only when every answer is given (R7.5b).
    if state.offers or any(p.steps_due or p.tokens_due for p in state.players):
        return False
    if state.round == ROUNDS:
        score_game(draft)
        draft.emit(PhaseBegan("over"))
        return False
    _cult_bonus(draft)
    return True


def next_order(state: State) -> tuple[int, ...]:
    """Turn order of the next round (R9.3, R9.4)."""
    if state.options.variable_order:
        rest = tuple(seat for seat in state.order if seat not in state.passed)
        return state.passed + rest
    if not state.passed:
        return state.order
    # The order only ever turns round, so it is still that of the seats, or of the track (R1.12.4).
    start = state.order.index(state.passed[0])
    return state.order[start:] + state.order[:start]


def _cult_bonus(draft: Draft) -> None:
    """Phase III (R9.5): rewards of the round's tile, then spades in the new turn order."""
    state = draft.state
    tile = SCORING_TILES[state.scoring[state.round - 1]]
    order = next_order(state)
    draft.emit(PhaseBegan("spades"))
    draft.emit(OrderSet(order))
    for seat in order:
        player = draft.state.players[seat]
        if not player.faction:
            continue
        if tile.cult is None:
            position = sum(seat == sent for row in state.spaces for sent in row)
        else:
            position = player.cults[tile.cult]
        times = position // tile.every
        if times and tile.reward:
            gain(draft, tile.reward.times(times), f"cult:{tile.key}", seat)
        if times and tile.spades:
            spades = gain_spades(draft, tile.spades * times, f"cult:{tile.key}", seat)
            if spades and not player.dropped:
                draft.emit(Due(seat, "spades_due", spades, f"cult:{tile.key}"))
    draft.emit(QueueMoved(_with_cult_spades(draft.state, order)))


def _with_cult_spades(state: State, seats: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(
        seat for seat in seats if state.players[seat].spades_due or state.players[seat].steps_due
    )


def _cult_spades(draft: Draft) -> bool:
    state = draft.state
    waiting = _with_cult_spades(state, state.queue)
    if waiting != state.queue:
        draft.emit(QueueMoved(waiting))
        return True
    if not waiting:
        draft.emit(PhaseBegan("unlock-cults"))
        return True
    first = state.players[waiting[0]]
    if first.spades_due and not state.options.explicit and not _has_use(state, first):
        draft.emit(Due(first.seat, "spades_due", -first.spades_due, "no-use"))
        draft.emit(Waived(first.seat, "SPADE", first.spades_due, True))
        return True
    return False


def _has_use(state: State, player: Player) -> bool:
    """Whether some reachable hex can be changed with the cult spades at hand."""
    cheapest = 2 if player.board.terraforming.only_home else 1
    if player.spades_due < cheapest:
        return False
    home = player.home
    return any(
        place not in state.occupied
        and terrain not in PERMANENT
        and not (player.board.terraforming.only_home and terrain == home)
        and reaches(state, player, place)
        for place, terrain in state.terrain.items()
    )
