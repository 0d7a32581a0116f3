"""The most a seat can end with: a bound that no play can break.

Resources are given prices in points (`prices`), such that no exchange that is open without limit
is worth more than it costs: conversions and sacrifice (R3.4, R3.5), bought spades (R6.2d), tunnels
and carpets (R5.7), power for points (R7.2), coins for points (R10.5). Then points and priced
resources together can only grow by what comes a limited number of times: income (R2.2), buildings
and their scoring (R6.3 to R6.5), towns (R8.6), marks on the cult tracks (R8.2), action spaces
(R4.6, R4.7), passes (R9.1), cult bonuses (R9.5), final scoring (R10). All that is added up as if
everything were had at once. Every sound set of prices gives a true bound; the lowest counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from msgspec.structs import replace

from engine.terra_mystica.cults import POWER_AT
from engine.terra_mystica.factions import FACTIONS
from engine.terra_mystica.horizon import Horizon, cards_in_game, horizon, pieces_left, towns_left
from engine.terra_mystica.phases import income_of, next_income
from engine.terra_mystica.prices import (
    POINT,
    Prices,
    cost_for,
    most_power,
    pays_in_steps,
    sound_prices,
)
from engine.terra_mystica.scoring import AREA_POINTS, CULT_POINTS, final_standing
from engine.terra_mystica.state import Player, State, Turn
from engine.terra_mystica.terms import CULTS, LAST_STEP, PIECES
from engine.terra_mystica.tiles.actions import POWER_ACTIONS, ActionSpace
from engine.terra_mystica.tiles.bonus import BonusCard
from engine.terra_mystica.tiles.favors import FAVOR_TILES, FavorTile
from engine.terra_mystica.tiles.scoring import ScoringTile
from engine.terra_mystica.tiles.towns import TOWN_TILES

MOST_START = 40
"""Points to begin with, at most: an auction gives that much (R1.12)."""


def most_points(state: State, seat: int) -> int:
    """A score that this seat cannot exceed any more."""
    player = state.players[seat]
    if state.phase == "over" or (player.dropped and not player.faction):
        return player.vp
    if player.faction:
        return _most(state, player)
    start = max(MOST_START, *state.options.starting_vp.values(), 0)
    keys = state.options.factions or FACTIONS
    return max(_most(state, _beginner(player, key, start)) for key in keys)


def _beginner(player: Player, key: str, vp: int) -> Player:
    """The seat as if it had already taken this faction."""
    faction = FACTIONS[key]
    start = faction.start
    return replace(
        player,
        faction=key,
        vp=vp,
        c=start.c,
        w=start.w,
        p=start.p,
        bowls=start.bowls,
        cults=start.cults,
        shipping=faction.shipping.start,
        favors_due=int(faction.favor_at_start),
    )


def _most(state: State, player: Player) -> int:
    ahead = horizon(state, player)
    room = Room(state, player, ahead)
    lowest = min(room.grown(prices) for prices in sound_prices(player, ahead.scorings))
    return lowest // POINT + _final_points(state, player, ahead)


@dataclass(frozen=True)
class Room:
    """How far a seat can still grow, by what; everything but the rankings at the end."""

    state: State
    player: Player
    ahead: Horizon

    def grown(self, prices: Prices) -> int:
        total = prices.held(self.player) + self._owed(prices)
        total += sum(self._incomes(prices)) + self._bonuses(prices)
        total += (self.marks + self.taken) * prices.gained
        if self.ahead.acting:
            total += self._builds(prices) + self._towns(prices) + self._tracks(prices)
            total += sum(self._rounds(prices)) + self._coins_on_cards() * prices.c
        return total

    # ---- what may be had ------------------------------------------------------------------------

    @cached_property
    def left(self) -> dict[str, int]:
        return pieces_left(self.player) if self.ahead.acting else dict.fromkeys(PIECES, 0)

    @cached_property
    def tiles_coming(self) -> int:
        """Favor tiles (R6.4a): due, and for all temples, sanctuary and stronghold to come."""
        faction, left = self.player.board, self.left
        built = faction.favors_per_temple * (left["TE"] + left["SA"])
        return self.player.favors_due + built + faction.on_stronghold.favors * left["SH"]

    @cached_property
    def favors(self) -> list[FavorTile]:
        """Tiles held or within reach."""
        held, coming = self.player.favors, self.tiles_coming
        return [
            tile
            for tile in FAVOR_TILES.values()
            if tile.key in held or (coming and self.state.favors.get(tile.key, 0))
        ]

    def _tile_of(self, number: int) -> tuple[ScoringTile | None, ...]:
        """The scoring of the `number`-th round to come; any, where none was dealt."""
        if not self.state.scoring:
            return self.ahead.scorings
        return (self.ahead.scorings[number],)

    @cached_property
    def cards(self) -> list[BonusCard]:
        return cards_in_game(self.state)

    # ---- sources --------------------------------------------------------------------------------

    def _owed(self, prices: Prices) -> int:
        """Rights and offers that are open already."""
        player, state = self.player, self.state
        total = player.tokens_due * max(prices.pw - POINT, 0) + player.unlocks_due * prices.p
        total += player.conversion_due * max(prices.p - prices.w, 0)
        total += sum(event.by == player.seat for event in state.events) * self._event(prices)
        turn = self._turn()
        if turn is not None and turn.free_dwelling:
            total += prices.cost(player.board.costs["D"])
        if turn is not None and turn.free_upgrade:
            total += prices.cost(player.board.costs["TP"])
        return total

    def _turn(self) -> Turn | None:
        turn = self.state.turn
        return turn if turn is not None and turn.seat == self.player.seat else None

    def _event(self, prices: Prices) -> int:
        """What answers of neighbours bring the builder (R11.3, R12.7)."""
        match self.player.board.when_power_taken:
            case "step":
                return prices.gained
            case "token":
                return max(prices.pw - POINT, prices.gained)
            case _:
                return 0

    @cached_property
    def taken(self) -> int:
        """Power of neighbours: of each building one that costs no point; more is no gain (R7.2)."""
        state, me = self.state, self.player
        if me.dropped:
            return 0
        coming = sum(
            sum(pieces_left(rival).values())
            for rival in state.players
            if rival.seat != me.seat and horizon(state, rival).acting
        )
        return coming + sum(offer.to == me.seat for offer in state.offers)

    def _incomes(self, prices: Prices) -> Iterator[int]:
        player, state = self.player, self.state
        fixed = player.dropped or player.passed or state.phase in ("spades", "unlock-cults")
        for number in range(self.ahead.incomes):
            if player.dropped or (fixed and number == 0):
                bags = next_income(state, player) if number == 0 else income_of(player)
                yield sum(prices.worth(bag) for _, bag in bags)
            else:
                yield self._best_income(prices)

    def _best_income(self, prices: Prices) -> int:
        held, coming = self.player.favors, self.tiles_coming
        built = sum(
            max(prices.worth(bag) for bag in table) for table in self.player.board.income.values()
        )
        card = max(prices.worth(card.income) for card in self.cards)
        tiles = sum(prices.worth(FAVOR_TILES[key].income) for key in held)
        more = sorted(prices.worth(t.income) for t in self.favors if t.key not in held)
        return built + card + tiles + sum(more[len(more) - min(coming, len(more)) :])

    def _bonuses(self, prices: Prices) -> int:
        """Cult bonuses as from the tops of all tracks, and every space taken (R9.5, R13.3)."""
        player, total = self.player, 0
        for tile in self.ahead.bonuses:
            if tile.cult is None:
                steps = sum(len(row) for row in self.state.spaces)
            else:
                steps = player.cults[tile.cult] if player.dropped else LAST_STEP
            spade = prices.spade(player.board, None)
            total += steps // tile.every * (prices.worth(tile.reward) + tile.spades * spade)
        return total

    @cached_property
    def marks(self) -> int:
        """Power on the cult tracks: each mark once, for who never goes down (R8.2)."""
        player = self.player
        if not pays_in_steps(player.board):
            return sum(
                power for at in player.cults for mark, power in POWER_AT.items() if mark > at
            )
        return self._marks_again()

    def _marks_again(self) -> int:
        """Who pays in steps may cross marks again: counted by what brings steps (R12.6)."""
        player, turn = self.player, self._turn()
        open_now = player.steps_due + player.spades_due + player.claims_due
        open_now += turn.steps + turn.spades if turn is not None else 0
        spaces = [*POWER_ACTIONS.values(), *(t.action for t in self.favors if t.action)]
        spaces += [card.action for card in self.cards if card.action]
        per_round = sum(space.spades + space.steps for space in spaces)
        cult = sum(tile.spades * (LAST_STEP // tile.every) for tile in self.ahead.bonuses)
        single = open_now + per_round * self.ahead.acting + cult
        # A town: the steps of its tile, and one for a key on every track.
        towns = towns_left(player) * len(CULTS) * (most_power(2) + most_power(1))
        return single * most_power(1) + self.tiles_coming * most_power(3) + towns

    def _builds(self, prices: Prices) -> int:
        """Every piece that is left, wherever it brings more than it costs."""
        faction, total = self.player.board, 0
        for building, count in self.left.items():
            vp = max((t.vp for t in self.ahead.scorings if building in t.scores), default=0)
            vp += sum(tile.built_vp.get(building, 0) for tile in self.favors)
            gain = vp * POINT + self._event(prices)
            if building == "SH":
                gain += self._stronghold(prices)
            cost = prices.cost(faction.costs[building])
            if building == "TP":
                cost = min(cost, prices.cost(faction.trading_post_beside_rival))
            total += count * max(gain - cost, 0)
        return total

    def _stronghold(self, prices: Prices) -> int:
        brings = self.player.board.on_stronghold
        spade = max(prices.spade(self.player.board, tile) for tile in self.ahead.scorings)
        exchanged = brings.priests_from_workers * max(prices.p - prices.w, 0)
        return prices.worth(brings.gain) + brings.spades * spade + exchanged

    def _towns(self, prices: Prices) -> int:
        player = self.player
        ship = max((player.board.shipping.vp.values()), default=0) * POINT
        worth = sorted(
            prices.worth(tile.gain) + bool(tile.shipping) * ship
            for key, left in self.state.towns.items()
            for tile in (TOWN_TILES[key],) * left
        )
        count = min(towns_left(player), len(worth))
        each = prices.worth(player.board.town_gain)
        each += max((t.vp for t in self.ahead.scorings if "TOWN" in t.scores), default=0) * POINT
        return sum(worth[len(worth) - count :]) + count * each

    def _tracks(self, prices: Prices) -> int:
        """Shipping, some of it for nothing; digging where it brings more than it costs."""
        player = self.player
        shipping, digging = player.board.shipping, player.board.digging
        steps = range(player.shipping + 1, shipping.max + 1)
        total = sum(shipping.vp[step] for step in steps) * POINT
        if digging is not None:
            levels = len(digging.spade) - 1 - player.dig
            total += levels * max(digging.advance_vp * POINT - prices.cost(digging.advance), 0)
        return total

    def _coins_on_cards(self) -> int:
        """A card is taken with every pass but the last; coins grow by one a round (R9.7)."""
        most = max(self.state.cards.values(), default=0)
        return sum(most + number + 1 for number in range(self.ahead.acting - 1))

    def _rounds(self, prices: Prices) -> Iterator[int]:
        """Action spaces and the pass of each round to come."""
        for number in range(self.ahead.acting):
            now = number == 0 and self.ahead.in_round
            spade = max(prices.spade(self.player.board, t) for t in self._tile_of(number))
            yield self._spaces(prices, spade, now) + self._pass(now) * POINT

    def _spaces(self, prices: Prices, spade: int, now: bool) -> int:
        faction, cards = self.player.board, self._cards(now)
        again = faction.reuses_power_actions

        def brings(space: ActionSpace) -> int:
            gain = prices.worth(space.gain) + space.spades * spade
            gain += prices.cost(faction.costs["D"]) if space.free_dwelling else 0
            gain += prices.cost(faction.costs["TP"]) if space.free_upgrade else 0
            return max(gain - prices.cost(cost_for(faction, space)), 0)

        taken = self.state.taken if now and not again else ()
        shared = sum(brings(space) for key, space in POWER_ACTIONS.items() if key not in taken)
        own = sum(brings(space) for space in faction.actions)
        own += sum(brings(tile.action) for tile in self.favors if tile.action)
        return shared + own + max((brings(card.action) for card in cards if card.action), default=0)

    def _cards(self, now: bool) -> list[BonusCard]:
        """The card in hand, or in later rounds any."""
        if not now:
            return self.cards
        return [card for card in self.cards if card.key == self.player.card]

    def _pass(self, now: bool) -> int:
        player = self.player
        shipping = player.board.shipping.max

        def points(card: BonusCard) -> int:
            return sum(
                each * (shipping if what == "shipping" else PIECES[what])
                for what, each in card.pass_vp
            )

        best = max(map(points, self._cards(now)), default=0)
        best += sum(max(tile.pass_vp, default=0) for tile in self.favors)
        return best + player.board.stronghold_pass_most


# ---- the rankings at the end --------------------------------------------------------------------

MAY_SHRINK = "connected-clusters"
"""Clusters may grow together: the one value that can fall (R10.4)."""


def _final_points(state: State, player: Player, ahead: Horizon) -> int:
    extra = max(len(state.final), state.options.final_draw + len(state.options.final_tiles))
    if ahead.acting:
        top = sum(_top_of(state, player, cult) for cult in range(len(CULTS)))
        return top + AREA_POINTS[0] * (1 + extra)
    total = 0
    rivals = [row for row in state.players if row.seat != player.seat and row.faction]
    climbs = player.board.when_power_taken == "step" or player.steps_due or player.claims_due
    sink = any(pays_in_steps(rival.board) for rival in rivals)
    for name, values, points in final_standing(state):
        # Others can only rise: what the ranking gives now is the most.
        most = points.get(player.seat, 0)
        if name in CULTS and (climbs or sink):
            most = CULT_POINTS[0]
        if name == MAY_SHRINK and values[player.seat]:
            most = AREA_POINTS[0]
        total += most
    return total


def _top_of(state: State, player: Player, cult: int) -> int:
    """Nobody passes by a rival who stands on 10 and never goes down (R8.3)."""
    held = any(
        rival.seat != player.seat
        and rival.faction
        and rival.cults[cult] == LAST_STEP
        and not pays_in_steps(rival.board)
        for rival in state.players
    )
    return CULT_POINTS[1] if held else CULT_POINTS[0]
