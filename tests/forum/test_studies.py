"""Studies: positions of a finished game with words and variations, published and embedded."""

from __future__ import annotations

import pytest
from django.urls import reverse

from forum.embeds import embeds_fill
from forum.errors import EmptyStudy, NotAllowed, NotOverYet
from forum.models import SharedPlan, Study, Topic, Variation
from forum.rendering import text_render
from forum.services.moderation import topic_remove
from forum.services.people import sanction_set
from forum.services.posts import topic_start
from forum.services.rearranging import topic_merge
from forum.services.studies import (
    plan_sharing_set,
    step_put,
    study_begin,
    study_delete,
    study_publish,
    variation_add,
)
from games.errors import PlanRefused
from games.models import Game
from games.services.plans import branch_save, plan_save
from tests.games.played import ROWS, WITCHES, on_turn, stored

OTHERS = ("random", "random")
TURN = on_turn(WITCHES, after=30)


@pytest.fixture
def game(marta, tomasz) -> Game:
    """Over for the site; the log is as long as the tests need it."""
    game = stored([marta, tomasz, *OTHERS], TURN + 4)
    Game.objects.filter(pk=game.pk).update(status=Game.Status.FINISHED, result=[])
    return Game.objects.get(pk=game.pk)


@pytest.fixture
def study(game, jun) -> Study:
    study = study_begin(game_id=game.pk, author=jun, title="Where it was lost", intro="*Look.*")
    step_put(study=study, by=jun, number=TURN, text="Here **E6** was better.")
    return study


def shown(text: str, viewer=None) -> str:
    return embeds_fill(htmls=[text_render(text=text).html], viewer=viewer)[0]


def page(study: Study) -> str:
    return reverse("forum_study", args=[study.pk])


def edit(client, study: Study, **data):
    return client.post(reverse("forum_study_edit", args=[study.pk]), data, follow=True)


def test_from_the_thread_of_a_game_to_a_topic(game, jun, rules, browse):
    client = browse(jun)
    thread = client.get(reverse("forum_thread", args=["game", game.pk])).text
    begin = reverse("forum_study_new", args=[game.pk])
    assert begin in thread
    assert client.get(begin).status_code == 200
    client.post(begin, {"title": "Where it was lost", "intro": "*Look.*"})
    study = Study.objects.get()
    edit(
        client,
        study,
        action="step",
        number=f"https://x.example/games/{game.pk}/at/{TURN}/",
        text="E6",
    )
    step = study.steps.get()
    assert (step.number, step.text) == (TURN, "E6")
    edit(client, study, action="variation", step=step.pk, name="Better", lines=ROWS[TURN].line)
    assert Variation.objects.get().lines == [[WITCHES, ROWS[TURN].line]]
    edit(client, study, action="change", title="Where it was won", intro="*Look.*")
    topic_page = edit(client, study, action="publish", category="rules")
    topic = Topic.objects.get()
    assert topic.title == "Where it was won"
    assert "<em>Look.</em>" in topic_page.text
    assert "embed-card" in topic_page.text
    assert '<svg class="mini"' in topic_page.text
    assert "Where it was won" in browse(None).get(reverse("forum_studies")).text
    assert page(study) in browse(None).get(reverse("forum_thread", args=["game", game.pk])).text


def test_a_reader_walks_through_positions_and_variations(study, game, jun, rules, browse):
    step_put(study=study, by=jun, number=TURN + 3, text="And the end of it.")
    first = study.steps.first()
    lines = [row.line for row in ROWS[TURN : TURN + 2]]
    made = variation_add(
        study=study, by=jun, step_id=first.pk, name="As played", text="\n".join(lines)
    )
    study_publish(study=study, by=jun, category=rules)
    client = browse(None)
    read = client.get(page(study)).text
    assert 'Here <strong><a class="hexref"' in read
    assert "Position 1 of 2" in read
    assert reverse("table_at", args=[game.pk, TURN]) in read
    assert 'data-hex="E6"' in read
    assert 'class="sel"' in client.get(page(study), {"hex": "E6"}).text
    walked = client.get(page(study), {"variation": made.pk, "upto": 1}).text
    assert "tomasz</b>" in walked
    assert lines[1] in walked
    assert "And the end of it." in client.get(page(study), {"step": 2}).text
    for odd in ({"step": "99"}, {"step": "x"}, {"variation": "7"}, {"upto": "99"}):
        assert client.get(page(study), odd).status_code == 200


