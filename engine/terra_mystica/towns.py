"""Towns (R8.6 to R8.8): when a cluster becomes one, and what grows into it."""

from __future__ import annotations

from engine.terra_mystica.draft import Draft
from engine.terra_mystica.events import Due, TownFounded, TownsContested, Waived
from engine.terra_mystica.maps.reach import cluster_of, clusters
from engine.terra_mystica.state import Player, State
from engine.terra_mystica.tiles.favors import FAVOR_TILES

TOWN_BUILDINGS = 4
"""Buildings a town needs; the sanctuary weighs two."""


def power_needed(player: Player) -> int:
    return min((FAVOR_TILES[tile].town_power for tile in player.favors), default=7)


def qualifies(player: Player, cluster: tuple[str, ...]) -> bool:
    """Size and power are enough for a town."""
    power = player.board.power
    kinds = [player.buildings[place] for place in cluster]
    weight = len(kinds) + kinds.count("SA")
    return weight >= TOWN_BUILDINGS and sum(power[k] for k in kinds) >= power_needed(player)


def tiles_left(state: State) -> int:
    """Town tiles nobody has a claim to yet."""
    return sum(state.towns.values()) - sum(player.towns_due for player in state.players)


def check_town(draft: Draft, place: str, source: str) -> None:
    """After a build, upgrade or bridge: the cluster of `place` may be a town now."""
    _check(draft, cluster_of(draft.state, draft.me, place), source)


def check_all_towns(draft: Draft, source: str) -> None:
    """On taking FAV5 all own clusters are looked at again (R6.5)."""
    me = draft.me
    whole = sorted(tuple(sorted(cluster)) for cluster in clusters(draft.state, me))
    fresh = [c for c in whole if not set(c) & set(me.in_town) and qualifies(me, c)]
    left = tiles_left(draft.state)
    if 0 < left < len(fresh):
        # Only so many towns are founded; which of them the player says with the tile (R8.6).
        draft.emit(TownsContested(draft.seat, tuple(fresh), left))
        draft.emit(Due(draft.seat, "towns_due", left, source))
        draft.emit(Waived(draft.seat, "GAIN_TW", len(fresh) - left, True))
        return
    for cluster in whole:
        _check(draft, cluster, source)


def contested_with(player: Player, place: str) -> tuple[str, ...]:
    """The contested cluster that a building belongs to; none if it is in no such cluster."""
    return next((cluster for cluster in player.contested if place in cluster), ())


def _check(draft: Draft, cluster: tuple[str, ...], source: str) -> None:
    me = draft.me
    inside = [place for place in cluster if place in me.in_town]
    if inside:
        # Whatever grows together with a town belongs to it (R8.7).
        if len(inside) < len(cluster):
            draft.emit(TownFounded(draft.seat, tuple(sorted(cluster)), False))
    elif qualifies(me, cluster) and tiles_left(draft.state) > 0:
        draft.emit(TownFounded(draft.seat, tuple(sorted(cluster)), True))
        draft.emit(Due(draft.seat, "towns_due", 1, source))
    elif qualifies(me, cluster) and me.towns_due:
        # The last tile is due already. Other readers of a record count this town all the same.
        draft.emit(Waived(draft.seat, "GAIN_TW", 1, True))
