"""The forum in a real browser: hostile posts, the box to write in, and life without scripts."""

from __future__ import annotations

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from accounts.models import User
from forum.models import Category, Draft, Post, Topic
from forum.rendering import posts_refresh
from forum.selectors import topics
from forum.services.moderation import post_remove
from forum.services.posts import PollWish, post_reply, topic_start
from forum.services.studies import step_put, study_begin, variation_add
from games.models import Game
from games.services.talk import chat_post
from tests.browser.checks import assert_fine_everywhere, assert_no_sideways_scroll
from tests.factories import ModeratorFactory, OperatorFactory, UserFactory
from tests.forum.hostile import CORPUS
from tests.forum.scene import forum_things
from tests.games.played import ROWS, on_turn, stored

LOOK = """() => ({
    pwned: Boolean(window.pwned),
    elements: [...document.querySelectorAll(
        ".words :is(script, style, link, meta, base, iframe, object, embed, img, svg, math, form,"
        + " input, button, video, audio, template)"
    )].map((item) => item.outerHTML.slice(0, 80)),
    attributes: [...document.querySelectorAll(".words *")].flatMap((item) =>
        [...item.attributes].map((a) => a.name)
            .filter((name) => /^(on|style$|id$|hx-|data-)/.test(name))
    ),
    addresses: [...document.querySelectorAll(".words a[href]")]
        .map((a) => a.protocol).filter((p) => !["http:", "https:", "mailto:"].includes(p)),
    posts: document.querySelectorAll("article.post > .tx > .words").length,
    escaped: [...document.querySelectorAll(".words")].filter((item) => {
        const box = item.getBoundingClientRect();
        const post = item.closest("article").getBoundingClientRect();
        return box.left < post.left - 1 || box.right > post.right + 1
            || box.bottom > post.bottom + 1;
    }).length,
    outside: document.querySelectorAll("main > h1").length,
})"""


@pytest.fixture
def category(live_server) -> Category:
    return Category.objects.create(slug="rules", name="Rules", has_solutions=True)


@pytest.fixture
def topic(category, marta) -> Topic:
    return topic_start(author=marta, category=category, title="A bridge?", text="Over two rivers")


def test_hostile_posts_do_nothing(page: Page, topic, signed_in, monkeypatch):
    """All of them on one page, with the content policy on: a single script error would fail it."""
    monkeypatch.setattr(topics, "POSTS_A_PAGE", 1000)
    posts = [
        Post(topic=topic, author=signed_in, number=number, text=text)
        for number, text in enumerate(CORPUS, start=2)
        if "\x00" not in text  # PostgreSQL takes no such text; forms refuse it
    ]
    Post.objects.bulk_create(posts)
    posts_refresh(posts=Post.objects.filter(topic=topic))
    Topic.objects.filter(pk=topic.pk).update(last_number=len(CORPUS) + 2)
    foreign: list[str] = []
    page.on(
        "request",
        lambda request: foreign.append(request.url) if "localhost" not in request.url else None,
    )
    dialogs: list[str] = []
    page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(topic.get_absolute_url(), timeout=90_000)
    page.evaluate("() => new Promise((done) => requestIdleCallback(done))")
    for box in page.locator(".words details").all():
        box.evaluate("(item) => { item.open = true; }")
    seen = page.evaluate(LOOK)
    assert seen.pop("posts") == len(posts) + 1
    assert seen == {
        "pwned": False,
        "elements": [],
        "attributes": [],
        "addresses": [],
        "escaped": 0,
        "outside": 0,
    }
    assert foreign == []
    assert dialogs == []
    assert_no_sideways_scroll(page)