def test_nobody_sees_a_study_before_it_is_published(study, jun, marta, mira, browse):
    assert browse(jun).get(page(study)).status_code == 200
    assert "not published" in browse(jun).get(reverse("forum_studies")).text
    for client in (browse(None), browse(marta)):
        assert client.get(page(study)).status_code == 404
        assert study.title not in client.get(reverse("forum_studies")).text
    assert "<svg" not in shown(f"[study {study.pk}]", marta)
    assert browse(marta).get(reverse("forum_study_edit", args=[study.pk])).status_code == 404


def test_it_goes_out_of_sight_with_its_topic(study, jun, mira, rules, browse):
    topic = study_publish(study=study, by=jun, category=rules)
    assert browse(None).get(page(study)).status_code == 200
    topic_remove(topic=topic, by=mira, reason="copied")
    assert browse(None).get(page(study)).status_code == 404
    assert browse(mira).get(page(study)).status_code == 200


def test_it_stays_where_its_topic_is_merged_into(study, jun, mira, rules, browse):
    topic = study_publish(study=study, by=jun, category=rules)
    into = topic_start(author=mira, category=rules, title="All about it", text="See below")
    topic_merge(topic=topic, into=into, by=mira)
    assert browse(None).get(study.get_absolute_url()).status_code == 200
    study.refresh_from_db()
    assert study.topic == into


def test_a_study_and_one_of_its_positions_are_shown_in_posts(study, jun, rules, settings):
    study_publish(study=study, by=jun, category=rules)
    whole = shown(f"[study {study.pk}]")
    assert "<svg" in whole
    assert "1 position" in whole
    assert f"position 1, move {TURN}" in shown(f"[study {study.pk} step 1]")
    assert "<svg" not in shown(f"[study {study.pk} step 2]")
    assert "<svg" in shown(f"{settings.SITE_URL}{page(study)}")


def test_only_finished_games_are_studied(marta, jun, browse):
    running = stored([marta, *OTHERS, "random"], 10)
    with pytest.raises(NotOverYet):
        study_begin(game_id=running.pk, author=jun, title="Advice to Marta")
    where = reverse("forum_study_new", args=[running.pk])
    assert "advice to somebody" in browse(jun).get(where).text
    assert browse(jun).post(where, {"title": "Advice to Marta"}).status_code == 422


def test_what_cannot_be_played_is_refused_with_the_reason(study, jun, browse):
    step = study.steps.get()
    with pytest.raises(PlanRefused):
        variation_add(study=study, by=jun, step_id=step.pk, text="build A1")
    answer = edit(browse(jun), study, action="variation", step=step.pk, lines="build A1")
    assert answer.status_code == 422
    assert "build A1:" in answer.text
    assert answer.text.count("build A1") >= 2, "what was typed is still there"
    assert not Variation.objects.exists()


def test_a_branch_of_a_plan_becomes_a_variation(study, game, jun):
    plan = plan_save(game_id=game.pk, user=jun, name="South")
    branch = branch_save(user=jun, plan_id=plan.pk, lines=[(WITCHES, ROWS[TURN].line)], number=TURN)
    step = study.steps.get()
    made = variation_add(study=study, by=jun, step_id=step.pk, branch_id=branch.pk)
    plan.delete()
    assert (made.name, made.lines) == ("South", [[WITCHES, ROWS[TURN].line]])
    with pytest.raises(NotAllowed):
        variation_add(study=study, by=jun, step_id=step.pk, branch_id=branch.pk)


