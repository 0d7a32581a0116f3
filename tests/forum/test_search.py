"""Search finds words, in all three languages, for those who may read them."""

from __future__ import annotations

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone

from forum.models import Post
from forum.search import index, talk
from forum.search.index import index_find
from forum.search.words import folded, words_of
from forum.selectors.posts import excerpt
from forum.services.moderation import post_bring_back, post_remove, topic_move, topic_rename
from forum.services.posts import post_edit, post_reply, post_withdraw, topic_start
from forum.views.lists import TALK
from games.models import ChatLine, Game
from games.services.moves import move_submit
from games.services.talk import chat_post, user_mute
from tests.games.played import ROWS, stored


def found(query: str, *categories, author=None) -> list[str]:
    ids = index_find(
        query=query,
        category_ids=[c.pk for c in categories],
        author_id=author.pk if author else None,
    )
    texts = dict(Post.objects.values_list("pk", "text"))
    return [texts[pk] for pk in ids]


@pytest.fixture
def library(rules, mira):
    topic = topic_start(author=mira, category=rules, title="Základy", text="Začínáme stavět.")
    for text in (
        "Łódź leży nad rzeką",
        "Příliš žluťoučký kůň",
        "Bridges cost two workers",
        "A bridge over the river",
    ):
        post_reply(author=mira, topic=topic, text=text)
    return topic


@pytest.mark.parametrize(
    ("query", "texts"),
    [
        ("bridge", ["A bridge over the river", "Bridges cost two workers"]),
        ("BRIDGES workers", ["Bridges cost two workers"]),
        ("lodz", ["Łódź leży nad rzeką"]),
        ("ŁÓDŹ RZEKA", ["Łódź leży nad rzeką"]),
        ("łódź rzek", ["Łódź leży nad rzeką"]),
        ("zlutoucky", ["Příliš žluťoučký kůň"]),
        ("zaklady", ["Začínáme stavět."]),
        ("river bridge", ["A bridge over the river"]),
        ("tavern", []),
        ("", []),
        ("  ! ", []),
    ],
)
def test_it_finds(library, rules, query, texts):
    assert sorted(found(query, rules)) == sorted(texts)


def test_few_topics_are_searched_another_way_with_the_same_hits(library, rules):
    for query in ("bridge", "river bridge", "r", "tavern"):
        ways = [
            index_find(query=query, category_ids=[rules.pk], few_topics=few)
            for few in (False, True)
        ]
        assert ways[0] == ways[1]


@pytest.mark.parametrize(
    "query",
    ["'", '"', "qq:*", "xq & yq |", "NEAR(qq b)", "-", "*", "AND OR NOT", "%q", "\\", "((", "\x00"],
)
def test_no_sign_breaks_it(library, rules, query):
    assert found(query, rules) == []


def test_a_title_counts_more_than_a_word(rules, mira):
    topic_start(author=mira, category=rules, title="About towns", text="See below.")
    topic_start(
        author=mira, category=rules, title="Something", text="A long text with towns in it."
    )
    assert found("towns", rules)[0] == "See below."


def test_it_follows_every_change(topic, reply, rules, wishes, marta, tomasz, mira):
    post_edit(post=reply, by=tomasz, text="Never over three")
    assert found("only", rules) == []
    assert found("three", rules) == ["Never over three"]
    post_withdraw(post=reply, by=tomasz)
    assert found("three", rules) == []
    post_bring_back(post=reply, by=tomasz)
    assert found("three", rules) == ["Never over three"]
    post_remove(post=reply, by=mira, reason="no")
    assert found("three", rules) == []
    topic_rename(topic=topic, by=mira, title="About fjords")
    assert found("fjords", rules) == ["Over two rivers."]
    assert found("allowed", rules) == []
    topic_move(topic=topic, by=mira, category=wishes)
    assert found("rivers", rules) == []
    assert found("rivers", wishes) == ["Over two rivers."]


def test_it_can_be_narrowed_to_one_author(library, rules, tomasz):
    post_reply(author=tomasz, topic=library, text="My bridge")
    assert found("bridge", rules, author=tomasz) == ["My bridge"]


@pytest.mark.parametrize("enough", [0, 2, 4, 99], ids=["newest", "deeper", "some", "all"])
def test_every_way_to_look_finds_the_same(library, rules, desk, mira, tomasz, monkeypatch, enough):
    """How common a word is decides where it is looked for; what may be read is the same."""
    monkeypatch.setattr(index, "ENOUGH", enough)
    monkeypatch.setattr(index, "PROMISING", min(enough, 2))
    topic_start(author=mira, category=desk, title="Secret", text="The bridge of spies")
    gone = post_reply(author=tomasz, topic=library, text="A bridge too far")
    post_withdraw(post=gone, by=tomasz)
    texts = ["A bridge over the river", "Bridges cost two workers"]
    assert sorted(found("bridge", rules)) == texts
    assert sorted(found("bridge", rules, author=mira)) == texts
    assert found("bridge", rules, author=tomasz) == []
    ids = index_find(query="bridge", category_ids=[rules.pk], few_topics=True)
    assert [post.text for post in Post.objects.filter(pk__in=ids).order_by("-pk")] == texts


