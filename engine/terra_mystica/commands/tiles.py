"""Taking favor and town tiles (R6.4a, R6.5, R8.6)."""

from __future__ import annotations

import msgspec

from engine.api import IllegalMove
from engine.terra_mystica.actions import refuse_while_paying, require_turn
from engine.terra_mystica.cults import claimable, climb, top_is_free
from engine.terra_mystica.draft import Draft
from engine.terra_mystica.events import (
    Changed,
    Due,
    FavorTaken,
    RiverSpanned,
    TownFounded,
    TownTileTaken,
)
from engine.terra_mystica.maps.reach import cluster_of
from engine.terra_mystica.purse import gain, raise_shipping
from engine.terra_mystica.resources import Bag
from engine.terra_mystica.selection import first_owing
from engine.terra_mystica.terms import CULTS, LAST_STEP
from engine.terra_mystica.tiles.favors import FAVOR_TILES
from engine.terra_mystica.tiles.scoring import SCORING_TILES
from engine.terra_mystica.tiles.towns import TOWN_TILES, TownTile
from engine.terra_mystica.towns import (
    check_all_towns,
    check_town,
    contested_with,
    qualifies,
    tiles_left,
)
from engine.terra_mystica.words import words


@words.command("+{favor}")
class TakeFavor(msgspec.Struct, frozen=True):
    """A favor tile that is owed."""

    favor: str

    def decide(self, draft: Draft) -> None:
        me = draft.me
        refuse_while_paying(draft)
        if not me.favors_due:
            raise IllegalMove("not-owed", section="R6.4a", facts={"owed": "favor"})
        if draft.state.phase != "play" and first_owing(draft.state) != draft.seat:
            raise IllegalMove("not-your-turn", section="R1.6d")
        if self.favor in me.favors:
            raise IllegalMove("tile-owned", section="R6.4", facts={"tile": self.favor})
        if not draft.state.favors.get(self.favor):
            raise IllegalMove("tile-gone", section="R6.4", facts={"tile": self.favor})
        tile = FAVOR_TILES[self.favor]
        draft.emit(FavorTaken(draft.seat, self.favor))
        draft.emit(Due(draft.seat, "favors_due", -1, self.favor))
        climb(draft, tile.cult, tile.steps, self.favor)
        if draft.state.phase == "play" and tile.town_power < 7:
            check_all_towns(draft, self.favor)


@words.command("+{count}{town}[ {cluster}]")
class TakeTown(msgspec.Struct, frozen=True):
    """Town tiles that are owed.

    A building names the cluster that becomes a town with it, where more were completed at once
    than tiles are left (R8.6).
    """

    count: int
    town: str
    cluster: str | None = None

    def spelt_out(self, draft: Draft) -> TakeTown:
        """A cluster goes by its first building, and is named only where there is a choice."""
        me, named = draft.me, self.cluster
        if named is None:
            return self
        if cluster := contested_with(me, named):
            return TakeTown(self.count, self.town, cluster[0])
        return TakeTown(self.count, self.town) if named in me.in_town else self

    def decide(self, draft: Draft) -> None:
        refuse_while_paying(draft)
        due = draft.me.towns_due
        if not due:
            raise IllegalMove("not-owed", section="R8.6", facts={"owed": "town"})
        if self.count > due:
            raise IllegalMove("town", section="R8.6", facts={"due": due})
        self._check_choice(draft)
        if draft.state.towns.get(self.town, 0) < self.count:
            raise IllegalMove("tile-gone", section="R8.6", facts={"tile": self.town})
        for _ in range(self.count):
            self._choose(draft)
            self._take(draft)

    def _check_choice(self, draft: Draft) -> None:
        me, named = draft.me, self.cluster
        if named is not None:
            if not contested_with(me, named):
                raise IllegalMove("town", section="R8.6", facts={"places": [named]})
            if self.count > 1:
                raise IllegalMove("town", section="R8.6", facts={"due": 1})
        elif self.count > me.towns_due - me.contested_due and not draft.state.options.explicit:
            raise IllegalMove(
                "choose-town",
                section="R8.6",
                facts={"clusters": me.contested, "due": me.contested_due},
            )

    def _choose(self, draft: Draft) -> None:
        """The cluster named becomes a town.

        A record does not say which one it is: no tile is left after these, so nothing that is
        counted depends on it, and the first one will do.
        """
        me = draft.me
        if self.cluster is not None:
            cluster = contested_with(me, self.cluster)
        elif me.contested_due and me.towns_due == me.contested_due:
            cluster = me.contested[0]
        else:
            return
        draft.emit(TownFounded(draft.seat, cluster, True))
        # What was built beside it since then has joined it (R8.7).
        check_town(draft, cluster[0], self.town)

    def _take(self, draft: Draft) -> None:
        tile = TOWN_TILES[self.town]
        state = draft.state
        downs = draft.turn.downs if draft.on_turn() else (0, 0, 0, 0)
        if any(downs) and not tile.steps:
            raise IllegalMove("not-owed", section="N3", facts={"owed": "cult"})
        draft.emit(TownTileTaken(draft.seat, tile.key))
        draft.emit(Due(draft.seat, "towns_due", -1, tile.key))
        gain(draft, Bag(vp=tile.gain.vp), tile.key)
        scoring = SCORING_TILES[state.scoring[state.round - 1]]
        if "TOWN" in scoring.scores:
            gain(draft, Bag(vp=scoring.vp), scoring.key)
        gain(draft, draft.me.board.town_gain, draft.me.faction)
        draft.emit(Changed(draft.seat, tile.key, keys=tile.keys))
        _claim(draft, tile, downs)
        gain(draft, Bag(c=tile.gain.c, w=tile.gain.w, p=tile.gain.p, pw=tile.gain.pw), tile.key)
        if tile.steps:
            _climb_all(draft, tile, downs)
        if tile.shipping:
            raise_shipping(draft, tile.key)


