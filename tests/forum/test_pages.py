"""The pages as somebody uses them, most without scripts."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.urls import resolve, reverse
from django.utils import timezone

from forum.models import Category, Draft, Post, Report, Subscription, Topic
from forum.services.moderation import topic_lock, topic_pin
from forum.services.people import word_watch
from forum.services.posts import post_edit, post_reply, post_withdraw, topic_start
from tests.factories import UserFactory


def test_a_category_has_a_name_in_the_reader_s_language(browse, rules, topic):
    Category.objects.update(name_cs="Pravidla", description_pl="Pytania o zasady")
    for address in (reverse("forum"), rules.get_absolute_url(), topic.get_absolute_url()):
        client = browse(None)
        assert "Pravidla</a>" in client.get(address, headers={"accept-language": "cs"}).text
        assert "Rules</a>" in client.get(address, headers={"accept-language": "pl"}).text
    page = client.get(rules.get_absolute_url(), headers={"accept-language": "pl"}).text
    assert '<p class="muted">Pytania o zasady</p>' in page


def test_a_topic_is_started_through_the_form(browse, marta, rules):
    client = browse(marta)
    answer = client.post(
        reverse("forum_new_topic"),
        {
            "category": "rules",
            "title": "How many bridges?",
            "text": "I have **three**.",
            "tags": "bridges, base map",
            "question": "How many have you?",
            "answers": "one\ntwo\n\ntwo\nthree",
            "choices_at_most": "1",
            "open_for": "7",
            "action": "post",
        },
    )
    topic = Topic.objects.get()
    assert answer.url == topic.get_absolute_url()
    page = client.get(answer.url).text
    assert "<strong>three</strong>" in page
    assert page.count('type="radio" name="option"') == 3
    assert ">base map</a>" in page


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"title": ""}, "This field is required"),
        ({"category": "nowhere"}, "not one of the available choices"),
        ({"text": "x"}, "too short"),
        ({"question": "Which?"}, "a question and answers"),
        ({"question": "Which?", "answers": "one"}, "between 2 and 20"),
        ({"tags": "a,b,c,d,e,f"}, "up to 5 tags"),
    ],
)
def test_a_refused_topic_keeps_every_word(browse, marta, rules, change, words):
    data = {
        "category": "rules",
        "title": "How many bridges?",
        "text": "I have many words here.",
        "choices_at_most": "1",
        **change,
    }
    answer = browse(marta).post(reverse("forum_new_topic"), data)
    assert answer.status_code == 422
    assert words in answer.text
    for name in ("title", "text"):
        assert data[name] in answer.text
    assert not Topic.objects.exists()


def test_a_reply_without_scripts(browse, topic, tomasz):
    client = browse(tomasz)
    preview = client.post(
        reverse("forum_reply", args=[topic.pk]), {"text": "*So*", "action": "preview"}
    )
    assert '<div class="preview">' in preview.text
    assert "<em>So</em>" in preview.text
    assert topic.posts.count() == 1
    answer = client.post(reverse("forum_reply", args=[topic.pk]), {"text": "*So*"})
    post = topic.posts.get(number=2)
    assert answer.url == f"{topic.get_absolute_url()}#p{post.pk}"


def test_a_refused_reply_is_shown_again(browse, topic, tomasz, reply):
    answer = browse(tomasz).post(
        reverse("forum_reply", args=[topic.pk]), {"text": "No, only over one."}
    )
    assert answer.status_code == 422
    assert "It is there already" in answer.text
    assert "No, only over one.</textarea>" in answer.text


def test_a_quotation_is_put_into_the_reply(browse, topic, reply, marta):
    client = browse(marta)
    page = client.get(reverse("forum_reply", args=[topic.pk]), {"quote": reply.pk}).text
    assert f"&gt; [quote {reply.pk}]\n&gt; No, only over one." in page
    words = client.get(reverse("forum_quote", args=[reply.pk])).text
    assert words == f"> [quote {reply.pk}]\n> No, only over one.\n\n"


def test_a_quotation_leaves_out_what_was_quoted(browse, topic, reply, marta):
    nested = post_reply(author=marta, topic=topic, text=f"> [quote {reply.pk}]\n> old\n\nmine")
    words = browse(marta).get(reverse("forum_quote", args=[nested.pk])).text
    assert words == f"> [quote {nested.pk}]\n> mine\n\n"


def test_a_draft_is_kept_and_found_again(browse, topic, tomasz):
    client = browse(tomasz)
    data = {"place": f"topic:{topic.pk}", "text": "half a thought"}
    saved = client.post(reverse("forum_draft_save"), data, headers={"HX-Request": "true"})
    assert "Draft saved" in saved.text
    assert client.post(reverse("forum_draft_save"), data).status_code == 302
    assert "half a thought" in client.get(reverse("forum_reply", args=[topic.pk])).text
    assert "half a thought" in client.get(reverse("forum_drafts")).text
    client.post(reverse("forum_drafts"), {"draft": Draft.objects.get().pk})
    assert not Draft.objects.exists()
    assert client.post(reverse("forum_draft_save"), {"place": "x"}).status_code == 400


def test_names_are_offered_those_of_the_topic_first(browse, topic, marta):
    for name in ("marek", "mark"):
        UserFactory(username=name)
    ask = browse(marta).get
    names = ask(reverse("forum_names"), {"q": "MAR", "place": f"topic:{topic.pk}"}).json()
    assert names == {"names": ["Marta", "marek", "mark"]}
    assert ask(reverse("forum_names"), {"q": "%"}).json() == {"names": []}
    assert ask(reverse("forum_names"), {"q": ""}).json() == {"names": []}


def test_an_edited_post_shows_its_history_to_everybody(client, reply, tomasz):
    post_edit(post=reply, by=tomasz, text="No, only over two.", reason="counted again")
    page = client.get(reverse("forum_history", args=[reply.pk])).text
    assert "<del>one.</del><ins>two.</ins>" in page
    assert "counted again" in page


def test_a_held_post_is_seen_by_its_author_and_moderators_only(browse, topic, mira, jun):
    word_watch(word="casino", by=mira)
    newcomer = UserFactory()
    answer = browse(newcomer).post(
        reverse("forum_reply", args=[topic.pk]), {"text": "my casino"}, follow=True
    )
    assert "A moderator looks at" in answer.text
    post = Post.objects.get(text="my casino")
    for user, sees in ((newcomer, True), (mira, True), (jun, False), (None, False)):
        client = browse(user)
        assert ("my casino" in client.get(topic.get_absolute_url()).text) is sees
        status = client.get(reverse("forum_quote", args=[post.pk])).status_code
        assert status == (200 if sees else 404)


def test_a_removed_post_leaves_a_sentence(browse, reply, topic, mira, jun):
    browse(mira).post(reverse("forum_remove_post", args=[reply.pk]), {"reason": "rude"})
    page = browse(jun).get(topic.get_absolute_url()).text
    assert "A moderator has removed this post." in page
    assert "only over one" not in page
    assert "only over one" in browse(mira).get(topic.get_absolute_url()).text
    assert browse(jun).get(reverse("forum_history", args=[reply.pk])).status_code == 403


def test_small_actions_lead_back_to_the_post(browse, reply, marta):
    client = browse(marta)
    for name in ("forum_thank", "forum_bookmark"):
        assert client.post(reverse(name, args=[reply.pk])).url == reply.get_absolute_url()
    part = client.post(reverse("forum_thank", args=[reply.pk]), headers={"HX-Request": "true"})
    assert "<html" not in part.text
    assert "Thanks" in part.text
    assert reply.topic.title in client.get(reverse("forum_bookmarks")).text


def test_nobody_is_led_away_from_the_site(browse, reply, marta):
    answer = browse(marta).post(
        reverse("forum_bookmark", args=[reply.pk]), {"next": "https://evil.example/"}
    )
    assert answer.url == reply.get_absolute_url()


def test_following_a_topic_and_a_category(browse, topic, jun, rules):
    client = browse(jun)
    client.post(reverse("forum_follow", args=[topic.pk]), {"follow": "daily"})
    client.post(reverse("forum_follow_category", args=["rules"]), {"follow": "instant"})
    assert set(Subscription.objects.filter(user=jun).values_list("follow", flat=True)) == {
        "daily",
        "instant",
    }
    bad = client.post(reverse("forum_follow", args=[topic.pk]), {"follow": "hourly"})
    assert bad.status_code == 404


def test_pinned_topics_stand_first(browse, topic, rules, wishes, marta, mira):
    old = topic_start(
        author=marta,
        category=rules,
        title="An old one",
        text="Text",
        now=timezone.now() - timedelta(days=30),
    )
    topic_pin(topic=old, by=mira, pin=Topic.Pin.CATEGORY)

    def order(address: str) -> list[str]:
        return re.findall(r'<h2><a href="[^"]+">([^<]+)</a>', browse(None).get(address).text)

    assert order(rules.get_absolute_url())[0] == "An old one"
    assert order(reverse("forum"))[0] == topic.title
    topic_pin(topic=old, by=mira, pin=Topic.Pin.EVERYWHERE)
    assert order(reverse("forum")) == ["An old one", topic.title]


def test_wishes_can_be_sorted_by_votes(browse, wishes, marta, jun):
    for name in ("First", "Second"):
        topic_start(author=marta, category=wishes, title=f"{name} wish", text="Please")
    first = Topic.objects.get(title="First wish")
    browse(jun).post(reverse("forum_vote", args=[first.pk]))
    page = browse(None).get(wishes.get_absolute_url() + "?order=votes").text
    assert page.index("First wish") < page.index("Second wish")
    page = browse(None).get(wishes.get_absolute_url()).text
    assert page.index("Second wish") < page.index("First wish")


def test_a_tag_leads_to_its_topics(browse, rules, marta, topic):
    topic_start(author=marta, category=rules, title="Tagged", text="Text", tags=("towns",))
    page = browse(None).get(reverse("forum"), {"tag": "towns"}).text
    assert "Tagged" in page
    assert topic.title not in page


def test_a_closed_topic_says_so_instead_of_a_box(browse, topic, mira, jun):
    topic_lock(topic=topic, by=mira, locked=True)
    page = browse(jun).get(topic.get_absolute_url()).text
    assert "This topic is closed." in page
    assert "<textarea" not in page


def test_the_queue_from_report_to_decision(browse, reply, jun, mira, topic):
    browse(jun).post(
        reverse("forum_report", args=[reply.pk]), {"reason": "rude", "text": "He shouts"}
    )
    desk = browse(mira)
    report = Report.objects.get()
    page = desk.get(reverse("forum_queue")).text
    assert "He shouts" in page
    act = reverse("forum_report_act", args=[report.pk])
    desk.post(act, {"action": "claim"})
    assert "mira looks at it" in desk.get(reverse("forum_queue")).text
    refused = desk.post(act, {"action": "remove", "reason": ""}, follow=True)
    assert "Please give a reason" in refused.text
    desk.post(act, {"action": "remove", "reason": "We do not shout."})
    reply.refresh_from_db()
    report.refresh_from_db()
    assert (reply.state, report.state) == ("removed", "closed")
    assert "We do not shout." in desk.get(reverse("forum_queue"), {"show": "closed"}).text


def test_managing_a_topic(browse, topic, reply, wishes, mira):
    desk = browse(mira)
    address = reverse("forum_manage_topic", args=[topic.pk])
    assert desk.get(address).status_code == 200
    for data in (
        {"action": "rename", "title": "A better title"},
        {"action": "move", "category": "wishes"},
        {"action": "lock", "reason": "done"},
        {"action": "unlock"},
        {"action": "pin", "pin": "2"},
        {"action": "split", "post": reply.pk, "title": "Another", "category": "wishes"},
    ):
        assert desk.post(address, data).status_code == 302, data
    other = Topic.objects.get(title="Another")
    desk.post(address, {"action": "merge", "into": f"http://testserver{other.get_absolute_url()}"})
    topic.refresh_from_db()
    assert topic.merged_into == other
    assert desk.post(address, {"action": "dance"}).status_code == 404


@pytest.mark.parametrize(
    "name", ["forum_feed", "forum_category_feed", "forum_topic_feed", "forum_user_feed"]
)
def test_feeds_carry_what_everybody_may_read(browse, topic, reply, marta, desk, mira, name):
    topic_start(author=mira, category=desk, title="Secret", text="Text")
    args = {
        "forum_category_feed": ["rules"],
        "forum_topic_feed": [topic.pk],
        "forum_user_feed": ["Marta"],
    }.get(name, [])
    answer = browse(mira).get(reverse(name, args=args))
    assert answer["Content-Type"].startswith("application/atom+xml")
    assert "&lt;p&gt;Over two rivers.&lt;/p&gt;" in answer.text
    assert "Secret" not in answer.text


def test_there_is_no_feed_of_what_is_not_for_everybody(browse, desk, mira):
    topic = topic_start(author=mira, category=desk, title="Secret", text="Text")
    client = browse(mira)
    assert client.get(reverse("forum_category_feed", args=["desk"])).status_code == 404
    assert client.get(reverse("forum_topic_feed", args=[topic.pk])).status_code == 404


def test_the_posts_of_somebody(browse, topic, reply, tomasz):
    page = browse(None).get(reverse("forum_user", args=["Tomasz"])).text
    assert "No, only over one." in page
    assert "Over two rivers." not in page


def test_what_is_new_comes_from_the_change_log(client, db):
    page = client.get(reverse("changes"))
    assert page.status_code == 200
    assert "<li>" in page.text


def test_cached_html_of_an_older_renderer_is_made_anew(client, topic, reply):
    Post.objects.filter(pk=reply.pk).update(html="<p>stale</p>", html_version=0)
    page = client.get(topic.get_absolute_url()).text
    assert "stale" not in page
    reply.refresh_from_db()
    assert reply.html == "<p>No, only over one.</p>\n"


def test_what_can_be_done_to_a_post_lies_below_its_address(topic, reply, marta, mira, browse):
    """The page of a topic puts these addresses together itself."""
    post_withdraw(post=post_reply(author=mira, topic=topic, text="No more"), by=mira)
    page = browse(mira).get(topic.get_absolute_url()).text
    page += browse(marta).get(topic.get_absolute_url()).text
    written = set(re.findall(r'(?:href|action|formaction)="(/forum/posts/\d+/[^"]+)"', page))
    assert {address.split("/")[4] for address in written} == {
        *("back", "bookmark", "unread", "answer", "edit", "withdraw", "report", "remove", "thanks"),
    }
    for address in written:
        assert resolve(address).url_name.startswith("forum_")


@pytest.mark.parametrize("where", ["forum", "rules"])
def test_pages_of_a_list_hold_every_topic_once_and_the_newest_first(browse, rules, marta, where):
    """Those in the second half are looked up from the end."""
    now = timezone.now()
    Topic.objects.bulk_create(
        Topic(
            category=rules,
            author=marta,
            last_poster=marta,
            title=f"Topic number {number:03}",
            last_post_at=now - timedelta(days=number),
        )
        for number in range(130)
    )
    Category.objects.update(topic_count=130)
    address = reverse("forum") if where == "forum" else rules.get_absolute_url()
    seen: list[str] = []
    for page in range(1, 6):
        shown = browse(None).get(address, {"page": page}).text
        seen += re.findall(r">(Topic number \d+)</a>", shown)
    assert seen == [f"Topic number {number:03}" for number in range(130)]
