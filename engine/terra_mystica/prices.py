"""Resources priced in points, so that nothing open without limit is worth more than it costs.

Bounds count with such prices; see `ceiling`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations_with_replacement

from engine.terra_mystica.commands.exchange import RATES
from engine.terra_mystica.cults import POWER_AT
from engine.terra_mystica.factions.model import Faction
from engine.terra_mystica.resources import Bag
from engine.terra_mystica.state import Player
from engine.terra_mystica.terms import LAST_STEP
from engine.terra_mystica.tiles.actions import POWER_ACTIONS, ActionSpace
from engine.terra_mystica.tiles.scoring import ScoringTile

POINT = 120
"""One victory point; prices are whole parts of it, so that no fraction is lost."""
TRIED = (40, 60, 80, 120, 160, 240, 360, 480, 600)


@dataclass(frozen=True, slots=True)
class Prices:
    c: int
    w: int
    p: int
    pw: int
    """Of a token in bowl III, ready to be spent; even."""

    @property
    def gained(self) -> int:
        """Of one power gained: a token needs two of them from bowl I to III (R3.2)."""
        return self.pw // 2

    def cost(self, bag: Bag) -> int:
        return self._rest(bag) + bag.pw * self.pw

    def worth(self, bag: Bag) -> int:
        return self._rest(bag) + bag.pw * self.gained

    def _rest(self, bag: Bag) -> int:
        return bag.vp * POINT + bag.c * self.c + bag.w * self.w + bag.p * self.p

    def held(self, player: Player) -> int:
        """Points and resources at hand; two tokens in bowl II make one in III (R3.4)."""
        bag = Bag(vp=player.vp, c=player.c, w=player.w, p=player.p)
        return self.cost(bag) + self.pw * player.bowls[2] + self.gained * player.bowls[1]

    def spade(self, faction: Faction, tile: ScoringTile | None) -> int:
        """What gaining a spade brings besides the digging (R6.2d)."""
        if faction.river_bound:
            return 0
        points = faction.vp_per_spade
        if tile is not None and "SPADE" in tile.scores:
            points += tile.vp
        return points * POINT + faction.power_per_spade_with_stronghold * self.gained


def pays_in_steps(faction: Faction) -> bool:
    """Goes down on cult tracks and so may cross a mark again (R12.6)."""
    return getattr(faction.terraforming, "pays", "") == "steps"


def most_power(steps: int) -> int:
    """The most power that so many steps on one track can bring (R8.2)."""
    return max(
        sum(power for mark, power in POWER_AT.items() if start < mark <= start + steps)
        for start in range(LAST_STEP)
    )


def cost_for(faction: Faction, space: ActionSpace) -> Bag:
    """The price of a space; power actions may be cheaper (R12.3)."""
    if space.key in POWER_ACTIONS:
        return Bag(pw=space.cost.pw - faction.power_discount)
    return space.cost


def sound_prices(player: Player, tiles: tuple[ScoringTile, ...]) -> Iterator[Prices]:
    """Prices under which no exchange without limit is a profit, cheap ones first."""
    faction = player.board
    final = POINT // faction.coins_per_vp
    for c, w, p in combinations_with_replacement(TRIED, 3):
        if c < final:
            continue
        power = _power_price(faction, c, w, p, tiles)
        prices = Prices(c, w, p, power + power % 2)
        if _sound(player, prices, tiles):
            yield prices


def _power_price(faction: Faction, c: int, w: int, p: int, tiles: tuple[ScoringTile, ...]) -> int:
    """What a token in bowl III must at least be worth."""
    least = max(c, -(-w // 3), -(-p // 5))
    if not faction.reuses_power_actions:
        return least
    given = Prices(c, w, p, least)
    spade = _best_spade(faction, given, tiles)
    return max(
        least,
        *(
            -(-(given.worth(space.gain) + space.spades * spade) // cost_for(faction, space).pw)
            for space in POWER_ACTIONS.values()
        ),
    )


def _best_spade(faction: Faction, prices: Prices, tiles: tuple[ScoringTile, ...]) -> int:
    return max((prices.spade(faction, tile) for tile in (None, *tiles)), default=0)


def _sound(player: Player, prices: Prices, tiles: tuple[ScoringTile, ...]) -> bool:
    faction = player.board
    # Of taking power (R7.2) the first one is free; each further one must not be worth its point.
    if prices.gained > POINT:
        return False
    for (given, taken), (number, brings) in (RATES | dict(faction.conversions)).items():
        if prices.cost(Bag(**{given: number})) < prices.worth(Bag(**{taken: brings})):
            return False
    digging, flight = faction.digging, faction.flight
    if digging is not None:
        spade = _best_spade(faction, prices, tiles) + digging.vp_per_bought * POINT
        if min(prices.cost(bag) for bag in digging.spade[player.dig :]) < spade:
            return False
    if flight is not None:
        cheapest = min(prices.cost(flight.cost), prices.cost(flight.cost_with_stronghold))
        if cheapest < flight.vp * POINT:
            return False
    sent = 3 + faction.extra_priest_step
    return not pays_in_steps(faction) or prices.p >= most_power(sent) * prices.gained
