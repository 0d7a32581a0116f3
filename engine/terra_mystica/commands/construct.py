"""Building, upgrading and bridges (R6.3, R6.4, R5.5)."""

from __future__ import annotations

import msgspec

from engine.api import IllegalMove
from engine.terra_mystica.actions import begin_action, owed_by_action, require_turn
from engine.terra_mystica.commands.terraform import (
    check_free,
    check_land,
    erupt,
    sandstorm,
    transform,
    travel,
)
from engine.terra_mystica.draft import Draft
from engine.terra_mystica.events import (
    BridgeBuilt,
    Built,
    Due,
    QueueMoved,
    Transformed,
    Waived,
)
from engine.terra_mystica.factions.terraforming import Volcano
from engine.terra_mystica.maps.reach import has_rival_beside
from engine.terra_mystica.neighbours import make_offers, power_offered
from engine.terra_mystica.purse import add_tokens, gain, gain_spades, pay, raise_shipping
from engine.terra_mystica.resources import NOTHING, Bag
from engine.terra_mystica.state import Bridge as BridgeAt
from engine.terra_mystica.state import Player, State, Turn
from engine.terra_mystica.terms import PIECES, UPGRADES
from engine.terra_mystica.tiles.favors import FAVOR_TILES
from engine.terra_mystica.tiles.scoring import SCORING_TILES
from engine.terra_mystica.towns import check_town
from engine.terra_mystica.words import words


@words.command("build {place}")
class Build(msgspec.Struct, frozen=True):
    """A dwelling; an implied transformation uses the spades at hand."""

    place: str

    def decide(self, draft: Draft) -> None:
        state = draft.state
        check_land(state, self.place)
        if state.phase == "dwellings":
            self._place_first(draft)
            return
        if state.phase == "spades":
            raise IllegalMove("build-where", section="R9.6", facts={"place": self.place})
        turn = require_turn(draft)
        check_free(state, self.place)
        if turn.free_dwelling:
            self._ride(draft)
        elif turn.may_build and not self._is_next_action(turn):
            self._after_spades(draft)
        elif turn.built and turn.made_home and not turn.actions:
            raise IllegalMove("build-where", section="R6.3", facts={"place": self.place})
        else:
            self._on_its_own(draft)

    def _is_next_action(self, turn: Turn) -> bool:
        """Within a double turn a dwelling elsewhere is the next action (R11.11).

        After an action that made no hex home it would be taken for its dwelling by other readers of
        a record, so there the dwelling comes first (R17.3).
        """
        settled = turn.actions > 0 and not owed_by_action(turn)
        return settled and bool(turn.made_home) and self.place not in turn.made_home

    def _place_first(self, draft: Draft) -> None:
        """Starting dwellings: free, anywhere on the right terrain (R1.8)."""
        state, me = draft.state, draft.me
        if not state.queue or state.queue[0] != draft.seat:
            raise IllegalMove("not-your-turn", section="R1.8")
        check_free(state, self.place)
        if state.terrain[self.place] != me.chosen:
            raise IllegalMove(
                "wrong-terrain", section="R1.8", facts={"terrain": state.terrain[self.place]}
            )
        if me.board.river_bound and not state.land.waters[self.place]:
            raise IllegalMove("not-reachable", section="R1.8", facts={"place": self.place})
        settle_first(draft, self.place)

    def _ride(self, draft: Draft) -> None:
        """The free dwelling on any home hex (R11.10)."""
        me = draft.me
        if draft.state.terrain[self.place] != me.home:
            raise IllegalMove("not-here", section="R11.10", facts={"place": self.place})
        draft.touch(free_dwelling=False, built=True)
        construct(draft, self.place, "D", NOTHING, "build")

    def _after_spades(self, draft: Draft) -> None:
        """The dwelling of an action that transforms: only on a hex it made home (R6.3)."""
        turn = draft.turn
        home = draft.me.home
        if turn.sandstorm:
            sandstorm(draft, self.place, None)
        elif turn.volcano:
            erupt(draft, self.place, None)
        elif turn.spades:
            if draft.state.terrain[self.place] != home:
                transform(draft, self.place, home)
            if draft.turn.spades:
                # All transformations come before the dwelling (R6.2c).
                raise IllegalMove(
                    "spades-left", section="R6.2c", facts={"spades": draft.turn.spades}
                )
        if self.place not in draft.turn.made_home:
            raise IllegalMove("build-where", section="R6.3", facts={"place": self.place})
        draft.touch(may_build=False, built=True)
        construct(draft, self.place, "D", draft.me.board.cost("D"), "build")

    def _on_its_own(self, draft: Draft) -> None:
        state, me = draft.state, draft.me
        terrain = state.terrain[self.place]
        if me.board.river_bound:
            if terrain not in me.unlocked:
                raise IllegalMove("terrain", section="R12.8", facts={"terrain": terrain})
        elif terrain != me.home:
            if isinstance(me.board.terraforming, Volcano):
                raise IllegalMove("not-here", section="N3", facts={"dig": 1, "terrain": terrain})
            raise IllegalMove(
                "wrong-terrain", section="R6.3", facts={"terrain": terrain, "home": me.home}
            )
        begin_action(draft, "build")
        travel(draft, self.place)
        draft.touch(built=True)
        construct(draft, self.place, "D", me.board.cost("D"), "build")


