"""Private what-ifs, and what becomes of them when the game goes on."""

from __future__ import annotations

import pytest

from engine.api import MoveError
from games.errors import NoSuchPlan, NotPlannable, PlanRefused, TooManyLines
from games.models import Plan, PlanBranch
from games.services.plans import (
    branch_delete,
    branch_rebase,
    branch_save,
    plan_delete,
    plan_save,
    plans_rebase,
)
from games.services.undo import move_undo
from tests.factories import UserFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def plan(table):
    return plan_save(game_id=table.pk, user=table.players[0], name="Rush", notes="If nomads")


def branch(table, plan, *lines, **given):
    return branch_save(user=table.players[0], plan_id=plan.pk, lines=lines, **given)


def rebased(kept):
    plans_rebase(game_id=kept.plan.game_id)
    return PlanBranch.objects.get(pk=kept.pk)


def test_a_plan_holds_lines_of_all_seats(table, plan):
    kept = branch(table, plan, (0, "setup WITCHES"), (1, "setup nomads"))
    assert [row["line"] for row in kept.lines] == ["setup witches", "setup nomads"]
    assert (kept.status, kept.number) == ("legal", table.game.length)
    assert table.lines[-1].startswith("deal-")  # nothing was played


def test_what_is_refused_cannot_be_planned(table, plan):
    with pytest.raises(PlanRefused) as refusal:
        branch(table, plan, (0, "setup witches"), (1, "setup witches"))
    assert refusal.value.facts == {"index": 1, "line": "setup witches"}
    assert isinstance(refusal.value.__cause__, MoveError)
    with pytest.raises(PlanRefused):
        branch(table, plan, (-1, "deal-bonus BON1"))
    with pytest.raises(TooManyLines):
        branch(table, plan, *[(0, "pass")] * 201)


def test_what_is_played_as_planned_leaves_the_plan(table, plan):
    kept = branch(table, plan, (0, "setup witches"), (1, "setup nomads"))
    table.plays(0, "setup witches")
    kept = rebased(kept)
    assert (kept.status, [row["line"] for row in kept.lines]) == ("legal", ["setup nomads"])
    assert kept.based_on == table.game.revision
    assert plans_rebase(game_id=table.pk) == 0  # a second time there is nothing to do


def test_who_does_otherwise_changes_the_plan(table, plan):
    kept = branch(table, plan, (0, "setup witches"), (1, "setup nomads"))
    table.plays(0, "setup giants")
    kept = rebased(kept)
    assert (kept.status, [row["line"] for row in kept.lines]) == ("changed", ["setup nomads"])


def test_a_line_that_is_no_longer_legal_kills_it_with_a_reason(table, plan):
    kept = branch(table, plan, (0, "setup witches"), (1, "setup nomads"))
    table.plays(0, "setup nomads")
    kept = rebased(kept)
    assert (kept.status, kept.broken_at) == ("dead", 0)
    assert kept.refusal["code"]
    assert [row["line"] for row in kept.lines] == ["setup nomads"]  # nothing is lost


def test_an_undo_is_followed_too(table, plan):
    table.plays(0, "setup witches")
    kept = branch(table, plan, (1, "setup nomads"))
    move_undo(game_id=table.pk, user=table.players[0], after=table.game.revision)
    assert rebased(kept).status == "dead"
    table.plays(0, "setup giants")
    assert rebased(kept).status != "dead"


def test_a_branch_at_an_earlier_position_stays_there(table, plan):
    table.plays(0, "setup witches")
    kept = branch(table, plan, (0, "setup giants"), number=table.game.length - 1)
    table.plays(1, "setup nomads")
    kept = rebased(kept)
    assert (kept.pinned, kept.status, kept.number) == (True, "legal", table.game.length - 2)
    assert branch_rebase(branch_id=kept.pk) == kept


def test_a_plan_is_no_way_to_see_what_is_hidden(lanterns):
    plan = plan_save(game_id=lanterns.pk, user=lanterns.players[0], name="Peek")
    mine = branch_save(user=lanterns.players[0], plan_id=plan.pk, lines=[(0, "bid 2")])
    assert mine.status == "legal"
    for lines in ([(1, "bid 1")], [(0, "bid 1"), (1, "bid 1")]):
        with pytest.raises(PlanRefused) as refusal:
            branch_save(user=lanterns.players[0], plan_id=plan.pk, lines=lines)
        assert isinstance(refusal.value.__cause__, NotPlannable)
    lanterns.plays(1, "bid 1")
    with pytest.raises(PlanRefused):  # the last bid would reveal the other
        branch_save(user=lanterns.players[0], plan_id=plan.pk, lines=[(0, "bid 2")])


def test_plans_belong_to_one_person(table, plan):
    kept = branch(table, plan, (0, "setup witches"))
    other = table.players[1]
    for act in (
        lambda: plan_save(game_id=table.pk, user=other, name="Mine", plan_id=plan.pk),
        lambda: branch_save(user=other, plan_id=plan.pk, lines=[]),
        lambda: branch_delete(user=other, branch_id=kept.pk),
        lambda: plan_delete(user=UserFactory(), plan_id=plan.pk),
    ):
        with pytest.raises(NoSuchPlan):
            act()
    branch_delete(user=table.players[0], branch_id=kept.pk)
    plan_delete(user=table.players[0], plan_id=plan.pk)
    assert not Plan.objects.exists()
