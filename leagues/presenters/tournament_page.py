"""The page of a tournament: standings, rounds with their tables, what is still to come."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext

from leagues.drawing_rounds import going_on
from leagues.models import Tournament, TournamentRound, TournamentTable
from leagues.pairing import SMALLEST_TABLE, table_sizes
from leagues.presenters.numbers import points_words
from leagues.presenters.ties import tie_data, tie_sentence
from leagues.selectors.tournaments import Course, groups_of
from leagues.services.rounds import final_order, group_totals, is_over, table_title


def standing_rows(course: Course) -> list[dict[str, Any]]:
    """Best first, with what decides the order in words."""
    by_player = {row.player: row for row in course.standings()}
    by_points = course.tournament.format != Tournament.Format.KNOCKOUT
    names = {pk: one.user.username for pk, one in course.contenders.items()}
    return [
        {
            "place": place,
            "contender": course.contenders[pk],
            "played": by_player[pk].played,
            "points": points_words(str(by_player[pk].points)),
            "wins": points_words(str(by_player[pk].values.get("wins", Fraction(0)))),
            "tie": tie_sentence(tie_data(by_player[pk]), names) if by_points else "",
        }
        for place, pk in final_order(course)
    ]


def round_shown(course: Course, index: int) -> dict[str, Any]:
    """A round with its tables, results best first, seats first before there are any."""
    one = course.rounds[index]
    groups = groups_of(one)
    through = _who_is_through(course, groups)
    together = {group[0].group: len(group) for group in groups}
    return {
        "round": one,
        "title": _round_title(course, one, len(groups)),
        "tables": [
            table_shown(course, table, through, games=together[table.group])
            for table in one.tables.all()
        ],
        "groups": [group_shown(course, group, through) for group in groups if len(group) > 1],
        "several": len(together) > 1,
        "byes": list(one.byes.all()),
    }


def _who_is_through(course: Course, groups: list[list[TournamentTable]]) -> set[int]:
    """Who goes on, as soon as all games of his group are over."""
    tournament = course.tournament
    if tournament.format != Tournament.Format.KNOCKOUT or len(groups) == 1:
        return set()
    strengths = {pk: contender.strength for pk, contender in course.contenders.items()}
    found: set[int] = set()
    for group in groups:
        if all(table.scores is not None for table in group):
            won = group_totals(group, tournament)
            found |= set(going_on(won, tournament.agreed.advance, strengths))
    return found


def _round_title(course: Course, one: TournamentRound, groups: int) -> str:
    """Rounds with elimination have names, once it is known how many follow."""
    if course.tournament.format != Tournament.Format.KNOCKOUT:
        return gettext("Round %(round)s") % {"round": one.number}
    return knockout_title(one.number, groups)


def knockout_title(number: int, groups: int) -> str:
    if groups == 1:
        return gettext("Final")
    if number == 1:
        return gettext("Groups")
    if groups == 2:
        return gettext("Semi-finals")
    return gettext("Round %(round)s") % {"round": number}


def table_shown(
    course: Course, table: TournamentTable, through: set[int], *, games: int
) -> dict[str, Any]:
    """`games` are those of its group."""
    scores, live = table.scores, table.live or {}
    seats: list[dict[str, Any]] = [
        {
            "contender": seat.contender,
            "seat": seat.number + 1,
            "score": scores.get(str(seat.contender_id))
            if scores is not None
            else live.get("scores", {}).get(str(seat.number)),
            "colour": live.get("colours", {}).get(str(seat.number), ""),
            "goes_on": seat.contender_id in through,
        }
        for seat in table.seats.all()
    ]
    if scores is not None:
        seats.sort(key=lambda row: -scores.get(str(row["contender"].pk), 0))
    return {
        "table": table,
        "number": table.number + 1,
        "title": table_title(table.number, table.group, games),
        "seats": seats,
        "round_played": live.get("round"),
    }


def group_shown(course: Course, group: list[TournamentTable], through: set[int]) -> dict[str, Any]:
    """How a group of several tables stands."""
    won = group_totals(group, course.tournament)
    seated = {seat.contender_id for table in group for seat in table.seats.all()}
    nothing = (Fraction(0), 0)
    order = sorted(seated, key=lambda pk: won.get(pk, nothing), reverse=True)
    return {
        "number": group[0].group + 1,
        "rows": [
            {
                "contender": course.contenders[pk],
                "points": points_words(str(won.get(pk, nothing)[0])),
                "total": won.get(pk, nothing)[1],
                "goes_on": pk in through,
            }
            for pk in order
        ],
    }


@dataclass(frozen=True)
class SeatToCome:
    """Somebody who has come as far as that, or where he will come from."""

    name: str
    known: bool = False


def rounds_to_come(course: Course) -> list[dict[str, Any]]:
    """The rest of a bracket, if nobody withdraws: its tables, and who will sit there.

    Where all who go on fit at one table, it is known who comes from where; else it is drawn.
    """
    tournament, rules = course.tournament, course.tournament.agreed
    if tournament.format != Tournament.Format.KNOCKOUT or not course.rounds or is_over(course):
        return []
    last = course.rounds[-1]
    if last.closed_at is None:
        if len(groups_of(last)) == 1:
            return []
        coming = _coming_from(course, last)
    else:
        coming = [SeatToCome(course.contenders[pk].user.username, True) for pk in course.active]
    found = []
    number = last.number
    while len(coming) > 1:
        number += 1
        single = len(coming) < SMALLEST_TABLE or len(coming) <= rules.table
        sizes = [len(coming)] if single else list(table_sizes(len(coming), wanted=rules.table)[0])
        drawn = SeatToCome(gettext("is drawn"))
        found.append(
            {
                "title": knockout_title(number, len(sizes)),
                "tables": [coming] if single else [[drawn] * size for size in sizes],
            }
        )
        if single:
            break
        coming = [
            _place_of(place, table, 1)
            for table, size in enumerate(sizes)
            for place in range(1, _going_on(size, rules.advance) + 1)
        ]
    return found


def _coming_from(course: Course, current: TournamentRound) -> list[SeatToCome]:
    """Who goes on from each group: by name as soon as all its games are over."""
    advance = course.tournament.agreed.advance
    strengths = {pk: contender.strength for pk, contender in course.contenders.items()}
    found = []
    for number, group in enumerate(groups_of(current)):
        if all(table.scores is not None for table in group):
            on = going_on(group_totals(group, course.tournament), advance, strengths)
            found += [SeatToCome(course.contenders[pk].user.username, True) for pk in on]
            continue
        players = {seat.contender_id for table in group for seat in table.seats.all()}
        places = range(1, _going_on(len(players), advance) + 1)
        where = group[0].number if len(group) == 1 else number
        found += [_place_of(place, where, len(group)) for place in places]
    return found


def _place_of(place: int, number: int, games: int) -> SeatToCome:
    text = (
        gettext("place %(place)s of table %(number)s")
        if games == 1
        else gettext("place %(place)s of group %(number)s")
    )
    return SeatToCome(text % {"place": place, "number": number + 1})


def _going_on(size: int, advance: int) -> int:
    return min(advance, size - 1)


def stages(course: Course) -> list[tuple[str, str, str]]:
    """(state, title, detail) of the steps along the top."""
    tournament = course.tournament
    entered = sum(one.withdrawn_at is None for one in course.contenders.values())
    players = gettext("Players: %(count)s") % {"count": entered}
    if tournament.capacity and tournament.is_open:
        players = gettext("%(count)s of %(most)s") % {
            "count": entered,
            "most": tournament.capacity,
        }
    found = [("on" if tournament.is_open else "dn", gettext("Sign-up"), players)]
    for one in course.rounds[-3:]:
        tables = list(one.tables.all())
        done = sum(table.scores is not None for table in tables)
        found.append(
            (
                "dn" if one.closed_at else "on",
                _round_title(course, one, len(groups_of(one))),
                gettext("%(count)s of %(all)s over") % {"count": done, "all": len(tables)},
            )
        )
    ended = tournament.state == Tournament.State.ENDED
    soon = tournament.is_running and course.open_round is None and is_over(course)
    found += [("", row["title"], "") for row in rounds_to_come(course)]
    found.append(("dn" if ended else "on" if soon else "", gettext("End"), ""))
    return found
