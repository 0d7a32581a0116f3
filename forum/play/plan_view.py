"""A shared plan as others see it: one branch, up to a step."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Prefetch, prefetch_related_objects

from games.models import Plan, PlanBranch, Seat
from games.positions import positions_at
from games.presenters.walk import Walk, walk_from


@dataclass(frozen=True, slots=True)
class ShownPlan:
    branches: list[PlanBranch]
    branch: PlanBranch
    position: int
    """Of the branch, counted from 1."""
    walk: Walk


def plan_shown(*, plan: Plan, branch: int = 1, upto: int | None = None) -> ShownPlan | None:
    """None where the plan has no such branch."""
    branches = {plan.pk: list(plan.branches.all())}
    return next(iter(plans_shown(wanted=[(plan, branch, upto)], branches=branches).values()), None)


def plans_shown(
    *,
    wanted: Collection[tuple[Plan, int, int | None]],
    branches: Mapping[int, list[PlanBranch]],
) -> dict[tuple[int, int, int | None], ShownPlan]:
    """Plans, which of their branches, and how many steps: three queries, however many they are."""
    plans = list({plan.pk: plan for plan, _, _ in wanted}.values())
    seats = Seat.objects.select_related("user")
    prefetch_related_objects(plans, Prefetch("game__seats", queryset=seats))
    known = {plan.pk: plan for plan in plans}
    begun = {}
    for asked, branch, upto in wanted:
        plan = known[asked.pk]
        own = branches[plan.pk]
        if 0 < branch <= len(own):
            number = min(own[branch - 1].number, plan.game.length)
            begun[plan.pk, branch, upto] = (plan, own, number)
    positions = positions_at(wanted=[(plan.game, number) for plan, _, number in begun.values()])
    return {
        key: _shown(plan, own, key, positions[plan.game_id, number].state)
        for key, (plan, own, number) in begun.items()
    }


def _shown(
    plan: Plan, branches: list[PlanBranch], key: tuple[int, int, int | None], state: Any
) -> ShownPlan:
    _plan, branch, upto = key
    lines = [(row["seat"], row["line"]) for row in branches[branch - 1].lines]
    walk = walk_from(
        game=plan.game,
        state=state,
        seats=list(plan.game.seats.all()),
        lines=lines,
        upto=len(lines) if upto is None else upto,
    )
    return ShownPlan(branches, branches[branch - 1], branch, walk)