def test_the_box_to_write_in(page: Page, topic, signed_in, live_server):
    tomasz = UserFactory(username="tomasz")
    post_reply(author=tomasz, topic=topic, text="Only over one.")
    page.goto(topic.get_absolute_url())
    text = page.get_by_label("Your reply")
    text.press_sequentially("Thank you, @tom")
    expect(page.get_by_role("option", name="tomasz")).to_be_visible()
    page.keyboard.press("Enter")
    expect(text).to_have_value("Thank you, @tomasz ")
    expect(page.locator("#saved")).to_contain_text("Draft saved")
    assert Draft.objects.get().text.strip() == "Thank you, @tomasz"
    page.get_by_role("button", name="Preview").click()
    expect(page.locator(".preview .mention")).to_have_text("@tomasz")
    page.locator("a[data-quote]").nth(1).click()
    expect(text).to_have_value(
        f"Thank you, @tomasz \n\n> [quote {topic.posts.get(number=2).pk}]\n> Only over one.\n\n"
    )
    page.get_by_role("button", name="Post reply").click()
    expect(page.locator("article.post")).to_have_count(3)
    expect(page.locator("article.post cite")).to_have_text("tomasz")
    assert not Draft.objects.exists()


def test_a_thank_you_needs_no_new_page(page: Page, topic, signed_in):
    reply = post_reply(author=UserFactory(), topic=topic, text="Only over one.")
    page.goto(topic.get_absolute_url())
    page.get_by_role("button", name="Thanks").click()
    expect(page.get_by_role("button", name="Thanked 1")).to_be_visible()
    reply.refresh_from_db()
    assert reply.thanks_count == 1


def test_a_reply_without_scripts(chromium: Browser, live_server, topic, context, signed_in):
    plain = chromium.new_context(base_url=live_server.url, java_script_enabled=False, locale="en")
    plain.add_cookies(context.cookies())
    page = plain.new_page()
    page.goto(topic.get_absolute_url())
    page.get_by_label("Your reply").fill("*Words*")
    page.get_by_role("button", name="Preview").click()
    expect(page.locator(".preview em")).to_have_text("Words")
    page.get_by_role("button", name="Save draft").click()
    assert Draft.objects.get().text == "*Words*"
    page.goto(reverse("forum_drafts"))
    page.get_by_role("link", name="A reply").click()
    page.get_by_role("button", name="Post reply").click()
    expect(page.locator("article.post")).to_have_count(2)
    plain.close()


def test_an_announcement_is_put_away(page: Page, signed_in):
    things = forum_things(UserFactory(username="author"))
    page.goto(reverse("about"))
    banner = page.locator(f"#announcement-{things['banner']}")
    expect(banner).to_contain_text("News")
    banner.get_by_role("button").click()
    expect(banner).to_have_count(0)
    page.goto(reverse("about"))
    expect(banner).to_have_count(0)


READER_PAGES = ["forum", "forum_unread", "forum_bookmarks", "forum_drafts", "forum_search"]


@pytest.fixture
def full(live_server) -> dict[str, str]:
    return forum_things(UserFactory(username="author"))


def _look(page: Page, *addresses: str) -> None:
    for address in addresses:
        answer = page.goto(address)
        assert answer is not None
        assert answer.status == 200, address
        assert_fine_everywhere(page)


def test_pages_of_a_visitor(page: Page, full):
    _look(
        page,
        reverse("forum"),
        reverse("forum_category", args=["wishes"]),
        reverse("forum_topic", args=[full["topic"]]),
        reverse("forum_search") + "?q=words",
        reverse("forum_user", args=["author"]),
        reverse("forum_unsubscribe", args=[full["token"]]),
        reverse("changes"),
    )


def test_pages_of_a_member(page: Page, full, signed_in, marta: User):
    Topic.objects.filter(pk=full["topic"]).update(last_post_at=timezone.now())
    _look(
        page,
        *(reverse(name) for name in READER_PAGES),
        reverse("forum_topic", args=[full["topic"]]),
        reverse("forum_new_topic"),
        reverse("forum_report", args=[full["post"]]),
        reverse("forum_history", args=[full["post"]]),
        reverse("forum_appeal"),
    )


