"""The others, or the host, are asked: may the clocks stand still, shall a time-out take effect."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games import live
from games.clocks.policy import FORGIVENESS, time_out_read
from games.errors import AlreadyPaused, NotAskedOfYou, NotYourSeat, VoteAlreadyOpen, VoteSettled
from games.models import Ballot, Game, OpenDecision, Seat, TableVote
from games.organisers import is_organiser
from games.services.clocks import clocks_halt, time_add
from games.services.log import game_lock
from games.services.moves import check_running
from games.services.notices import notice_add
from games.signals import vote_settled, vote_wanted
from operations.due import due_work

Kind, State = TableVote.Kind, TableVote.State
LASTS = timedelta(days=7)
"""Silence about a time-out lets it take effect; silence about a pause means no."""


@transaction.atomic
def pause_propose(*, game_id: int, user: User, now: datetime | None = None) -> TableVote | None:
    """A player asks all others for a pause. Without others the clocks stop at once: None."""
    now = now or timezone.now()
    game = game_lock(game_id=game_id)
    check_running(game)
    seat = game.seats.filter(user=user, dropped_at=None).first()
    if seat is None:
        raise NotYourSeat()
    if game.paused_at is not None:
        raise AlreadyPaused()
    if game.votes.filter(kind=Kind.PAUSE, state=State.OPEN).exists():
        raise VoteAlreadyOpen()
    others = _others(game, seat)
    if not others:
        clocks_halt(game=game, by=user, by_host=False, now=now)
        return None
    return _open(game=game, kind=Kind.PAUSE, seat=seat, asked=others, now=now)


def time_out_ask(*, game: Game, row: OpenDecision, by: str, now: datetime) -> bool:
    """Whether somebody is asked about a time-out; False: there is nobody, so it takes effect.

    The host is asked unless it is he whose time is up; then, and where the others vote, all other
    people who still play are. The caller has locked the game.
    """
    seat = row.seat
    if not game.votes.filter(kind=Kind.TIME_OUT, seat=seat, state=State.OPEN).exists():
        host = game.host
        host_decides = by == "host" and host is not None and host.is_active
        host_decides = host_decides and game.host_id != seat.user_id
        others = [] if host_decides else _others(game, seat)
        if not others and not host_decides:
            return False
        _open(
            game=game,
            kind=Kind.TIME_OUT,
            seat=seat,
            asked=others,
            about=row.pk,
            host_decides=host_decides,
            now=now,
        )
    OpenDecision.objects.filter(pk=row.pk).update(held=True)
    return True


def _others(game: Game, seat: Seat) -> list[Seat]:
    """The people who still play themselves."""
    people = game.seats.filter(user__isnull=False, dropped_at=None, caretaker="")
    return list(people.exclude(pk=seat.pk))


def _open(
    *,
    game: Game,
    kind: str,
    seat: Seat,
    asked: list[Seat],
    now: datetime,
    about: int = 0,
    host_decides: bool = False,
) -> TableVote:
    vote = TableVote.objects.create(
        game=game, kind=kind, seat=seat, about=about, host_decides=host_decides, asked_at=now
    )
    Ballot.objects.bulk_create(Ballot(vote=vote, seat=other) for other in asked)
    live.publish_on_commit(game_id=game.pk)
    vote_wanted.send(sender=TableVote, vote=vote)
    return vote


@transaction.atomic
def vote_answer(
    *, vote_id: int, user: User, agrees: bool, now: datetime | None = None
) -> TableVote:
    """Say yes or no. A pause needs everybody, a time-out more than half; the host's word is enough.

    Raises VoteSettled, NotAskedOfYou.
    """
    now = now or timezone.now()
    vote, game = _open_vote(vote_id)
    if vote.host_decides and (game.host_id == user.pk or is_organiser(user=user, game=game)):
        _settle(game, vote, State.ACCEPTED if agrees else State.REFUSED, now)
        return vote
    ballot = vote.ballots.filter(seat__user=user).first()
    if ballot is None:
        raise NotAskedOfYou()
    ballot.agrees, ballot.answered_at = agrees, now
    ballot.save(update_fields=["agrees", "answered_at"])
    said = list(vote.ballots.values_list("agrees", flat=True))
    verdict = verdict_of(said, all_needed=vote.kind == Kind.PAUSE)
    if verdict is not None:
        _settle(game, vote, State.ACCEPTED if verdict else State.REFUSED, now)
    return vote


def verdict_of(said: list[bool | None], *, all_needed: bool) -> bool | None:
    """None: not known yet."""
    needed = len(said) if all_needed else len(said) // 2 + 1
    if said.count(True) >= needed:
        return True
    return False if len(said) - said.count(False) < needed else None


@transaction.atomic
def vote_withdraw(*, vote_id: int, user: User, now: datetime | None = None) -> TableVote:
    """Who proposed a pause no longer wants it."""
    vote, game = _open_vote(vote_id)
    if vote.kind != Kind.PAUSE or vote.seat.user_id != user.pk:
        raise NotAskedOfYou()
    _close(game, vote, State.OVERTAKEN, now or timezone.now())
    return vote


def _open_vote(vote_id: int) -> tuple[TableVote, Game]:
    vote = TableVote.objects.select_related("seat__user").filter(pk=vote_id).first()
    if vote is None:
        raise VoteSettled()
    game = game_lock(game_id=vote.game_id)
    vote.refresh_from_db(fields=["state"])
    if vote.state != State.OPEN or not game.is_running:
        raise VoteSettled()
    return vote, game


def _close(game: Game, vote: TableVote, state: str, now: datetime) -> None:
    vote.state, vote.settled_at = state, now
    vote.save(update_fields=["state", "settled_at"])
    live.publish_on_commit(game_id=game.pk)
    vote_settled.send(sender=TableVote, vote=vote)


def _settle(game: Game, vote: TableVote, state: str, now: datetime) -> None:
    """Close it first: what follows must not find it open."""
    _close(game, vote, state, now)
    seat = vote.seat
    if vote.kind == Kind.PAUSE:
        if state == State.ACCEPTED and game.paused_at is None:
            clocks_halt(game=game, by=seat.user, by_host=False, now=now)
        return
    if state == State.ACCEPTED:
        from games.services.timeouts import time_out_act

        time_out_act(game=game, seat=seat, policy=time_out_read(game.time_out), now=now)
        return
    rows = game.decisions.filter(seat=seat, held=True).select_related("seat__user")
    hours = round(FORGIVENESS.total_seconds() / 3600)
    time_add(game=game, rows=rows, gift=FORGIVENESS, now=now)
    notice_add(game=game, code="waited", now=now, who=seat.user_id, hours=hours)


def votes_overtaken(*, game: Game, now: datetime) -> None:
    """What was asked about has been answered in the meantime, or the game is over."""
    for vote in game.votes.filter(state=State.OPEN).select_related("seat"):
        if vote.kind == Kind.PAUSE:
            stands = game.paused_at is None
        else:
            stands = game.decisions.filter(seat=vote.seat, held=True).exists()
        stands = stands and game.is_running
        if not stands:
            _close(game, vote, State.OVERTAKEN, now)


@due_work("games.votes")
def votes_sweep(now: datetime) -> int:
    """Questions that nobody has settled in a week."""
    old = TableVote.objects.filter(state=State.OPEN, asked_at__lte=now - LASTS)
    done = 0
    for pk in list(old.order_by("asked_at").values_list("pk", flat=True)[:200]):
        with transaction.atomic():
            try:
                vote, game = _open_vote(pk)
            except VoteSettled:
                continue
            silence = State.REFUSED if vote.kind == Kind.PAUSE else State.ACCEPTED
            _settle(game, vote, silence, now)
            done += 1
    return done
