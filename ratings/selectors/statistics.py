"""Questions about factions, openings, tiles and seats: sums that the tasks keep up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Q, Sum

from accounts.models import User
from ratings.intervals import Interval, mean, share
from ratings.models import Feat, PlayerTally, Tally
from ratings.models.tallies import NO_BAND
from ratings.services.tallying import BOTS, RATED

PEOPLE, EVERYTHING = "people", "all"


@dataclass(frozen=True, kw_only=True)
class Slice:
    """Which games are looked at; empty and None: all."""

    games: str = PEOPLE
    """PEOPLE, RATED or EVERYTHING (bots as well)."""
    board: str = ""
    seats: int | None = None
    event: str = ""
    tier: str = ""
    band: int | None = None

    def condition(self) -> Q:
        found = Q()
        if self.games == RATED:
            found &= Q(label=RATED)
        elif self.games == PEOPLE:
            found &= ~Q(label=BOTS)
        if self.board:
            found &= Q(board=self.board)
        if self.seats is not None:
            found &= Q(seat_count=self.seats)
        if self.event:
            found &= Q(event=self.event)
        if self.tier:
            found &= Q(tier=self.tier)
        if self.band is not None:
            found &= Q(band=self.band)
        return found


@dataclass(frozen=True, kw_only=True)
class Row:
    """One subject: how often, how well."""

    subject: str
    games: int
    wins: Interval
    fair: float
    """The share of wins if all at the tables were equal."""
    points: Interval
    place: float
    """Mean place."""


@dataclass(frozen=True, kw_only=True)
class Choices:
    """What there is to filter by."""

    boards: list[str]
    seats: list[int]
    events: list[str]
    tiers: list[str]
    bands: list[int]


def rows_of(*, rules_key: str, kind: str, wanted: Slice) -> list[Row]:
    """All subjects of a kind, the best share of wins first."""
    groups = (
        Tally.objects.filter(wanted.condition(), rules_key=rules_key, kind=kind)
        .order_by()
        .values("subject", "seat_count")
        .annotate(
            n=Sum("games"), w=Sum("wins"), at=Sum("places"), vp=Sum("points"), vp2=Sum("squares")
        )
    )
    by_subject: dict[str, list[Mapping[str, Any]]] = {}
    for group in groups:
        by_subject.setdefault(group["subject"], []).append(group)
    rows = [row for subject, found in by_subject.items() if (row := _row(subject, found))]
    return sorted(rows, key=lambda row: (-row.wins.value, -row.games, row.subject))


def _row(subject: str, groups: Sequence[Mapping[str, Any]]) -> Row | None:
    def total(name: str) -> float:
        return float(sum(group[name] for group in groups))

    count = int(total("n"))
    wins, points = share(total("w"), count), mean(total("vp"), total("vp2"), count)
    if wins is None or points is None:
        return None
    return Row(
        subject=subject,
        games=count,
        wins=wins,
        fair=sum(group["n"] / group["seat_count"] for group in groups) / count,
        points=points,
        place=total("at") / count,
    )


def choices_of(*, rules_key: str) -> Choices:
    """Every table counts a first seat, so these few rows know all slices."""
    rows = list(
        Tally.objects.filter(rules_key=rules_key, kind=Tally.Kind.SEAT)
        .order_by()
        .values_list("board", "seat_count", "event", "tier", "band")
        .distinct()
    )
    return Choices(
        boards=sorted({row[0] for row in rows} - {""}),
        seats=sorted({row[1] for row in rows}),
        events=sorted({row[2] for row in rows} - {""}, reverse=True),
        tiers=sorted({row[3] for row in rows} - {""}),
        bands=sorted({row[4] for row in rows} - {NO_BAND}),
    )


@dataclass(frozen=True, kw_only=True)
class Most:
    """Who has done something most often."""

    user: User
    count: float


def hall_of(*, rules_key: str) -> dict[str, list[Feat]]:
    """The records by kind, best first."""
    feats = Feat.objects.filter(rules_key=rules_key).select_related("user", "game")
    found: dict[str, list[Feat]] = {kind: [] for kind in Feat.Kind.values}
    for feat in feats.order_by("-worth", "at", "pk"):
        found[feat.kind].append(feat)
    return {kind: rows for kind, rows in found.items() if rows}


def most_of(*, rules_key: str, what: str, most: int = 10) -> list[Most]:
    """Most "games" or most "wins"."""
    rows = PlayerTally.objects.filter(
        rules_key=rules_key, kind=PlayerTally.Kind.ALL, user__is_active=True, **{f"{what}__gt": 0}
    )
    return [
        Most(user=row.user, count=getattr(row, what))
        for row in rows.select_related("user").order_by(f"-{what}", "user__username")[:most]
    ]
