"""Questions about tournaments."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from django.db.models import Count, Q, QuerySet

from accounts.models import User
from leagues.drawing_rounds import Past, Player
from leagues.models import Contender, Tournament, TournamentRound, TournamentTable
from leagues.standings import Finished, Row, standings


def tournaments_listed() -> QuerySet[Tournament]:
    """Open ones first, then running ones, then what is over; newest first."""
    active = Count("contenders", filter=Q(contenders__withdrawn_at=None))
    return Tournament.objects.annotate(players=active)


def groups_of(one: TournamentRound) -> list[list[TournamentTable]]:
    """The tables of a round that count together, in their order."""
    tables = sorted(one.tables.all(), key=lambda table: table.number)
    return [list(rows) for _group, rows in groupby(tables, key=lambda table: table.group)]


@dataclass(frozen=True, kw_only=True)
class Course:
    """A tournament so far: five queries, however long it was."""

    tournament: Tournament
    contenders: dict[Player, Contender]
    rounds: list[TournamentRound]

    @property
    def active(self) -> list[Player]:
        """Who would be drawn now."""
        return [
            pk
            for pk, one in self.contenders.items()
            if one.withdrawn_at is None and one.out_after is None
        ]

    def users(self, players: Iterable[Player]) -> list[User]:
        return [self.contenders[pk].user for pk in players]

    @property
    def open_round(self) -> TournamentRound | None:
        last = self.rounds[-1] if self.rounds else None
        return last if last is not None and last.closed_at is None else None

    @property
    def past(self) -> list[Past]:
        return [
            Past(
                tables=tuple(
                    tuple(seat.contender_id for seat in table.seats.all())
                    for table in one.tables.all()
                ),
                byes=tuple(contender.pk for contender in one.byes.all()),
            )
            for one in self.rounds
        ]

    @property
    def tables(self) -> list[TournamentTable]:
        return [table for one in self.rounds for table in one.tables.all()]

    def standings(self) -> tuple[Row, ...]:
        """Everybody who ever took part; a bye is worth the mean of a table's points."""
        rules = self.tournament.agreed
        mean = Fraction(sum(rules.points[: rules.table]), rules.table)
        awarded: dict[Player, Fraction] = {}
        for past in self.past:
            for player in past.byes:
                awarded[player] = awarded.get(player, Fraction(0)) + mean
        finished = [
            Finished(scores={int(pk): score for pk, score in table.scores.items()})
            for table in self.tables
            if table.scores is not None
        ]
        return standings(
            self.contenders,
            finished,
            scale=rules.points,
            tie_breaks=rules.tie_breaks,
            awarded=awarded,
        )


def course_of(tournament: Tournament) -> Course:
    contenders = tournament.contenders.select_related("user").order_by("entered_at", "pk")
    rounds = tournament.rounds.prefetch_related("byes__user", "tables__game", "tables__seats")
    found = Course(
        tournament=tournament,
        contenders={one.pk: one for one in contenders},
        rounds=list(rounds.order_by("number")),
    )
    for table in found.tables:
        for seat in table.seats.all():
            seat.contender = found.contenders[seat.contender_id]
    return found
