"""The least a seat ends with: what nobody can take from it any more."""

from __future__ import annotations

from msgspec.structs import replace

from engine.terra_mystica.commands.pass_ import points_for_passing
from engine.terra_mystica.horizon import horizon
from engine.terra_mystica.phases import income_of, next_income
from engine.terra_mystica.resources import Bag, gain_power
from engine.terra_mystica.scoring import AREA_POINTS, CULT_POINTS, final_standing
from engine.terra_mystica.state import Player, State
from engine.terra_mystica.terms import CULTS
from engine.terra_mystica.tiles.scoring import ScoringTile


def certain_points(state: State, seat: int) -> int:
    """The score of a seat that only passes from now on, whatever the others do.

    It passes as soon as it may (R9.1), takes no power that costs points (R7.2), converts nothing
    and gives nothing away. Then it has for certain: the points for passing now, and in later
    rounds those that need no bonus card (FAV12, stronghold); the income of its buildings and favor
    tiles, and of the card in hand if that still pays (R2.2, R2.3); the bonuses of its steps on the
    cult tracks (R9.5); for each ranking of R10.1 to R10.4 the lowest place it can fall to; and
    the points for what it owns then (R10.5). Bonus cards yet to come count for nothing, since
    the others choose before it.
    """
    player = state.players[seat]
    if not player.faction:
        return 0
    if state.phase == "over":
        return player.vp
    ahead = horizon(state, player)
    vp = player.vp
    if ahead.in_round:
        vp += _sum(points_for_passing(state, player))
    vp += (ahead.acting - ahead.in_round) * _sum(
        points_for_passing(state, replace(player, card=""))
    )
    rich = player
    for number in range(ahead.incomes):
        bags = next_income(state, player) if number == 0 else income_of(player, with_card=False)
        for _, bag in bags:
            rich = _with(rich, bag)
    for tile in ahead.bonuses if state.scoring else ():
        times = _times(state, player, tile)
        vp += player.board.vp_per_spade * tile.spades * times
        rich = _with(rich, tile.reward.times(times))
    vp += _lowest_final(state, player)
    _, two, three = rich.bowls
    return vp + (rich.c + rich.w + rich.p + three + two // 2) // player.board.coins_per_vp


def _sum(points: list[tuple[str, int]]) -> int:
    return sum(vp for _, vp in points)


def _with(player: Player, bag: Bag) -> Player:
    """Gains within the caps of R3; priests of the Riverwalkers may all go into terrain (R12.8)."""
    priests = 0 if player.board.river_bound else bag.p
    return replace(
        player,
        c=player.c + bag.c,
        w=player.w + bag.w,
        p=min(player.p + priests, max(player.priest_limit, player.p)),
        bowls=gain_power(player.bowls, bag.pw),
    )


def _paying(state: State, player: Player) -> bool:
    """A volcano is under way that cult steps will pay for (R12.6)."""
    turn = state.turn
    return turn is not None and turn.seat == player.seat and bool(turn.payment or turn.volcano)


def _times(state: State, player: Player, tile: ScoringTile) -> int:
    if tile.cult is None:
        return sum(player.seat == sent for row in state.spaces for sent in row) // tile.every
    return 0 if _paying(state, player) else player.cults[tile.cult] // tile.every


def _lowest_final(state: State, player: Player) -> int:
    """Everybody who may still do something passes by; who has left stays where he is (R14)."""
    points = 0
    for name, values, _ in final_standing(state):
        mine = values[player.seat]
        if not mine or (name in CULTS and _paying(state, player)):
            continue
        ahead = sum(
            rival.seat != player.seat and (not rival.dropped or values.get(rival.seat, 0) >= mine)
            for rival in state.players
        )
        table = CULT_POINTS if name in CULTS else AREA_POINTS
        points += table[ahead] if ahead < len(table) else 0
    return points