def test_a_plan_can_begin_at_a_position_of_the_past(game, jun, browse):
    browse(jun).post(reverse("plan_new", args=[game.pk]), {"name": "Try", "number": TURN})
    branch = jun.plans.get().branches.get()
    assert (branch.number, branch.pinned) == (TURN, True)


def test_an_empty_study_is_not_published(game, jun, rules, browse):
    study = study_begin(game_id=game.pk, author=jun, title="Nothing yet")
    with pytest.raises(EmptyStudy):
        study_publish(study=study, by=jun, category=rules)
    assert (
        "at least one position" in edit(browse(jun), study, action="publish", category="rules").text
    )
    edit(browse(jun), study, action="delete")
    assert not Study.objects.exists()


def test_only_the_author_writes_and_not_when_silenced(study, jun, tomasz, mira, rules):
    for change in (
        lambda: step_put(study=study, by=tomasz, number=1, text="x"),
        lambda: study_delete(study=study, by=tomasz),
        lambda: study_publish(study=study, by=tomasz, category=rules),
        lambda: step_put(study=study, by=jun, number=TURN + 9, text="beyond the end"),
    ):
        with pytest.raises(NotAllowed):
            change()
    sanction_set(person=jun, by=mira, kind="silence", reason="x", ends_at=None)
    with pytest.raises(NotAllowed):
        step_put(study=study, by=jun, number=1, text="x")


def test_a_plan_is_shown_to_others_by_its_owner_only_and_after_the_end(game, jun, marta, browse):
    plan = plan_save(game_id=game.pk, user=jun, name="South", notes="Mind the river")
    branch_save(user=jun, plan_id=plan.pk, lines=[(WITCHES, ROWS[TURN].line)], number=TURN)
    text, where = f"[plan {plan.pk}]", reverse("forum_plan", args=[plan.pk])
    assert "<svg" in shown(text, jun), "one's own"
    assert "<svg" not in shown(text, marta)
    assert browse(marta).get(where).status_code == 404
    share = reverse("forum_plan_share", args=[plan.pk])
    assert browse(marta).post(share, {"shared": "yes"}).status_code == 404
    assert text in browse(jun).post(share, {"shared": "yes"}, follow=True).text
    assert "<svg" in shown(text, marta)
    assert ROWS[TURN].line in shown(text)
    page = browse(None).get(where, {"branch": "1", "step": "1"}).text
    assert "Mind the river" in page
    assert browse(None).get(where, {"branch": "9"}).status_code == 404
    browse(jun).post(share, {"shared": "no"})
    assert browse(None).get(where).status_code == 404
    Game.objects.update(status=Game.Status.RUNNING, result=None)
    with pytest.raises(NotOverYet):
        plan_sharing_set(plan_id=plan.pk, by=jun, shared=True)
    assert not SharedPlan.objects.exists()


def test_many_cards_take_few_queries(study, game, jun, django_assert_max_num_queries):
    plan = plan_save(game_id=game.pk, user=jun, name="South")
    for number in (TURN - 1, TURN - 2):
        step_put(study=study, by=jun, number=number, text="Here")
    for _branch in range(3):
        lines = [(WITCHES, ROWS[TURN].line)]
        branch_save(user=jun, plan_id=plan.pk, lines=lines, number=TURN)
    plans = "".join(f"[plan {plan.pk} branch {n}]\n\n" for n in (1, 2, 3))
    studies = "".join(f"[study {study.pk} step {n}]\n\n" for n in (1, 2, 3))
    for text, most in ((plans, 5), (studies, 4)):
        html = text_render(text=text).html
        with django_assert_max_num_queries(most):
            (page,) = embeds_fill(htmls=[html], viewer=jun)
        assert page.count("<svg") == 3