def test_the_page_shows_nobody_what_is_not_for_him(browse, desk, mira, marta):
    topic_start(author=mira, category=desk, title="Secret plans", text="Nobody must know")
    for user, seen in ((None, False), (marta, False), (mira, True)):
        page = browse(user).get(reverse("forum_search"), {"q": "plans"}).text
        assert ("Secret plans" in page) is seen


def test_the_page_tells_when_it_was_asked_too_often(browse, marta):
    client = browse(marta)
    with time_machine.travel(timezone.now(), tick=False):
        codes = [
            client.get(reverse("forum_search"), {"q": "bridge"}).status_code for _ in range(31)
        ]
    assert codes == [200] * 30 + [429]


def test_what_was_searched_for_is_marked():
    shown = excerpt("The <b>Łódź</b> bridges, a bridgehead, **lodza**", ["lodz", "bridge"])
    words = ("<mark>Łódź</mark>", "<mark>bridges</mark>", "<mark>bridgehead</mark>")
    assert shown == "The &lt;b {}&lt;/b {}, a {}, lodza".format(*words)


def test_words_are_folded_the_same_for_both_databases():
    assert folded("ŁÓDŹ Straße Ærø") == "lodz strasse aero"
    assert words_of("a a B'c_d") == ["a", "b", "c", "d"]


@pytest.fixture
def ended(marta, tomasz):
    """A game that ends with talk: it is found from then on."""
    game = stored([marta, tomasz, "random", "random"], len(ROWS) - 1)
    for user, text, room in (
        (marta, "Łódź is a fine place for a bridge", "table"),
        (tomasz, "The bridge was my idea", "table"),
    ):
        chat_post(game_id=game.pk, user=user, text=text, room=room)
    return game


def finish(game: Game) -> None:
    row = ROWS[-1]
    move_submit(game_id=game.pk, seat=row.seat, line=row.line, after=game.revision)


def talk_found(browse, user, query: str, **more: str) -> str:
    return browse(user).get(reverse("forum_search"), {"q": query, "in": TALK, **more}).text


def test_talk_is_found_when_the_game_is_over(ended, jun, marta, browse):
    assert "fine place" not in talk_found(browse, jun, "bridge")
    chat_post(game_id=ended.pk, user=jun, text="A bridge, of course", room="gallery")
    finish(ended)
    page = talk_found(browse, None, "bridge")
    assert page.count("Amber Heron") == 3
    line = ChatLine.objects.get(author=marta)
    assert f"{reverse('forum_thread', args=['game', ended.pk])}?at={line.pk}#said-{line.pk}" in page
    assert "fine place" in talk_found(browse, None, "lodz br")
    assert "my idea" not in talk_found(browse, None, "bridge", by="Marta")
    chat_post(game_id=ended.pk, user=jun, text="What a late tunnel", room="gallery")
    assert "late <mark>tunnel</mark>" in talk_found(browse, marta, "tunnel")


@pytest.mark.parametrize("enough", [0, 99], ids=["newest", "all"])
def test_every_way_to_look_finds_the_same_talk(ended, marta, monkeypatch, enough):
    monkeypatch.setattr(talk, "ENOUGH", enough)
    finish(ended)
    mine, other = ChatLine.objects.get(author=marta), ChatLine.objects.exclude(author=marta).get()
    assert set(talk.talk_find(query="bridge")) == {mine.pk, other.pk}
    assert talk.talk_find(query="bridge", author_id=marta.pk) == [mine.pk]
    ChatLine.objects.filter(pk=mine.pk).update(removed_at=timezone.now())
    assert talk.talk_find(query="bridge") == [other.pk]
    assert talk.talk_find(query="bridge", author_id=marta.pk) == []


def test_removed_and_muted_talk_is_not_found(ended, jun, tomasz, browse):
    finish(ended)
    user_mute(user=jun, other=tomasz)
    page = talk_found(browse, jun, "bridge")
    assert ("fine place" in page, "my idea" in page) == (True, False)
    ChatLine.objects.filter(author__username="Marta").update(removed_at=timezone.now())
    assert "Nothing found" in talk_found(browse, jun, "lodz")
