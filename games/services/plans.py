"""Private what-ifs: tried on a copy of the position, kept, and tried again after every move."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any

import msgspec
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from engine.api import CHANCE, MoveError, Step
from engine.api import Seat as SeatNumber
from engine.log import play_line
from games.errors import NoSuchPlan, NothingSaid, NotPlannable, PlanRefused, TooManyLines
from games.models import Game, Plan, PlanBranch, Seat
from games.positions import position_at
from games.selectors.access import game_for
from games.services.talk import checked_text

Status = PlanBranch.Status
LONGEST_NAME = 80
LONGEST_NOTES = 5_000
MOST_LINES = 200

PlannedLine = tuple[int, str]
"""Seat and line."""


@transaction.atomic
def plan_save(
    *,
    game_id: int,
    user: User,
    name: str,
    notes: str = "",
    plan_id: int | None = None,
    now: datetime | None = None,
) -> Plan:
    """Begin a plan, or change its name and notes."""
    words = checked_text(name, LONGEST_NAME)
    if not words:
        raise NothingSaid()
    game = game_for(game_id=game_id, viewer=user)
    plan = Plan(game=game, user=user) if plan_id is None else own_plan(user=user, plan_id=plan_id)
    plan.name = words
    plan.notes = checked_text(notes, LONGEST_NOTES)
    plan.changed_at = now or timezone.now()
    plan.save()
    return plan


def own_plan(*, user: User, plan_id: int) -> Plan:
    plan = Plan.objects.select_related("game").filter(pk=plan_id, user=user).first()
    if plan is None:
        raise NoSuchPlan()
    return plan


def plan_delete(*, user: User, plan_id: int) -> None:
    own_plan(user=user, plan_id=plan_id).delete()


@transaction.atomic
def branch_save(
    *,
    user: User,
    plan_id: int,
    lines: Sequence[PlannedLine],
    branch_id: int | None = None,
    name: str = "",
    number: int | None = None,
    now: datetime | None = None,
) -> PlanBranch:
    """Keep lines after the present position, or pinned after an earlier row `number`.

    Raises PlanRefused if a line is refused or would show something hidden; its cause says why.
    """
    plan = own_plan(user=user, plan_id=plan_id)
    game = plan.game
    begun = game.length if number is None else number
    steps = lines_try(
        game=game,
        state=position_at(game=game, number=begun),
        seat=_seat_number(game, user),
        lines=lines,
    )
    if branch_id is None:
        branch = PlanBranch(plan=plan, position=plan.branches.count())
    else:
        found = plan.branches.filter(pk=branch_id).first()
        if found is None:
            raise NoSuchPlan()
        branch = found
    branch.name = checked_text(name, LONGEST_NAME)
    branch.lines = [
        {"seat": seat, "line": step.line, "digest": digest_of(step)}
        for (seat, _), step in zip(lines, steps, strict=True)
    ]
    branch.based_on, branch.number = game.revision, begun
    branch.pinned = begun != game.length
    branch.status, branch.broken_at, branch.refusal = Status.LEGAL, None, None
    branch.save()
    Plan.objects.filter(pk=plan.pk).update(changed_at=now or timezone.now())
    return branch


def branch_delete(*, user: User, branch_id: int) -> None:
    gone, _ = PlanBranch.objects.filter(pk=branch_id, plan__user=user).delete()
    if not gone:
        raise NoSuchPlan()


def lines_try(
    *, game: Game, state: Any, seat: int | None, lines: Sequence[PlannedLine]
) -> list[Step[Any]]:
    """Play lines on a copy. `seat` is the planner's own, None for a spectator."""
    if len(lines) > MOST_LINES:
        raise TooManyLines(limit=MOST_LINES)
    played: list[Step[Any]] = []
    for index, (number, line) in enumerate(lines):
        try:
            step = line_try(game=game, state=state, seat=seat, number=number, line=line)
        except (MoveError, NotPlannable) as refusal:
            raise PlanRefused(index=index, line=line) from refusal
        played.append(step)
        state = step.state
    return played


def line_try(*, game: Game, state: Any, seat: int | None, number: int, line: str) -> Step[Any]:
    """Play one line on a copy. While anything is hidden, only for one's own seat, and only what
    shows nothing new: a plan must not be a way to look at what one may not see."""
    if number == CHANCE:
        raise NotPlannable()
    hidden = not all_is_open(game=game, state=state)
    if hidden and number != seat:
        raise NotPlannable()
    step = play_line(game.rules, state, SeatNumber(number), line)
    if hidden and step.reveals:
        raise NotPlannable()
    return step


def all_is_open(*, game: Game, state: Any) -> bool:
    """Whether every seat sees what a spectator sees."""
    public = game.rules.view(state, None)
    return all(
        game.rules.view(state, SeatNumber(number)) == public for number in range(game.seat_count)
    )


def digest_of(step: Step[Any]) -> str:
    """What a line did, in short: another digest means that it does something else now."""
    events = json.dumps(msgspec.to_builtins(step.events), sort_keys=True)
    return hashlib.sha256(events.encode()).hexdigest()[:16]


def _seat_number(game: Game, user: User) -> int | None:
    seat = Seat.objects.filter(game=game, user=user).first()
    return None if seat is None else seat.number


# ---- after a move ------------------------------------------------------------------------------


def plans_rebase(*, game_id: int) -> int:
    """Try every branch of every plan on the position as it is now; says how many were tried."""
    game = Game.objects.get(pk=game_id)
    stale = PlanBranch.objects.filter(plan__game=game, pinned=False).exclude(based_on=game.revision)
    ids = list(stale.values_list("pk", flat=True))
    for pk in ids:
        branch_rebase(branch_id=pk)
    return len(ids)


@transaction.atomic
def branch_rebase(*, branch_id: int) -> PlanBranch:
    """Bring a branch up to date: still legal, changed, or dead."""
    branch = (
        PlanBranch.objects.select_for_update(of=("self",))
        .select_related("plan__game", "plan__user")
        .get(pk=branch_id)
    )
    game = branch.plan.game
    if branch.pinned or branch.based_on == game.revision:
        return branch
    left, diverged = _what_is_left(game, branch)
    branch.lines = left
    branch.based_on, branch.number = game.revision, game.length
    branch.broken_at, branch.refusal = None, None
    status = Status.CHANGED if diverged or branch.status == Status.CHANGED else Status.LEGAL
    state, mine = position_at(game=game), _seat_number(game, branch.plan.user)
    for index, planned in enumerate(left):
        try:
            step = line_try(
                game=game, state=state, seat=mine, number=planned["seat"], line=planned["line"]
            )
        except (MoveError, NotPlannable) as refusal:
            status = Status.DEAD
            branch.broken_at = index
            branch.refusal = (
                msgspec.to_builtins(refusal.message)
                if isinstance(refusal, MoveError)
                else {"code": refusal.code, "facts": {}, "section": ""}
            )
            break
        if digest_of(step) != planned["digest"] and branch.broken_at is None:
            status = Status.CHANGED
            branch.broken_at = index
        state = step.state
    branch.status = status
    branch.save()
    return branch


def _what_is_left(game: Game, branch: PlanBranch) -> tuple[list[dict[str, Any]], bool]:
    """The planned lines that were not played yet, and whether somebody did otherwise."""
    left, diverged = list(branch.lines), game.length < branch.number
    rows = game.moves.filter(live=True, number__gt=branch.number).order_by("number")
    for seat, line in rows.values_list("seat", "line"):
        if seat == CHANCE or not left or left[0]["seat"] != seat:
            continue
        diverged = diverged or left[0]["line"] != line
        left.pop(0)
    return left, diverged
