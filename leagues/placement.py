"""Who plays in which division next season, and in which group of it.

The ladder is one list, best first; divisions are cut from its top: the first has one group, the
next two, then four … Everybody has a division to go to (where he was, one up for a winner, one
down for the last two). Inside it those who come down stand before those who stay, these before
those who come up, these before those who return from a break; newcomers stand behind everybody,
the higher rated first. When a division is short, the first of the next one moves up. When more have
a claim to it than it has places, its groups take one more each, so that whoever returns, and whose
place was filled meanwhile, finds his division again; only who is beyond that moves down. So nobody
is ever placed above somebody with a better claim. A league may choose another order of claims, and
how fast its divisions grow.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum

from leagues.designs import BASE_BLOCKS, group_sizes


class Claim(IntEnum):
    """Why somebody stands where he does; the order inside a division."""

    DEMOTED = 0
    STAYED = 1
    PROMOTED = 2
    RETURNING = 3
    NEW = 4
    PLACED = 5
    """By an organiser: he stands among those who stayed."""


USUAL_ORDER = ("demoted", "stayed", "promoted", "returning")
"""Names of the claims inside a division, best first."""


@dataclass(frozen=True)
class Entrant:
    """One player who takes part next season."""

    player: int
    division: int
    """The division he has a claim to, counted from 1; ignored for newcomers."""
    claim: Claim
    place: int = 0
    """Place in the group he comes from."""
    strength: float = 0.0
    """Rating, for newcomers, for equal claims and for mixing the groups."""


@dataclass(frozen=True)
class Division:
    number: int
    groups: tuple[tuple[Entrant, ...], ...]

    @property
    def entrants(self) -> tuple[Entrant, ...]:
        return tuple(entrant for group in self.groups for entrant in group)


def ladder(entrants: Iterable[Entrant], *, claims: Sequence[str] = USUAL_ORDER) -> list[Entrant]:
    """Everybody in one order, by the written rule."""
    worth = {Claim[name.upper()]: rank for rank, name in enumerate(claims)}
    worth[Claim.PLACED] = worth[Claim.STAYED]

    def standing(entrant: Entrant) -> tuple[bool, int, int, int, float, int]:
        new = entrant.claim == Claim.NEW
        return (
            new,
            0 if new else entrant.division,
            0 if new else worth[entrant.claim],
            entrant.place,
            -entrant.strength,
            entrant.player,
        )

    return sorted(entrants, key=standing)


def divisions(
    entrants: Iterable[Entrant],
    *,
    group: int = 7,
    table: int = 4,
    growth: int = 2,
    claims: Sequence[str] = USUAL_ORDER,
) -> tuple[Division, ...]:
    """The season's divisions. Division n has growth^(n-1) groups; the last one what is left.

    Raises NoSchedule where not even one table can be filled.
    """
    order = ladder(entrants, claims=claims)
    out: list[Division] = []
    while order or not out:
        number = len(out) + 1
        sizes = group_sizes(len(order), wanted=group, table=table)
        own, rest = sizes[: growth ** (number - 1)], sizes[growth ** (number - 1) :]
        if rest:
            claimed = sum(one.claim != Claim.NEW and one.division <= number for one in order)
            own = _enlarged(own, claimed, len(order), wanted=group, table=table)
        members, order = order[: sum(own)], order[sum(own) :]
        out.append(Division(number=number, groups=_mixed(members, own)))
    return tuple(out)


def _enlarged(
    sizes: tuple[int, ...], claimed: int, left: int, *, wanted: int, table: int
) -> tuple[int, ...]:
    """Groups with one more each, as long as claims ask for it and the others find good groups."""
    grown = list(sizes)
    for place, size in enumerate(sizes):
        others = left - sum(grown) - 1
        if (
            sum(grown) >= claimed
            or size > wanted
            or (size + 1, table) not in BASE_BLOCKS
            or others < table
            or any(
                abs(size - wanted) > 1 for size in group_sizes(others, wanted=wanted, table=table)
            )
        ):
            break
        grown[place] += 1
    return tuple(grown)


def _mixed(members: Sequence[Entrant], sizes: Sequence[int]) -> tuple[tuple[Entrant, ...], ...]:
    """Groups of like strength: dealt by rating, to and fro."""
    groups: list[list[Entrant]] = [[] for _ in sizes]
    by_strength = sorted(members, key=lambda e: (-e.strength, e.player))
    there, back = range(len(sizes)), range(len(sizes) - 1, -1, -1)
    forward = True
    while by_strength:
        for number in there if forward else back:
            if by_strength and len(groups[number]) < sizes[number]:
                groups[number].append(by_strength.pop(0))
        forward = not forward
    return tuple(tuple(members) for members in groups)


@dataclass(frozen=True)
class Movement:
    """Where a player goes after a season."""

    player: int
    division: int
    claim: Claim


def movements(
    places: Sequence[tuple[int, int]],
    *,
    division: int,
    last_division: int,
    up: int = 1,
    down: int = 2,
) -> tuple[Movement, ...]:
    """Winners up, last ones down, for one group given as (player, place) best first.

    Nobody leaves the first division upwards or the last one downwards.
    """
    out = []
    for number, (player, _place) in enumerate(places):
        if number < up and division > 1:
            out.append(Movement(player, division - 1, Claim.PROMOTED))
        elif number >= len(places) - down and division < last_division:
            out.append(Movement(player, division + 1, Claim.DEMOTED))
        else:
            out.append(Movement(player, division, Claim.STAYED))
    return tuple(out)
