"""A shared plan as others see it: one branch, up to a step."""

from __future__ import annotations

from dataclasses import dataclass

from games.models import Plan, PlanBranch
from games.presenters.walk import Walk, walk_of


@dataclass(frozen=True, slots=True)
class ShownPlan:
    branches: list[PlanBranch]
    branch: PlanBranch
    position: int
    """Of the branch, counted from 1."""
    walk: Walk


def plan_shown(*, plan: Plan, branch: int = 1, upto: int | None = None) -> ShownPlan | None:
    """None where the plan has no such branch."""
    branches = list(plan.branches.all())
    if not 0 < branch <= len(branches):
        return None
    chosen = branches[branch - 1]
    lines = [(row["seat"], row["line"]) for row in chosen.lines]
    wanted = len(lines) if upto is None else upto
    number = min(chosen.number, plan.game.length)
    walk = walk_of(game=plan.game, number=number, lines=lines, upto=wanted)
    return ShownPlan(branches, chosen, branch, walk)
