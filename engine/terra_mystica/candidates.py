"""What might be played next: generous lists of commands; `decide` has the last word."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.terra_mystica.actions import owed
from engine.terra_mystica.auction import HIGHEST_BID, free_positions
from engine.terra_mystica.commands import Command
from engine.terra_mystica.commands.act import Act, AdvanceDigging, AdvanceShipping, spaces_of
from engine.terra_mystica.commands.auction import Bid, BidOnFaction, BidOnPosition, TakeToken
from engine.terra_mystica.commands.choose import ChooseFaction, PickColour, Unlock
from engine.terra_mystica.commands.construct import Bridge, Build, Upgrade, open_sites
from engine.terra_mystica.commands.cult import STEPS_OF_SPACE, Send, StepDown, StepUp, best_space
from engine.terra_mystica.commands.exchange import RATES, Burn, BuyToken, Convert
from engine.terra_mystica.commands.flow import Done
from engine.terra_mystica.commands.leech import Decline, Leech
from engine.terra_mystica.commands.pass_ import Pass
from engine.terra_mystica.commands.terraform import Dig, Transform
from engine.terra_mystica.commands.tiles import Connect, TakeFavor, TakeTown
from engine.terra_mystica.commands.waive import Waive
from engine.terra_mystica.cults import top_is_free
from engine.terra_mystica.factions import FACTIONS
from engine.terra_mystica.factions.terraforming import Volcano
from engine.terra_mystica.maps.reach import in_reach
from engine.terra_mystica.resources import Bag
from engine.terra_mystica.selection import setup_owed
from engine.terra_mystica.state import Player, State, Turn
from engine.terra_mystica.terms import CULTS, LAST_STEP, PERMANENT, ROUNDS, UPGRADES, WHEEL
from engine.terra_mystica.tiles.actions import POWER_ACTIONS
from engine.terra_mystica.tiles.favors import FAVOR_TILES
from engine.terra_mystica.tiles.towns import TOWN_TILES

Line = tuple[Command, ...]
TRACKS = range(len(CULTS))
MOST_SPADES = 6
"""No hex ever needs more: six steps the long way round, or less."""


def candidates(state: State, seat: int) -> Iterator[Line]:
    """Lines a seat might play now; some hold two commands, where the first alone says little."""
    me = state.players[seat]
    if me.dropped:
        return
    match state.phase:
        case "auction":
            yield from _setup(state, me)
            yield from _auction(state, seat)
        case "sealed-bids":
            yield from _sealed_bids(state)
        case "factions" | "terrain":
            yield from _setup(state, me)
        case "dwellings":
            if state.queue and state.queue[0] == seat:
                yield from ((Build(p),) for p, t in state.terrain.items() if t == me.chosen)
        case "cards":
            if state.queue and state.queue[0] == seat:
                yield from ((Pass(card),) for card in state.cards)
        case "unlock-income" | "unlock-cults":
            yield from _unlocking(me)
        case "spades":
            yield from _cult_spades(state, me)
        case "play":
            yield from _answers(state, me)
            turn = state.turn
            if turn is not None and turn.seat == seat and not turn.over:
                yield from _turn(state, me, turn)
        case _:
            return


def _setup(state: State, me: Player) -> Iterator[Line]:
    owed = setup_owed(state, me.seat)
    if "terrain" in owed:
        yield from ((PickColour(colour),) for colour in WHEEL)
    if "favor" in owed:
        yield from ((TakeFavor(tile),) for tile in FAVOR_TILES)
    if not me.faction and state.queue and state.queue[0] == me.seat:
        yield from ((ChooseFaction(faction),) for faction in FACTIONS)


def _auction(state: State, seat: int) -> Iterator[Line]:
    """Passing and bidding, or what the winner may take (R1.12)."""
    auction = state.auction
    if auction is None:
        return
    if auction.choosing and auction.leader == seat:
        for faction in auction.tokens:
            yield from ((TakeToken(faction, place),) for place in free_positions(state))
    elif auction.bidder == seat:
        yield (Pass(),)
        yield from ((Bid(points),) for points in range(auction.bid + 1, HIGHEST_BID + 1))


def _sealed_bids(state: State) -> Iterator[Line]:
    """One bid on one thing; a line may hold one on each."""
    for points in range(HIGHEST_BID + 1):
        yield from ((BidOnFaction(points, faction),) for faction in state.pool)
        for place in range(1, len(state.players) + 1):
            yield (BidOnPosition(points, place),)


def _unlocking(me: Player) -> Iterator[Line]:
    if me.unlocks_due:
        yield (Unlock("gain-priest"),)
        yield from ((Unlock(colour),) for colour in WHEEL)


def _cult_spades(state: State, me: Player) -> Iterator[Line]:
    if not state.queue or state.queue[0] != me.seat:
        return
    if me.spades_due:
        for place in _reachable(state, me, by_air=False):
            yield from ((Transform(place, c),) for c in me.board.terraforming.targets())
        yield from _counted("SPADE", me.spades_due)
    yield from _steps(me.steps_due)


def _counted(what: str, due: int) -> Iterator[Line]:
    yield from ((Waive(count, what),) for count in range(due, 0, -1))


def _steps(due: int) -> Iterator[Line]:
    for count in range(1, due + 1):
        yield from ((StepUp(count, cult),) for cult in TRACKS)
    yield from _counted("CULT", due)


def _answers(state: State, me: Player) -> Iterator[Line]:
    """What may be decided out of turn as well."""
    own = [offer for offer in state.offers if offer.to == me.seat]
    for size, by in dict.fromkeys((offer.size, offer.by) for offer in own):
        source = state.players[by].faction
        yield (Leech(size, source),)
        yield (Decline(size, source),)
    if own:
        yield (Decline(),)
    on_turn = state.turn is not None and state.turn.seat == me.seat and not state.turn.over
    if me.steps_due and not on_turn:
        yield from _steps(me.steps_due)
    if me.tokens_due:
        yield (BuyToken(),)
        yield from _counted("GAIN_P3_FOR_VP", me.tokens_due)


def _turn(state: State, me: Player, turn: Turn) -> Iterator[Line]:
    yield from _owed_tiles(state, me)
    yield from _owed_by_action(state, me, turn)
    if turn.actions:
        yield from _actions(state, me)
    elif turn.acted and not owed(state, turn):
        yield (Done(),)
    if me.board.spans_river:
        yield from ((Connect(river),) for river in state.land.places if river.startswith("r"))
    yield from _free(me)


def _owed_tiles(state: State, me: Player) -> Iterator[Line]:
    if me.favors_due:
        yield from ((TakeFavor(tile),) for tile in FAVOR_TILES)
    if me.towns_due:
        for tile, left in state.towns.items():
            for count in range(1, min(left, me.towns_due - me.contested_due) + 1):
                yield (TakeTown(count, tile),)
            if not left:
                continue
            yield from ((TakeTown(1, tile, cluster[0]),) for cluster in me.contested)
            if TOWN_TILES[tile].steps:
                yield from _choosing_tracks(state, me, tile)
    if me.claims_due:
        yield from ((StepUp(1, cult),) for cult in TRACKS)
    if me.conversion_due:
        for count in range(1, me.conversion_due + 1):
            yield (Convert((count, "w"), (count, "p")),)
        yield (Waive(me.conversion_due, "CONVERT_W_TO_P"),)
    yield from _unlocking(me)


def _choosing_tracks(state: State, me: Player, tile: str) -> Iterator[Line]:
    """Every way to leave tracks at 9 before TW5 or TW6 (R8.4)."""
    steps = TOWN_TILES[tile].steps
    near = [
        cult
        for cult in TRACKS
        if me.cults[cult] < LAST_STEP <= me.cults[cult] + steps and top_is_free(state, cult)
    ]
    for mask in range(1, 2 ** len(near)):
        left = [cult for bit, cult in enumerate(near) if mask >> bit & 1]
        downs = [StepDown(me.cults[cult] + steps - LAST_STEP + 1, cult) for cult in left]
        if me.towns_due > me.contested_due:
            yield (*downs, TakeTown(1, tile))
        for cluster in me.contested:
            yield (*downs, TakeTown(1, tile, cluster[0]))


def _owed_by_action(state: State, me: Player, turn: Turn) -> Iterator[Line]:
    if turn.payment:
        yield from ((StepDown(turn.payment, cult),) for cult in TRACKS)
    if turn.spades or turn.volcano or turn.sandstorm:
        for place in _reachable(state, me, by_air=True):
            yield (Build(place),)
            if turn.sandstorm:
                yield (Transform(place, me.home),)
            else:
                yield from ((Transform(place, c),) for c in me.board.terraforming.targets())
    elif turn.may_build:
        yield from ((Build(place),) for place in turn.made_home)
    if turn.spades:
        if turn.may_add and not turn.touched:
            yield from ((Dig(count),) for count in range(1, MOST_SPADES + 1))
        yield from _counted("SPADE", turn.spades)
    if turn.sandstorm:
        yield (Waive(1, "FREE_TF"),)
    if turn.free_dwelling:
        yield from ((Build(p),) for p, t in state.terrain.items() if t == me.home)
        yield (Waive(1, "FREE_D"),)
    if turn.free_upgrade:
        yield from ((Upgrade(p, "TP"),) for p, b in me.buildings.items() if b == "D")
        yield (Waive(1, "FREE_TP"),)
    if turn.bridges:
        yield from ((Bridge(a, b),) for a, b in open_sites(state, me.seat))
        yield from _counted("BRIDGE", turn.bridges)
    if turn.steps or me.steps_due:
        yield from _steps(turn.steps + me.steps_due)
    if turn.new_home:
        yield from ((PickColour(colour),) for colour in WHEEL)


def _reachable(state: State, me: Player, *, by_air: bool) -> list[str]:
    """Hexes that could be transformed: free, changeable, within reach."""
    near = in_reach(state, me, by_air=by_air)
    return [
        place
        for place, terrain in state.terrain.items()
        if place in near and place not in state.occupied and terrain not in PERMANENT
    ]


def _actions(state: State, me: Player) -> Iterator[Line]:
    """The eight actions (R4.2)."""
    yield from _land(state, me)
    for place, old in me.buildings.items():
        yield from ((Upgrade(place, new),) for new, needed in UPGRADES.items() if needed == old)
    yield (AdvanceShipping(),)
    yield (AdvanceDigging(),)
    if me.p:
        for cult in TRACKS:
            best = best_space(state, cult)
            yield (Send(cult),)
            yield from ((Send(cult, n),) for n in {*STEPS_OF_SPACE, 1} if n < best)
    yield from ((Act(space),) for space in (*POWER_ACTIONS, *spaces_of(me)))
    if state.round == ROUNDS:
        yield (Pass(),)
    else:
        yield from ((Pass(card),) for card in state.cards)


def _land(state: State, me: Player) -> Iterator[Line]:
    """Dwellings and spades."""
    rules = me.board.terraforming
    homes = set(me.unlocked) if me.board.river_bound else {me.home}
    for place, terrain in state.terrain.items():
        if terrain in homes and place not in state.occupied:
            yield (Build(place),)
    if isinstance(rules, Volcano):
        yield (Dig(1),)
        for place in _reachable(state, me, by_air=True):
            yield (Dig(1), Build(place))
    elif me.board.digging is not None:
        cost = me.board.digging.spade[me.dig]
        most = min(_affordable(me, cost), MOST_SPADES)
        yield from ((Dig(count),) for count in range(1, most + 1))
        for place in _reachable(state, me, by_air=True) if most else ():
            terrain = state.terrain[place]
            if terrain == me.home:
                continue
            needed = rules.price(terrain, me.home, me.chosen, 0)
            if needed <= most:
                yield (Dig(needed), Build(place))


def _affordable(me: Player, cost: Bag) -> int:
    return min(me.w // cost.w if cost.w else 99, me.p // cost.p if cost.p else 99)


def _free(me: Player) -> Iterator[Line]:
    """Sacrifice and conversions, every amount that is at hand."""
    yield from ((Burn(count),) for count in range(1, me.bowls[1] // 2 + 1))
    for (kind, wanted), (given, taken) in _rates(me):
        held = me.bowls[2] if kind == "pw" else getattr(me, kind)
        for times in range(1, min(held // given, 99 // given) + 1):
            yield (Convert((times * given, kind), (times * taken, wanted)),)


def _rates(me: Player) -> Iterable[tuple[tuple[str, str], tuple[int, int]]]:
    yield from RATES.items()
    yield from me.board.conversions.items()
