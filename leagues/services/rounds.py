"""From one round of a tournament to the next: shown as a plan first, then just that is done."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from fractions import Fraction
from itertools import combinations

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.player_facts import ratings_of
from leagues.drawing_rounds import (
    Drawn,
    Past,
    Total,
    Wish,
    going_on,
    groups,
    knockout_round,
    pairs_left,
    swiss_round,
    totals,
)
from leagues.errors import NotNow
from leagues.models import (
    Contender,
    Tournament,
    TournamentAct,
    TournamentRound,
    TournamentSeat,
    TournamentTable,
)
from leagues.pairing import TooFew
from leagues.permissions import check_runs
from leagues.plans import Part, Plan, plan_carry_out
from leagues.selectors.tournaments import Course, course_of, groups_of
from leagues.services.tournaments import act_add, tournament_lock
from leagues.signals import tournament_ended, tournament_round_published
from leagues.tournament_notices import round_drawn, round_over, tournament_over
from leagues.words import Words, said
from operations.due import due_work

Format = Tournament.Format
State = Tournament.State
Kind = TournamentAct.Kind

MOST_STEPS = 4
"""That a self-starting tournament takes in one go: close a round, publish the next one."""
SHOWN_PLACES = 8
"""In the letter at the end."""


def group_totals(tables: Iterable[TournamentTable], tournament: Tournament) -> dict[int, Total]:
    """What the results of a group come to so far, by contender."""
    found = (
        {int(pk): score for pk, score in table.scores.items()}
        for table in tables
        if table.scores is not None
    )
    return totals(found, tournament.agreed.points)


def next_step(tournament: Tournament, *, by: User | None = None) -> Plan:
    """What comes next in a tournament that is not over: nothing is written."""
    if tournament.state == State.ENDED:
        raise NotNow()
    course = course_of(tournament)
    if course.open_round is not None:
        return _closing(course, course.open_round, by)
    if tournament.is_running and is_over(course):
        return _ending(course, by)
    return _publishing(course, by)


def is_over(course: Course) -> bool:
    """After its last round was closed."""
    tournament, rounds = course.tournament, course.rounds
    match tournament.format:
        case Format.SWISS:
            return len(rounds) >= tournament.agreed.rounds or len(course.active) < 3
        case Format.KNOCKOUT:
            return len(course.active) < 2 or (bool(rounds) and len(groups_of(rounds[-1])) == 1)
        case _:
            most = tournament.agreed.most_rounds
            return (
                len(course.active) < 3
                or 0 < most <= len(rounds)
                or not pairs_left(course.active, course.past)
            )


def _strengths(course: Course) -> dict[int, float]:
    if course.rounds:
        return {pk: one.strength for pk, one in course.contenders.items()}
    users = [one.user for one in course.contenders.values()]
    known = ratings_of(users=users, rules_key=course.tournament.agreed.game)
    return {pk: float(known[one.user_id]) for pk, one in course.contenders.items()}


def draw(course: Course) -> Drawn:
    """The next round: the same for the same tournament, however often it is looked at."""
    tournament, rules = course.tournament, course.tournament.agreed
    points = {}
    if tournament.format == Format.SWISS:
        points = {row.player: row.points for row in course.standings()}
    wish = Wish(
        players=course.active,
        past=course.past,
        points=points,
        wanted=rules.table,
        exact=rules.exact and tournament.format != Format.KNOCKOUT,
        seed=tournament.seed + len(course.rounds),
    )
    if tournament.format != Format.KNOCKOUT:
        return swiss_round(wish)
    if course.rounds:
        return knockout_round(wish, games=rules.later_games)
    return groups(wish, _strengths(course), size=rules.group, games=rules.games)


def table_title(number: int, group: int, games: int) -> Words:
    """Numbers are counted from 0; `games` are those of the group."""
    if games == 1:
        return said(_("Table %(number)s"), number=number + 1)
    return said(_("Group %(group)s, table %(number)s"), group=group + 1, number=number + 1)


def _title_of(drawn: Drawn, number: int) -> Words:
    group = drawn.group_of(number)
    return table_title(number, group, drawn.groups.count(group) or 1)


def _pairs(tables: Iterable[Sequence[int]]) -> set[frozenset[int]]:
    return {frozenset(two) for table in tables for two in combinations(table, 2)}


def _publishing(course: Course, by: User | None) -> Plan:
    number = len(course.rounds) + 1
    title = said(_("Publish round %(round)s"), round=number)
    try:
        drawn = draw(course)
    except TooFew:
        problem = _("There are too few players for a table.")
        return Plan(title=title, carry_out=_nothing, problems=(problem,))
    names = {pk: one.user.username for pk, one in course.contenders.items()}
    parts = [
        Part(
            title=_title_of(drawn, place),
            lines=tuple(
                said(_("Seat %(seat)s: %(name)s"), seat=seat, name=names[player])
                for seat, player in enumerate(table, start=1)
            ),
        )
        for place, table in enumerate(drawn.tables)
    ]
    before = _pairs(table for past in course.past for table in past.tables)
    met = len(_pairs(drawn.tables) & before)
    lines: list[Words] = [
        said(_("Tables: %(count)s"), count=len(drawn.tables)),
        said(_("Meetings of two who have met before: %(count)s"), count=met),
    ]
    if course.tournament.format == Format.ROUND_ROBIN:
        now = Past(tables=drawn.tables)
        left = pairs_left(course.active, [*course.past, now])
        lines.append(
            said(_("Pairs that will not have met after this round: %(count)s"), count=left)
        )
    if drawn.byes:
        resting = ", ".join(names[player] for player in drawn.byes)
        lines.append(said(_("Has a bye: %(names)s"), names=resting))
    seated = dict.fromkeys(player for table in drawn.tables for player in table)
    return Plan(
        title=title,
        carry_out=lambda now: _publish(course, drawn, by, now),
        lines=tuple(lines),
        parts=tuple(parts),
        notices=(round_drawn(course.tournament, number, course.users(seated)),),
    )


def _nothing(now: datetime) -> None:
    raise NotNow()


def _publish(course: Course, drawn: Drawn, by: User | None, now: datetime) -> None:
    tournament = course.tournament
    if not course.rounds:
        for pk, strength in _strengths(course).items():
            course.contenders[pk].strength = strength
        Contender.objects.bulk_update(course.contenders.values(), ["strength"], batch_size=200)
        tournament.state, tournament.started_at = State.RUNNING, now
        tournament.save(update_fields=["state", "started_at"])
    made = TournamentRound.objects.create(
        tournament=tournament, number=len(course.rounds) + 1, published_at=now
    )
    made.byes.set(drawn.byes)
    tables = TournamentTable.objects.bulk_create(
        TournamentTable(round=made, number=number, group=drawn.group_of(number))
        for number in range(len(drawn.tables))
    )
    TournamentSeat.objects.bulk_create(
        TournamentSeat(table=table, number=number, contender_id=player)
        for table, players in zip(tables, drawn.tables, strict=True)
        for number, player in enumerate(players)
    )
    act_add(tournament, Kind.PUBLISHED, by=by, now=now, round=made.number)
    tournament_round_published.send(sender=TournamentRound, round=made)


def _closing(course: Course, current: TournamentRound, by: User | None) -> Plan:
    tables = list(current.tables.all())
    waiting = [table for table in tables if table.scores is None]
    problems: list[Words] = []
    if waiting:
        numbers = ", ".join(str(table.number + 1) for table in waiting)
        problems.append(said(_("Without a result: table %(numbers)s"), numbers=numbers))
    names = {pk: one.user.username for pk, one in course.contenders.items()}
    strengths = _strengths(course)
    out: list[int] = []
    parts = []
    is_final = len(groups_of(current)) == 1
    for number, group in enumerate(groups_of(current)):
        won = group_totals(group, course.tournament)
        on = set(won)
        if course.tournament.format == Format.KNOCKOUT and won:
            on = set(going_on(won, course.tournament.agreed.advance, strengths))
            out += [pk for pk in won if pk not in on]
        parts.append(
            Part(
                title=said(_("Group %(group)s"), group=number + 1)
                if len(group) > 1
                else said(_("Table %(number)s"), number=group[0].number + 1),
                lines=tuple(
                    said(
                        _("%(name)s: %(score)s points, goes on")
                        if pk in on
                        else _("%(name)s: %(score)s points, is out"),
                        name=names[pk],
                        score=total[1],
                    )
                    for pk, total in sorted(won.items(), key=lambda item: item[1], reverse=True)
                ),
            )
        )
    return Plan(
        title=said(_("Close round %(round)s"), round=current.number),
        carry_out=lambda now: _close(course, current, out, by, now),
        lines=(said(_("Tables: %(count)s"), count=len(tables)),),
        parts=tuple(parts),
        problems=tuple(problems),
        notices=()
        if not out or is_final
        else (
            round_over(
                course.tournament, current.number, [course.contenders[pk].user for pk in out]
            ),
        ),
    )


def _close(
    course: Course, current: TournamentRound, out: list[int], by: User | None, now: datetime
) -> None:
    current.closed_at = now
    current.save(update_fields=["closed_at"])
    single = len(groups_of(current)) == 1
    if out and not single:  # the final has places, not losers
        Contender.objects.filter(pk__in=out).update(out_after=current.number)
    act_add(course.tournament, Kind.CLOSED, by=by, now=now, round=current.number)


def _ending(course: Course, by: User | None) -> Plan:
    rows = final_order(course)
    names = {pk: one.user.username for pk, one in course.contenders.items()}
    lines = tuple(said(_("%(place)s. %(name)s"), place=place, name=names[pk]) for place, pk in rows)
    return Plan(
        title=_("End the tournament"),
        carry_out=lambda now: _end(course, by, now),
        lines=lines,
        notices=(
            tournament_over(course.tournament, course.contenders.values(), lines[:SHOWN_PLACES]),
        ),
    )


def _end(course: Course, by: User | None, now: datetime) -> None:
    tournament = course.tournament
    tournament.state, tournament.ended_at, tournament.step_due = State.ENDED, now, None
    tournament.save(update_fields=["state", "ended_at", "step_due"])
    act_add(tournament, Kind.ENDED, by=by, now=now)
    tournament_ended.send(sender=Tournament, tournament=tournament)


def final_order(course: Course) -> list[tuple[int, int]]:
    """(place, contender): by points, or in a knock-out by how far one came, then at that table."""
    if course.tournament.format != Format.KNOCKOUT:
        return [(row.place, row.player) for row in course.standings()]
    nothing = (Fraction(0), 0)
    reached: dict[int, tuple[int, Total]] = dict.fromkeys(course.contenders, (0, nothing))
    for number, one in enumerate(course.rounds, start=1):
        for group in groups_of(one):
            won = group_totals(group, course.tournament)
            for seat in (seat for table in group for seat in table.seats.all()):
                reached[seat.contender_id] = (number, won.get(seat.contender_id, nothing))
    ranked = sorted(course.contenders)
    ranked.sort(key=lambda pk: reached[pk], reverse=True)
    return [(1 + sum(reached[other] > reached[pk] for other in ranked), pk) for pk in ranked]


@transaction.atomic
def tournament_step(
    *, pk: int, by: User, seen: str, now: datetime | None = None, tell: bool = True
) -> Tournament:
    """The step, if it still is what was seen."""
    now = now or timezone.now()
    tournament = tournament_lock(pk=pk)
    check_runs(by, tournament)
    plan_carry_out(next_step(tournament, by=by), seen=seen, now=now, tell=tell)
    return tournament


def tournament_go_on(*, tournament: Tournament, now: datetime) -> int:
    """Take all steps that a self-starting tournament can take. The caller has locked it."""
    taken = 0
    while taken < MOST_STEPS and tournament.state != State.ENDED:
        plan = next_step(tournament)
        if plan.problems:
            break
        plan_carry_out(plan, seen=plan.fingerprint, now=now)
        taken += 1
    return taken


@due_work("leagues.cups")
def cups_go_on(now: datetime) -> int:
    """Self-starting tournaments in which something has ended."""
    taken = 0
    for pk in list(Tournament.objects.filter(step_due__lte=now).values_list("pk", flat=True)):
        with transaction.atomic():
            tournament = tournament_lock(pk=pk)
            if tournament.step_due is None:
                continue
            tournament.step_due = None
            tournament.save(update_fields=["step_due"])
            taken += tournament_go_on(tournament=tournament, now=now)
    return taken
