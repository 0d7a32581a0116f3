"""Who is next to whom and what can be reached (R5.3 to R5.7)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.terra_mystica.state import Player, State
from engine.terra_mystica.tiles.bonus import BONUS_CARDS


def next_to(state: State, place: str) -> tuple[str, ...]:
    """Directly adjacent land: across an edge or a bridge, whoever built it (R5.3)."""
    beside = state.land.neighbours[place]
    over = tuple(
        bridge.b if bridge.a == place else bridge.a
        for bridge in state.bridges
        if place in (bridge.a, bridge.b)
    )
    return beside + over if over else beside


def sailing(state: State, player: Player) -> int:
    """Shipping level: BON4 helps in Phase II only, and nobody without ships (R5.4)."""
    at_sea = state.phase == "play" and not player.passed
    if at_sea and player.card and player.board.shipping.usable:
        return player.shipping + BONUS_CARDS[player.card].shipping
    return player.shipping


def flying(player: Player) -> int:
    """Hexes a tunnel or carpet may skip (R5.7)."""
    flight = player.board.flight
    if flight is None:
        return 0
    skip = flight.skip_with_stronghold if player.counts["SH"] else flight.skip
    return min(skip + player.range, flight.max_skip)


def walks_to(state: State, player: Player, place: str) -> bool:
    """Directly adjacent to an own building."""
    own = player.buildings
    return any(other in own for other in next_to(state, place))


def sails_to(state: State, player: Player, place: str, level: int) -> bool:
    if not level:
        return False
    ways = state.land.by_ship[place]
    return any(ways.get(own, 99) <= level for own in player.buildings)


def reaches(state: State, player: Player, place: str) -> bool:
    """Reach without a flight (R5.6); river-bound factions go by ship only (R12.8)."""
    if not player.board.river_bound and walks_to(state, player, place):
        return True
    return sails_to(state, player, place, sailing(state, player))


def in_reach(state: State, player: Player, *, by_air: bool = True) -> set[str]:
    """All land a player reaches, with `by_air` by tunnel or carpet too: the same as asking
    `reaches` and `flies_to` for every hex, but starting from the player's few buildings.
    """
    land, found = state.land, set[str]()
    level = sailing(state, player)
    for own in player.buildings:
        if not player.board.river_bound:
            found.update(next_to(state, own))
        if level:
            found.update(shore for shore, way in land.by_ship[own].items() if way <= level)
    skip = flying(player) if by_air else 0
    if skip:
        for own in player.buildings:
            found.update(p for p in state.terrain if land.distance(p, own) <= skip + 1)
    return found


def flies_to(state: State, player: Player, place: str) -> bool:
    skip = flying(player)
    if not skip:
        return False
    land = state.land
    return any(land.distance(place, own) <= skip + 1 for own in player.buildings)


def has_rival_beside(state: State, seat: int, place: str) -> bool:
    """An opponent's building, a dropped player's included, directly adjacent (R6.4)."""
    return any(state.occupied.get(other, seat) != seat for other in next_to(state, place))


def cluster_of(state: State, player: Player, start: str) -> tuple[str, ...]:
    """Own buildings connected by direct adjacency, and by spanned river hexes (R8.6, R8.8)."""
    own, found, stack = player.buildings, {start}, [start]
    while stack:
        for other in _joined(state, player, stack.pop()):
            if other in own and other not in found:
                found.add(other)
                stack.append(other)
    return tuple(found)


def clusters(state: State, player: Player) -> list[tuple[str, ...]]:
    """All clusters of a player."""
    left, out = dict(player.buildings), []
    while left:
        cluster = cluster_of(state, player, next(iter(left)))
        out.append(cluster)
        for place in cluster:
            del left[place]
    return out


def areas(state: State, player: Player) -> list[tuple[str, ...]]:
    """Own buildings connected by direct or indirect adjacency, no costs (R10.2)."""
    land, level, skip = state.land, player.shipping, flying(player)
    own = tuple(player.buildings)
    left, out = set(own), []
    while left:
        first = left.pop()
        found, stack = [first], [first]
        while stack:
            place = stack.pop()
            direct = set(_joined(state, player, place))
            ways = land.by_ship[place]
            near = [
                other
                for other in own
                if other in left
                and (
                    other in direct
                    or ways.get(other, 99) <= level
                    or (skip and land.distance(place, other) <= skip + 1)
                )
            ]
            left.difference_update(near)
            found += near
            stack += near
        out.append(tuple(found))
    return out


def _joined(state: State, player: Player, place: str) -> Iterable[str]:
    near = next_to(state, place)
    if not player.spans:
        return near
    land = state.land
    around = [river for river in land.waters[place] if river in player.spans]
    return (*near, *(other for river in around for other in land.neighbours[river]))
