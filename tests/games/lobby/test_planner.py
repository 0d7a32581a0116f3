"""Private what-ifs: steps of all factions, branches, and what a move of the table makes of them."""

from __future__ import annotations

import pytest
from django.urls import reverse

from games.models import Plan, PlanBranch
from games.services.plans import branch_save, plan_save
from tests.factories import UserFactory


@pytest.fixture
def plan(table) -> Plan:
    """Marta's plan: both choose, then she builds."""
    made = plan_save(game_id=table.pk, user=table.players[0], name="North first")
    branch_save(
        user=table.players[0],
        plan_id=made.pk,
        lines=[(0, "setup witches"), (1, "setup nomads"), (0, "build C3")],
    )
    return made


def page_of(plan: Plan) -> str:
    return reverse("plan", args=[plan.pk])


def step_of(plan: Plan) -> str:
    return reverse("branch_step", args=[plan.pk, plan.branches.first().pk])


def lines(plan: Plan) -> list[str]:
    return [row["line"] for row in plan.branches.first().lines]


def test_a_plan_begins_where_the_table_stands(as_, table):
    response = as_(table.players[0]).post(
        reverse("plan_new", args=[table.pk]), {"name": "Rivers"}, follow=True
    )
    assert "Rivers" in response.text
    assert "Nothing planned yet." in response.text
    assert "Which faction" in response.text


def test_steps_of_all_seats_are_shown_with_their_effect(as_, table, plan):
    page = as_(table.players[0]).get(page_of(plan))
    assert [step.line for step in page.context["view"].steps] == [
        "setup witches",
        "setup nomads",
        "build C3",
    ]
    assert table.game.length == 2
    assert [turn.seat.number for turn in page.context["view"].turns] == [1]


def test_a_step_is_chosen_by_a_link_and_added(as_, table, plan):
    client = as_(table.players[0])
    view = client.get(page_of(plan)).context["view"]
    wish = view.groups[0].choices[0]
    chosen = client.get(f"{page_of(plan)}?{wish.query}").context["view"]
    assert chosen.composition.complete
    client.post(step_of(plan), {"upto": "3", "seat": "1", "line": chosen.line})
    assert lines(plan)[3] == chosen.line


def test_hexes_of_the_board_lead_to_the_same_step(as_, table, plan):
    board = as_(table.players[0]).get(page_of(plan)).context["view"].board
    assert board.targets
    assert all("branch=" in shape.target.query for shape in board.targets)


def test_a_refused_step_says_why_and_keeps_the_line(as_, table, plan):
    response = as_(table.players[0]).post(
        step_of(plan), {"upto": "3", "seat": "1", "line": "build C3"}, follow=True
    )
    assert len(lines(plan)) == 3
    assert 'value="build C3"' in response.text
    assert 'id="plan-refusal"' in response.text


def test_nothing_chosen_is_nothing_added(as_, table, plan):
    response = as_(table.players[0]).post(step_of(plan), {"upto": "3", "seat": "1"}, follow=True)
    assert "Choose or write a move first." in response.text


def test_taking_back_and_going_on_from_an_earlier_step(as_, table, plan):
    client = as_(table.players[0])
    assert client.get(page_of(plan)).context["view"].cut_at == 2
    client.post(step_of(plan), {"do": "cut", "upto": "1"})
    assert lines(plan) == ["setup witches"]
    client.post(step_of(plan), {"upto": "0", "seat": "0", "line": "setup giants"})
    assert lines(plan) == ["setup giants"]


def test_another_branch_from_here(as_, table, plan):
    client = as_(table.players[0])
    first = plan.branches.get()
    client.post(reverse("branch_new", args=[plan.pk]), {"from": first.pk, "upto": "1"})
    other = plan.branches.exclude(pk=first.pk).get()
    assert [row["line"] for row in other.lines] == ["setup witches"]
    client.post(reverse("branch_remove", args=[plan.pk, other.pk]))
    assert list(plan.branches.all()) == [first]
    last = client.post(reverse("branch_remove", args=[plan.pk, first.pk]), follow=True)
    assert "A plan keeps at least one branch." in last.text


@pytest.mark.parametrize(
    ("played", "status", "left"),
    [
        ("setup witches", PlanBranch.Status.LEGAL, ["setup nomads", "build C3"]),
        ("setup auren", PlanBranch.Status.CHANGED, ["setup nomads", "build C3"]),
        ("setup fakirs", PlanBranch.Status.DEAD, ["setup nomads", "build C3"]),
    ],
    ids=["as planned", "otherwise, but it still works", "otherwise, and it no longer works"],
)
def test_a_plan_is_checked_after_every_move(as_, table, plan, played, status, left):
    table.plays(0, played)
    page = as_(table.players[0]).get(page_of(plan))
    assert page.context["branch"].status == status
    assert lines(plan) == left
    words = {"legal": "still legal", "changed": "changed", "dead": "no longer possible"}
    assert words[status] in page.text


def test_name_and_notes_are_kept(as_, table, plan):
    client = as_(table.players[0])
    client.post(page_of(plan), {"name": "South", "notes": "If Tomasz takes ACT6"})
    page = client.get(reverse("planner", args=[table.pk])).text
    assert "South" in page
    assert "If Tomasz takes ACT6" in page
    assert client.post(page_of(plan), {"name": ""}, follow=True).status_code == 200
    plan.refresh_from_db()
    assert plan.name == "South"


def test_a_plan_is_deleted(as_, table, plan):
    as_(table.players[0]).post(reverse("plan_remove", args=[plan.pk]))
    assert not Plan.objects.exists()


def test_plans_are_for_nobody_else(as_, table, plan):
    for other in (table.players[1], UserFactory()):
        client = as_(other)
        assert client.get(page_of(plan)).status_code == 404
        assert client.post(step_of(plan), {"do": "cut", "upto": "0"}).status_code == 404
        assert "North first" not in client.get(reverse("planner", args=[table.pk])).text


def test_where_secrets_lie_only_one_s_own_moves_are_tried(as_, lanterns):
    marta = lanterns.players[0]
    as_(marta).post(reverse("plan_new", args=[lanterns.pk]))
    made = Plan.objects.get()
    page = as_(marta).get(page_of(made))
    assert page.status_code == 200
    assert {turn.seat.number for turn in page.context["view"].turns} <= {0}


def test_few_queries(as_, table, plan, django_assert_max_num_queries):
    client = as_(table.players[0])
    with django_assert_max_num_queries(15):
        client.get(page_of(plan))
    with django_assert_max_num_queries(15):
        client.get(reverse("planner", args=[table.pk]))