@words.command("upgrade {place} to {building}")
class Upgrade(msgspec.Struct, frozen=True):
    """Replace a building by the next one up (R6.4)."""

    place: str
    building: str

    def decide(self, draft: Draft) -> None:
        check_land(draft.state, self.place)
        turn = require_turn(draft)
        me = draft.me
        old = me.buildings.get(self.place, "")
        if not old or UPGRADES.get(self.building) != old:
            raise IllegalMove(
                "wrong-building",
                section="R6.4",
                facts={"place": self.place, "old": old, "new": self.building},
            )
        if turn.free_upgrade:
            if self.building != "TP":
                raise IllegalMove("wrong-building", section="R11.8", facts={"new": self.building})
            draft.touch(free_upgrade=False)
            cost = NOTHING
        else:
            begin_action(draft, "upgrade")
            beside = has_rival_beside(draft.state, draft.seat, self.place)
            cost = me.board.cost(self.building, beside_rival=beside)
        construct(draft, self.place, self.building, cost, "upgrade", old)


@words.command("bridge {a}:{b}")
class Bridge(msgspec.Struct, frozen=True):
    """Place a bridge that is owed."""

    a: str
    b: str

    def decide(self, draft: Draft) -> None:
        turn = require_turn(draft)
        if not turn.bridges:
            raise IllegalMove("not-owed", section="R5.5", facts={"owed": "bridge"})
        if not may_bridge(draft.state, draft.seat, self.a, self.b):
            raise IllegalMove("bad-site", section="R5.5", facts={"a": self.a, "b": self.b})
        draft.touch(bridges=turn.bridges - 1)
        draft.emit(BridgeBuilt(draft.seat, BridgeAt(self.a, self.b, draft.seat)))
        end = self.a if self.a in draft.me.buildings else self.b
        check_town(draft, end, "bridge")


def may_bridge(state: State, seat: int, a: str, b: str) -> bool:
    me = state.players[seat]
    return (
        me.bridges > 0
        and frozenset((a, b)) in state.land.bridge_sites
        and (a in me.buildings or b in me.buildings)
        and not any({a, b} == {bridge.a, bridge.b} for bridge in state.bridges)
    )


def open_sites(state: State, seat: int) -> list[tuple[str, str]]:
    """Where this player could place a bridge now."""
    pairs = (tuple(sorted(site)) for site in state.land.bridge_sites)
    return sorted((a, b) for a, b in pairs if may_bridge(state, seat, a, b))


def settle_first(draft: Draft, place: str) -> None:
    """Put a starting dwelling; it turns the hex into the faction's own terrain (R1.8)."""
    state, me = draft.state, draft.me
    if not me.board.river_bound and me.home != me.chosen:
        draft.emit(Transformed(draft.seat, place, me.chosen, me.home, "start"))
    draft.emit(Built(draft.seat, place, "D", "", "start"))
    draft.emit(QueueMoved(state.queue[1:]))


def construct(
    draft: Draft, place: str, building: str, cost: Bag, source: str, old: str = ""
) -> None:
    """Build or upgrade with all that follows, in the order of R6.4a."""
    me = draft.me
    faction = me.board
    if me.counts[building] >= PIECES[building]:
        raise IllegalMove("no-piece", section="R6.4", facts={"building": building})
    offers = power_offered(draft.state, draft.seat, place)
    pay(draft, cost, f"{source}:{building}", section="R6.4")
    draft.emit(Built(draft.seat, place, building, old, source))
    if building == "SH":
        _stronghold(draft)
    if building in ("TE", "SA"):
        owe_favors(draft, faction.favors_per_temple, building)
    _score(draft, building)
    check_town(draft, place, source)
    make_offers(draft, offers, building)


def free_favors(state: State, me: Player) -> int:
    """Kinds of favor tiles a player could take besides those that are due."""
    kinds = sum(left > 0 and tile not in me.favors for tile, left in state.favors.items())
    return kinds - me.favors_due


def owe_favors(draft: Draft, count: int, source: str) -> None:
    """Favor tiles become due, as many as there are kinds left for this player (R6.4a)."""
    due = max(0, min(count, free_favors(draft.state, draft.me)))
    if due:
        draft.emit(Due(draft.seat, "favors_due", due, source))
    if due < count:
        draft.emit(Waived(draft.seat, "GAIN_FAVOR", count - due, True))


def _score(draft: Draft, building: str) -> None:
    state, me = draft.state, draft.me
    tile = SCORING_TILES[state.scoring[state.round - 1]]
    if building in tile.scores:
        gain(draft, Bag(vp=tile.vp), tile.key)
    for favor in me.favors:
        points = FAVOR_TILES[favor].built_vp.get(building)
        if points:
            gain(draft, Bag(vp=points), favor)


def _stronghold(draft: Draft) -> None:
    """What a stronghold brings at once (R6.4a)."""
    faction = draft.me.board
    bring = faction.on_stronghold
    source = faction.key
    if bring.gain:
        gain(draft, bring.gain, source)
    if bring.shipping:
        raise_shipping(draft, source)
    if bring.favors:
        owe_favors(draft, bring.favors, "SH")
    if bring.priests_from_workers:
        draft.emit(Due(draft.seat, "conversion_due", bring.priests_from_workers, "SH"))
    if bring.tokens_per_faction:
        factions = sum(bool(player.faction) for player in draft.state.players)
        add_tokens(draft, draft.seat, bring.tokens_per_faction * factions, source)
    if bring.spades:
        spades = gain_spades(draft, bring.spades, "SH")
        draft.touch(spades=spades, one_hex=False, may_build=True)
    if bring.bridges:
        draft.touch(bridges=bring.bridges)
