"""Who meets whom in a group: every player once in each seat, all pairs as equally as possible.

A group of v players plays v tables of k seats. Table t seats the players b+t (mod v) for the
numbers b of a base block. Each player then sits exactly once in each seat, and how often a pair
meets depends on its distance alone. The blocks below were found by trying all of them; with them
no pair meets more than once oftener than another. In the classic group of seven at tables of four
every pair meets twice.
"""

from __future__ import annotations

from collections.abc import Mapping

Table = tuple[int, ...]
"""Player numbers in seat order."""

BASE_BLOCKS: Mapping[tuple[int, int], Table] = {
    (3, 3): (0, 1, 2),
    (4, 3): (0, 1, 2),
    (5, 3): (0, 1, 2),
    (6, 3): (0, 1, 3),
    (7, 3): (0, 1, 3),
    (8, 3): (0, 1, 3),
    (9, 3): (0, 1, 3),
    (10, 3): (0, 1, 3),
    (11, 3): (0, 1, 3),
    (12, 3): (0, 1, 3),
    (4, 4): (0, 1, 2, 3),
    (5, 4): (0, 1, 2, 3),
    (6, 4): (0, 1, 2, 3),
    (7, 4): (0, 1, 2, 4),
    (8, 4): (0, 1, 2, 4),
    (9, 4): (0, 1, 2, 4),
    (10, 4): (0, 1, 2, 5),
    (11, 4): (0, 1, 2, 5),
    (12, 4): (0, 1, 3, 7),
    (5, 5): (0, 1, 2, 3, 4),
    (6, 5): (0, 1, 2, 3, 4),
    (7, 5): (0, 1, 2, 3, 4),
    (8, 5): (0, 1, 2, 3, 5),
    (9, 5): (0, 1, 2, 3, 5),
    (10, 5): (0, 1, 2, 3, 6),
    (11, 5): (0, 1, 2, 4, 7),
    (12, 5): (0, 1, 2, 4, 7),
}
"""(players of the group, seats of a table) → base block."""

LARGEST_GROUP = 12


class NoSchedule(ValueError):
    """So many players cannot be seated at such tables."""

    def __init__(self, players: int, table: int) -> None:
        super().__init__(f"{players} players, tables of {table}")
        self.players = players
        self.table = table


def group_schedule(players: int, table: int) -> tuple[Table, ...]:
    """The tables of a group, players numbered from 0. Raises NoSchedule."""
    base = BASE_BLOCKS.get((players, table))
    if base is None:
        raise NoSchedule(players, table)
    return tuple(tuple((number + turn) % players for number in base) for turn in range(players))


def group_sizes(players: int, *, wanted: int = 7, table: int = 4) -> tuple[int, ...]:
    """Split players into groups as near to the wanted size as their number allows, largest first.

    Sizes differ by one at most. Of two numbers of groups that fit equally well the smaller one is
    taken, so that groups become rather larger than smaller.
    """
    fits = [
        (*_misfit(sizes, wanted), groups, sizes)
        for groups in range(1, players // table + 1)
        if (sizes := _even_split(players, groups))[0] <= LARGEST_GROUP
    ]
    if not fits:
        raise NoSchedule(players, table)
    return min(fits)[-1]


def _misfit(sizes: tuple[int, ...], wanted: int) -> tuple[int, int]:
    """The worst group first, then all of them together."""
    distances = [abs(size - wanted) for size in sizes]
    return max(distances), sum(distances)


def _even_split(players: int, groups: int) -> tuple[int, ...]:
    size, larger = divmod(players, groups)
    return (size + 1,) * larger + (size,) * (groups - larger)
