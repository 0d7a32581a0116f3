"""Pages cost the same however much is written: at most twelve queries."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from forum.models import TopicRead
from forum.play import boards
from forum.services.drafts import draft_save
from forum.services.posts import PollWish, post_edit, post_reply, topic_start
from forum.services.reactions import thanks_toggle
from forum.services.studies import plan_sharing_set, step_put, study_begin, study_publish
from games.models import Game
from games.services.plans import branch_save, plan_save
from tests.games.played import stored

AT_MOST = 12


@pytest.fixture
def busy(rules, wishes, marta, mira, tomasz):
    """Categories with topics, and a topic with everything a topic can have."""
    for number in range(12):
        category = (rules, wishes)[number % 2]
        topic_start(author=mira, category=category, title=f"Topic {number}", text="Text")
    topic = topic_start(
        author=mira,
        category=rules,
        title="With everything",
        text="@Marta, @tomasz: look",
        tags=("a", "b"),
        poll=PollWish("Which?", ("one", "two"), 1, timezone.now() + timedelta(days=1)),
    )
    for number in range(30):
        post = post_reply(author=mira, topic=topic, text=f"@Marta **{number}** `x`")
        thanks_toggle(post=post, user=tomasz)
    return topic


@pytest.mark.parametrize("who", ["visitor", "member", "moderator"])
@pytest.mark.parametrize("page", ["index", "category", "topic", "last page", "search", "person"])
def test_a_page_takes_few_queries(busy, browse, marta, vera, who, page):
    user = {"visitor": None, "member": marta, "moderator": vera}[who]
    if user:
        draft_save(user=user, place=f"topic:{busy.pk}", title="", text="half")
    address = {
        "index": reverse("forum"),
        "category": reverse("forum_category", args=["rules"]),
        "topic": busy.get_absolute_url(),
        "last page": busy.get_absolute_url() + "?page=2",
        "search": reverse("forum_search") + "?q=text",
        "person": reverse("forum_user", args=["mira"]),
    }[page]
    assert_few_queries(browse(user), address)


def test_a_topic_with_boards_nobody_has_opened_takes_few_queries(busy, browse, marta, mira, jun):
    """The first page, with a poll and all unread: boards of games, studies, plans, and of all."""
    games = [stored([marta, mira, "random", "random"], 40, name=name) for name in "ABC"]
    Game.objects.update(status=Game.Status.FINISHED, result=[])
    study = study_begin(game_id=games[0].pk, author=jun, title="A study")
    for number in (2, 30):
        step_put(study=study, by=jun, number=number, text="Here")
    study_publish(study=study, by=jun, category=busy.category)
    plan = plan_save(game_id=games[0].pk, user=jun, name="South")
    branch_save(user=jun, plan_id=plan.pk, lines=[], number=20)
    plan_sharing_set(plan_id=plan.pk, by=jun, shared=True)
    texts = (
        "".join(f"[game {game.pk} move {n}]\n\n" for game in games for n in (20, 30)),
        f"[study {study.pk}] and [study {study.pk} step 2]",
        f"[plan {plan.pk}]",
    )
    address = busy.get_absolute_url()
    for text in (*texts, "\n\n".join(texts)):
        post_edit(post=busy.posts.get(number=1), by=mira, text=text)
        for reader in (marta, mira):
            boards._drawn.clear()
            TopicRead.objects.filter(topic=busy).delete()
            assert_few_queries(browse(reader), address, shown='class="mini"')
    page = browse(marta).get(address).text
    assert f'hx-get="{reverse("forum_board")}?what=plan+{plan.pk}" hx-trigger="load"' in page


def assert_few_queries(client, address, shown=""):
    client.get(reverse("about"))  # the list of announcements is remembered from here
    with CaptureQueriesContext(connection) as queries:
        answer = client.get(address)
    assert answer.status_code == 200
    assert shown in answer.text
    # The count of searches is kept in the cache, which is a table only where there is no Redis.
    asked = [
        query["sql"][:200]
        for query in queries
        if "shared_cache" not in query["sql"] and "SAVEPOINT" not in query["sql"]
    ]
    assert len(asked) <= AT_MOST, "\n".join(asked)