def _claim(draft: Draft, tile: TownTile, downs: tuple[int, ...]) -> None:
    """A key gained in time makes up for steps to 10 lost before (R8.3)."""
    me = draft.me
    tracks = [cult for cult in claimable(draft.state, me) if not downs[cult]]
    if len(tracks) <= me.keys:
        for cult in tracks:
            climb(draft, cult, 1, "key")
        if me.claims_due:
            # A second town brought the key that was missing: nothing is left to choose.
            draft.emit(Due(draft.seat, "claims_due", -me.claims_due, "key"))
    elif not tile.steps:
        draft.emit(Due(draft.seat, "claims_due", me.keys - me.claims_due, "key"))


def _climb_all(draft: Draft, tile: TownTile, downs: tuple[int, ...]) -> None:
    """Steps on every track; with too few keys the player must have chosen (R8.4)."""
    me = draft.me
    wanted = []
    for cult in range(len(CULTS)):
        position = me.cults[cult]
        reaches_top = position < LAST_STEP <= position + tile.steps
        reaches_top = reaches_top and top_is_free(draft.state, cult)
        if downs[cult] and not (reaches_top and position - downs[cult] + tile.steps == 9):
            raise IllegalMove("not-owed", section="N3", facts={"owed": "cult", "cult": CULTS[cult]})
        if reaches_top and not downs[cult]:
            wanted.append(cult)
    if len(wanted) > me.keys:
        raise IllegalMove(
            "choose-track",
            section="R8.4",
            facts={"tracks": [CULTS[cult] for cult in wanted], "keys": me.keys},
        )
    for cult in range(len(CULTS)):
        climb(draft, cult, tile.steps - downs[cult], tile.key)
    if any(downs):
        draft.touch(downs=(0, 0, 0, 0))


@words.command("connect {river}")
class Connect(msgspec.Struct, frozen=True):
    """Found a town around one river hex (R11.7)."""

    river: str

    def decide(self, draft: Draft) -> None:
        require_turn(draft)
        if not founds_town(draft, self.river):
            raise IllegalMove("town", section="R11.7", facts={"river": self.river})
        around = [p for p in draft.state.land.neighbours[self.river] if p in draft.me.buildings]
        draft.emit(RiverSpanned(draft.seat, self.river))
        check_town(draft, around[0], self.river)


@words.command("connect {a}:{b}[:{third}]")
class ConnectLand(msgspec.Struct, frozen=True):
    """The same, by the land hexes around it: the lowest river hex that founds a town."""

    a: str
    b: str
    third: str | None = None

    def decide(self, draft: Draft) -> None:
        self.by_river(draft).decide(draft)

    def by_river(self, draft: Draft) -> Connect:
        land = draft.state.land
        named = [place for place in (self.a, self.b, self.third) if place is not None]
        for place in named:
            if place not in land.terrain:
                raise IllegalMove("no-such-hex", section="R5.1", facts={"place": place})
        shared = set.intersection(*(set(land.waters[place]) for place in named))
        for river in sorted(shared, key=lambda name: int(name[1:])):
            if founds_town(draft, river):
                return Connect(river)
        raise IllegalMove("town", section="R11.7", facts={"places": named})


def founds_town(draft: Draft, river: str) -> bool:
    """Whether marking this river hex would found a town now."""
    state, me = draft.state, draft.me
    if not me.board.spans_river or river not in state.land.places or river in me.spans:
        return False
    around = [place for place in state.land.neighbours[river] if place in me.buildings]
    if not around or any(place in me.in_town for place in around) or tiles_left(state) < 1:
        return False
    joined = msgspec.structs.replace(me, spans=(*me.spans, river))
    cluster = cluster_of(state, joined, around[0])
    return not any(place in me.in_town for place in cluster) and qualifies(me, cluster)
