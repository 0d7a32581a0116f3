"""The end of the game (R10)."""

from __future__ import annotations

from collections.abc import Callable

from engine.terra_mystica.draft import Draft
from engine.terra_mystica.events import Changed
from engine.terra_mystica.maps.reach import areas, clusters
from engine.terra_mystica.purse import gain
from engine.terra_mystica.resources import Bag
from engine.terra_mystica.state import Player, State
from engine.terra_mystica.terms import CULTS

CULT_POINTS = (8, 4, 2)
AREA_POINTS = (18, 12, 6)


def shared_places(values: dict[int, int], points: tuple[int, ...]) -> dict[int, int]:
    """Points by rank; equal values share their places, a value of 0 gets nothing (R10.3)."""
    out = {}
    place = 0
    for value in sorted({value for value in values.values() if value > 0}, reverse=True):
        tied = [seat for seat in values if values[seat] == value]
        # Places beyond the number of players do not exist.
        pot = sum(points[place : min(place + len(tied), len(values))])
        place += len(tied)
        share = pot // len(tied)
        if share:
            out.update(dict.fromkeys(tied, share))
    return out


def largest_area(state: State, player: Player) -> int:
    return max((len(area) for area in areas(state, player)), default=0)


def widest_area(state: State, player: Player) -> int:
    """Largest distance of two own buildings in one area."""
    distance = state.land.distance
    return max(
        (distance(a, b) for area in areas(state, player) for a in area for b in area), default=0
    )


def stronghold_to_sanctuary(state: State, player: Player) -> int:
    """Their distance if both stand in one area."""
    kinds = player.buildings
    for area in areas(state, player):
        ends = [place for place in area if kinds[place] in ("SH", "SA")]
        if len(ends) == 2:
            return state.land.distance(*ends)
    return 0


def outposts(state: State, player: Player) -> int:
    """Most buildings on the edge of the map within one area."""
    edge = state.land.edge
    return max((sum(p in edge for p in area) for area in areas(state, player)), default=0)


def settlements(state: State, player: Player) -> int:
    """Most clusters within one area."""
    heads = [cluster[0] for cluster in clusters(state, player)]
    return max((sum(head in area for head in heads) for area in areas(state, player)), default=0)


FINAL_METRICS: dict[str, Callable[[State, Player], int]] = {
    "building-on-edge": outposts,
    "connected-clusters": settlements,
    "connected-distance": widest_area,
    "connected-sa-sh-distance": stronghold_to_sanctuary,
}


def final_standing(state: State) -> list[tuple[str, dict[int, int], dict[int, int]]]:
    """Everything that is ranked: source, value by seat, points by seat."""
    seated = [player for player in state.players if player.faction]
    rows = []
    for name in state.final:
        values = {p.seat: FINAL_METRICS[name](state, p) for p in seated}
        rows.append((name, values, shared_places(values, AREA_POINTS)))
    for cult, name in enumerate(CULTS):
        values = {p.seat: p.cults[cult] for p in seated}
        rows.append((name, values, shared_places(values, CULT_POINTS)))
    values = {p.seat: largest_area(state, p) for p in seated}
    rows.append(("network", values, shared_places(values, AREA_POINTS)))
    return rows


def score_game(draft: Draft) -> None:
    """Cults, area, extra tiles, then what is left turns into points."""
    for name, _, points in final_standing(draft.state):
        for seat, vp in points.items():
            gain(draft, Bag(vp=vp), f"final:{name}", seat)
    for player in draft.state.players:
        if player.faction:
            _score_resources(draft, player)


def _score_resources(draft: Draft, player: Player) -> None:
    """R10.5: sacrifice what helps, turn all into coins, coins into points."""
    burnt = player.bowls[1] // 2
    spent = player.bowls[2] + burnt
    coins = player.c + player.w + player.p + spent
    rate = player.board.coins_per_vp
    points = coins // rate
    draft.emit(
        Changed(
            player.seat,
            "final:resources",
            vp=points,
            c=coins - points * rate - player.c,
            w=-player.w,
            p=-player.p,
            p1=spent,
            p2=-2 * burnt,
            p3=-player.bowls[2],
        )
    )