def test_everything_that_can_be_written(page: Page, category, signed_in, marta: User):
    text = (
        "# One\n\n## Two\n\n| a | b |\n|--:|:-:|\n| 1 | 2 |\n\n> quoted `code`\n\n||veil||\n\n"
        "::: spoiler Title\ninside\n:::\n\n```\nlong code " + "x" * 200 + "\n```\n\n1. a\n2. b\n\n"
        "![picture](https://example.org/a.png) https://example.org/" + "y" * 150
    )
    topic = topic_start(
        author=marta,
        category=category,
        title="Every " + "long" * 30,
        text=text,
        tags=("a tag", "another"),
        poll=PollWish("Which?", ("one", "two")),
    )
    _look(page, topic.get_absolute_url())
    page.get_by_label("one").check()
    page.get_by_role("button", name="Vote").click()
    expect(page.get_by_text("your vote")).to_be_visible()
    assert_fine_everywhere(page)
    _look(page, reverse("forum_edit", args=[topic.posts.get().pk]))
    _look(page, reverse("forum_withdraw", args=[topic.posts.get().pk]))


def test_pages_around_games(page: Page, full, signed_in, marta: User):
    game = stored([marta, "random", "random", "random"], on_turn(0, after=30))
    chat_post(game_id=game.pk, user=marta, text="Mind E6 and the bridge C2-D2!")
    topic = Topic.objects.get(pk=full["topic"])
    post_reply(author=marta, topic=topic, text=f"[game {game.pk} move 20] and [game {game.pk}]")
    thread = reverse("forum_thread", args=["game", game.pk])
    _look(page, thread, topic.get_absolute_url())
    page.goto(thread)
    page.get_by_role("link", name="E6", exact=True).hover()
    expect(page.locator("svg.board g.lit")).to_have_attribute("data-hex", "E6")
    line = ROWS[game.length].line
    page.get_by_label("Say something to the table").fill(f"Now!\n> {line}")
    page.get_by_role("button", name="Say").click()
    expect(page.get_by_text("This would be played:")).to_be_visible()
    assert_fine_everywhere(page)
    page.get_by_role("button", name="Play it").click()
    expect(page.get_by_text("Now!")).to_be_visible()
    assert Game.objects.get(pk=game.pk).length > game.length


def test_pages_of_studies(page: Page, full, signed_in, marta: User):
    game = stored([marta, "random", "random", "random"], on_turn(0, after=30) + 2)
    Game.objects.filter(pk=game.pk).update(status=Game.Status.FINISHED, result=[])
    study = study_begin(game_id=game.pk, author=marta, title="Where it was lost", intro="*Look*")
    step = step_put(study=study, by=marta, number=game.length - 2, text="Here **E6** was better")
    variation_add(study=study, by=marta, step_id=step.pk, text=ROWS[game.length - 2].line)
    _look(
        page,
        reverse("forum_study_new", args=[game.pk]),
        reverse("forum_study_edit", args=[study.pk]),
        f"{study.get_absolute_url()}?variation={step.variations.get().pk}",
        reverse("forum_studies"),
        reverse("forum_thread", args=["game", game.pk]),
        reverse("forum_games_log"),
    )


def test_pages_of_a_moderator(page: Page, full, sign_in_as):
    mira = ModeratorFactory(username="mira")
    post_remove(post=Post.objects.get(pk=full["post"]), by=mira, reason="rude")
    sign_in_as(ModeratorFactory(username="vera"))
    _look(
        page,
        reverse("forum_queue"),
        reverse("forum_queue") + "?show=closed",
        reverse("forum_log"),
        reverse("forum_words"),
        reverse("forum_person", args=["sinner"]),
        reverse("forum_manage_topic", args=[full["topic"]]),
        reverse("forum_remove_post", args=[full["post"]]),
        reverse("forum_topic", args=[full["topic"]]),
    )


def test_pages_of_an_operator(page: Page, full, sign_in_as):
    sign_in_as(OperatorFactory(username="otto"))
    _look(
        page,
        reverse("forum_categories"),
        reverse("forum_category_edit", args=["rules"]),
        reverse("forum_announcements"),
        reverse("forum_person", args=["author"]),
    )
