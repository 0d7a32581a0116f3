"""Income, areas and final scores, counted again from what stands on the table (R2.2, R10)."""

from __future__ import annotations

from tests.engine.terra_mystica.second.board import Board, groups
from tests.engine.terra_mystica.second.side import Side
from tests.engine.terra_mystica.second.tables import CARDS, CULTS, FAVOR_INCOME


def income(side: Side) -> dict[str, int]:
    """Everything Phase I brings a faction."""
    total = dict.fromkeys(("C", "W", "P", "PW"), 0)
    parts = [
        {what: table[side.count(kind)] for what, table in building["income"].items()}
        for kind, building in side.data["buildings"].items()
    ]
    parts += [CARDS[side.card]] if side.card else []
    parts += [FAVOR_INCOME.get(tile, {}) for tile in side.favors]
    for part in parts:
        for what, amount in part.items():
            total[what] += amount
    return total


def clusters(board: Board, bridges: set[frozenset[str]], side: Side) -> list[set[str]]:
    """Buildings joined for towns: edges, anybody's bridges, the own marked rivers."""

    def joined(a: str, b: str) -> bool:
        return (
            b in board.near[a]
            or frozenset((a, b)) in bridges
            or any(a in board.near[river] and b in board.near[river] for river in side.rivers)
        )

    return groups(side.buildings, joined)


def areas(board: Board, bridges: set[frozenset[str]], side: Side) -> list[set[str]]:
    """Buildings joined for the end: as clusters, and by ship, tunnel or carpet."""
    parts = clusters(board, bridges, side)
    skip = side.flight_range()

    def joined(a: str, b: str) -> bool:
        flies = skip > 0 and board.distance(a, b) <= skip + 1
        return flies or b in board.shores(a, side.ship)

    reach = groups(side.buildings, joined)
    merged: list[set[str]] = []
    for group in [*parts, *reach]:
        touching = [other for other in merged if other & group]
        merged = [other for other in merged if other not in touching]
        merged.append(group.union(*touching))
    return merged


def measure(what: str, board: Board, bridges: set[frozenset[str]], side: Side) -> int:
    """The value by which a final tile, or the area, ranks a faction."""
    best = 0
    for area in areas(board, bridges, side):
        match what:
            case "network":
                value = len(area)
            case "connected-distance":
                value = max(board.distance(a, b) for a in area for b in area)
            case "connected-sa-sh-distance":
                ends = [a for a in area if side.buildings[a] in ("SA", "SH")]
                value = board.distance(*ends) if len(ends) == 2 else 0
            case "building-on-edge":
                value = len(area & board.edge)
            case "connected-clusters":
                value = sum(bool(part & area) for part in clusters(board, bridges, side))
        best = max(best, value)
    return best


def ranked(values: dict[str, int], prizes: tuple[int, ...]) -> dict[str, int]:
    """Points by rank, place by place; who is equal shares (R10.3)."""
    places = (*prizes, 0, 0)[: len(values)]
    out = {}
    for name, value in values.items():
        first = sum(other > value for other in values.values())
        equal = sum(other == value for other in values.values())
        out[name] = sum(places[first : first + equal]) // equal if value else 0
    return out


def final_points(
    board: Board, bridges: set[frozenset[str]], sides: list[Side], tiles: list[str]
) -> dict[str, int]:
    """The whole end of the game: points by faction."""
    total = {side.name: side.VP for side in sides}
    for cult in CULTS:
        for name, vp in ranked({s.name: s.cults[cult] for s in sides}, (8, 4, 2)).items():
            total[name] += vp
    for what in ["network", *tiles]:
        values = {side.name: measure(what, board, bridges, side) for side in sides}
        for name, vp in ranked(values, (18, 12, 6)).items():
            total[name] += vp
    for side in sides:
        coins = side.C + side.W + side.P + side.bowls[2] + side.bowls[1] // 2
        total[side.name] += coins // side.data["coins_per_vp"]
    return total
