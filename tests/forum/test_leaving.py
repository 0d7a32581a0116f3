"""Somebody takes his data along, leaves, or wants his words removed."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.services.deletion import deletion_request, deletions_carry_out
from accounts.services.export import export_build
from forum.errors import NeedsReason, NotAllowed
from forum.export import forum_section
from forum.models import Bookmark, Draft, Follow, Post, PostRevision, Subscription, TopicRead
from forum.services.drafts import draft_save
from forum.services.people import posts_erase
from forum.services.posts import post_edit, post_reply
from forum.services.reactions import bookmark_toggle
from forum.services.reading import follow_set
from forum.services.reports import removal_request


def leave(user) -> None:
    deletion_request(user=user, now=timezone.now())
    deletions_carry_out(timezone.now() + timedelta(days=8))
    user.refresh_from_db()


def test_the_export_holds_what_somebody_wrote(topic, reply, tomasz, marta):
    post_edit(post=reply, by=tomasz, text="No. Only over one.")
    draft_save(user=tomasz, place="new", title="Later", text="half")
    section = forum_section(tomasz)
    assert [post["text"] for post in section["posts"]] == ["No. Only over one."]
    assert [old["text"] for old in section["earlier_versions"]] == ["No, only over one."]
    assert section["drafts"][0]["title"] == "Later"
    assert "Over two rivers" not in json.dumps(section, default=str)
    assert export_build(user=tomasz, now=timezone.now())


def test_posts_stay_under_the_pseudonym(topic, reply, tomasz, client):
    leave(tomasz)
    page = client.get(topic.get_absolute_url()).text
    assert "No, only over one." in page
    assert tomasz.username.startswith("Former player")
    assert tomasz.username in page
    assert ">tomasz<" not in page


def test_the_name_goes_from_posts_of_others_too(topic, reply, tomasz, marta, client):
    naming = post_reply(
        author=marta, topic=topic, text=f"Thanks @Tomasz!\n\n> [quote {reply.pk}]\n> x"
    )
    post_edit(post=naming, by=marta, text=f"Thank you @tomasz!\n\n> [quote {reply.pk}]\n> x")
    assert "@tomasz" in client.get(topic.get_absolute_url()).text
    leave(tomasz)
    naming.refresh_from_db()
    assert "tomasz" not in (naming.text + naming.revisions.get().text).lower()
    page = client.get(topic.get_absolute_url()).text
    assert "tomasz" not in page.lower()
    assert f'class="from" rel="nofollow ugc noopener">{tomasz.username}</a>' in page


def test_private_things_go(topic, reply, tomasz):
    bookmark_toggle(post=reply, user=tomasz)
    draft_save(user=tomasz, place="new", title="", text="half")
    follow_set(user=tomasz, follow=Follow.DAILY, topic=topic)
    leave(tomasz)
    for model in (Bookmark, Draft, Subscription, TopicRead):
        assert not model.objects.filter(user=tomasz).exists(), model


def test_erasing_removes_words_and_history_and_keeps_places(topic, reply, tomasz, otto, client):
    post_edit(post=reply, by=tomasz, text="No. Never.")
    removal_request(by=tomasz)
    assert posts_erase(person=tomasz, by=otto, reason="asked by mail") == 1
    reply.refresh_from_db()
    topic.refresh_from_db()
    assert (reply.state, reply.text, reply.html, reply.number) == (Post.State.ERASED, "", "", 2)
    assert not PostRevision.objects.filter(post=reply).exists()
    assert topic.reply_count == 0
    page = client.get(topic.get_absolute_url()).text
    assert "erased at its author" in page
    assert "Never" not in page


def test_erasing_is_for_operators_and_has_a_reason(tomasz, mira, otto, reply):
    with pytest.raises(NotAllowed):
        posts_erase(person=tomasz, by=mira, reason="x")
    with pytest.raises(NeedsReason):
        posts_erase(person=tomasz, by=otto, reason=" ")
