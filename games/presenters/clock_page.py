"""The page about a table's time: who has how much, what was agreed, what the reader may do."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from accounts.models import User
from games.clocks.policy import time_out_read
from games.models import Game, Seat, TableVote
from games.organisers import is_organiser, runs_table
from games.presenters.clock_words import (
    ACTION_LABELS,
    NoticeLine,
    clock_lines,
    notice_lines,
    time_out_lines,
)
from games.presenters.deadlines import Deadline, deadline_of, span_of
from games.selectors.access import Viewer
from games.selectors.times import SeatTime, open_votes, seat_times
from games.services.clocks import gift_problem, may_resume

GIFTS = (12, 24, 48, 72)
MOST_NOTICES = 50


@dataclass(frozen=True, kw_only=True)
class SeatRow:
    time: SeatTime
    name: str
    deadline: Deadline | None
    kept: str
    """What is left while the clocks stand still."""
    bank: str
    may_give: bool


@dataclass(frozen=True, kw_only=True)
class VoteRow:
    """A question that is open, and what the reader may say to it."""

    vote: TableVote
    text: str
    said: int
    asked: int
    mine: bool
    """The reader proposed it and may withdraw it."""
    asks_me: bool


@dataclass(frozen=True, kw_only=True)
class ClockPage:
    game: Game
    my_seat: Seat | None
    agreed: list[tuple[str, str]]
    seats: list[SeatRow]
    votes: list[VoteRow]
    notices: list[NoticeLine]
    may_pause: bool
    may_propose: bool
    may_resume: bool
    i_am_away: bool
    i_look_for_substitute: bool
    may_leave: bool


def clock_page(*, game: Game, viewer: Viewer, now: datetime) -> ClockPage:
    user = viewer if isinstance(viewer, User) else None
    times = seat_times(game=game, now=now)
    mine = next((row for row in times if user and row.seat.user_id == user.pk), None)
    plays = mine is not None and mine.seat.dropped_at is None and game.is_running
    runs = user is not None and runs_table(user=user, game=game) and game.is_running
    seat = mine.seat if mine else None
    paused, notes = game.paused_at is not None, clock_notes(game=game, viewer=viewer, seat=seat)
    return ClockPage(
        game=game,
        my_seat=seat,
        agreed=[*clock_lines(game.clock), *time_out_lines(game.time_out)],
        seats=[_seat_row(row, game, user, now) for row in times],
        votes=notes.votes,
        notices=notice_lines(reversed(game.notices.order_by("-pk")[:MOST_NOTICES])),
        may_pause=runs and not paused,
        may_propose=plays and not runs and not paused,
        may_resume=notes.may_resume,
        i_am_away=notes.i_am_away,
        i_look_for_substitute=notes.i_look_for_substitute,
        may_leave=plays,
    )


@dataclass(frozen=True, kw_only=True)
class ClockNotes:
    """The part of it that other pages of the table show."""

    my_seat: Seat | None
    votes: list[VoteRow]
    may_resume: bool
    i_am_away: bool
    i_look_for_substitute: bool


def clock_notes(*, game: Game, viewer: Viewer, seat: Seat | None) -> ClockNotes:
    """`seat`: the viewer's own."""
    user = viewer if isinstance(viewer, User) and game.is_running else None
    mine = seat if user is not None and seat is not None and seat.dropped_at is None else None
    offer = mine.offers.filter(closed_at=None).first() if mine else None
    return ClockNotes(
        my_seat=mine,
        votes=vote_rows(game=game, viewer=viewer) if game.is_running else [],
        may_resume=game.paused_at is not None
        and user is not None
        and may_resume(user=user, game=game),
        i_am_away=mine is not None
        and (bool(mine.caretaker) or (offer is not None and not offer.wish)),
        i_look_for_substitute=offer is not None and offer.wish,
    )


def _seat_row(row: SeatTime, game: Game, user: User | None, now: datetime) -> SeatRow:
    owed = row.owed
    may_give = (
        user is not None
        and game.is_running
        and row.left is not None
        and gift_problem(user=user, game=game, seat=row.seat) is None
    )
    return SeatRow(
        time=row,
        name=row.seat.holder_name or _("Seat %(n)s") % {"n": row.seat.number + 1},
        deadline=deadline_of(due_at=owed.due_at, opened_at=owed.opened_at, now=now)
        if owed
        else None,
        kept=span_of(owed.left) if owed and owed.left is not None else "",
        bank=span_of(row.bank) if row.bank is not None else "",
        may_give=may_give,
    )


def vote_rows(*, game: Game, viewer: Viewer) -> list[VoteRow]:
    user = viewer if isinstance(viewer, User) else None
    return [_vote_row(vote, game, user) for vote in open_votes(game=game)]


def _vote_row(vote: TableVote, game: Game, user: User | None) -> VoteRow:
    ballots = list(vote.ballots.all())
    name = vote.seat.holder_name
    if vote.kind == TableVote.Kind.PAUSE:
        text = _("%(name)s proposes a pause: all clocks would stand still.") % {"name": name}
    else:
        action = ACTION_LABELS[time_out_read(game.time_out).action]
        text = _("The time of %(name)s is up. Agreed for this table: %(action)s. Now?") % {
            "name": name,
            "action": action,
        }
    by_host = vote.host_decides and user is not None
    return VoteRow(
        vote=vote,
        text=text,
        said=sum(row.agrees is not None for row in ballots),
        asked=len(ballots),
        mine=user is not None
        and vote.kind == TableVote.Kind.PAUSE
        and vote.seat.user_id == user.pk,
        asks_me=any(user and row.seat.user_id == user.pk and row.agrees is None for row in ballots)
        or (
            by_host
            and user is not None
            and (game.host_id == user.pk or is_organiser(user=user, game=game))
        ),
    )
