"""The door for answers by mail: what it takes, and how it refuses."""

from __future__ import annotations

import pytest

from forum.errors import (
    Duplicate,
    ForumRefusal,
    NotAllowed,
    Silenced,
    TooLong,
    TooManyLinks,
    TooShort,
    TopicClosed,
)
from forum.models import Post
from forum.services.moderation import topic_lock, topic_remove
from forum.services.people import sanction_set
from forum.services.posts import post_reply_by_mail, topic_start
from forum.services.rearranging import topic_merge
from tests.forum.hostile import MAILS
from tests.forum.strict_html import problems_in


def send(user, topic, text="An answer by mail.", message_id="<1@mail.example>") -> Post:
    return post_reply_by_mail(user=user, topic_id=topic.pk, text=text, message_id=message_id)


def test_an_answer_becomes_a_post(topic, tomasz, client):
    post = send(tomasz, topic, "  Yes!\n")
    assert (post.text, post.number, post.mail_id) == ("Yes!", 2, "<1@mail.example>")
    assert "Written by mail" in client.get(topic.get_absolute_url()).text


def test_the_same_message_twice_is_one_post(topic, tomasz, marta):
    send(tomasz, topic)
    with pytest.raises(Duplicate):
        send(tomasz, topic, "even with other words")
    assert topic.posts.count() == 2
    assert send(marta, topic, "Two people may have the same message id").pk


def test_the_same_words_in_another_message_are_a_duplicate_too(topic, tomasz):
    send(tomasz, topic)
    with pytest.raises(Duplicate):
        send(tomasz, topic, message_id="<2@mail.example>")


def test_a_merged_topic_takes_the_answer_where_it_is_now(topic, tomasz, mira, rules):
    other = topic_start(author=mira, category=rules, title="The same", text="Question")
    topic_merge(topic=topic, into=other, by=mira)
    assert send(tomasz, topic).topic == other


def closed(topic, tomasz, mira):
    topic_lock(topic=topic, by=mira, locked=True)


def removed(topic, tomasz, mira):
    topic_remove(topic=topic, by=mira, reason="spam")


def silenced(topic, tomasz, mira):
    sanction_set(person=tomasz, by=mira, kind="silence", reason="x", ends_at=None)


def hidden(topic, tomasz, mira):
    topic.category.read_by = topic.category.reply_by = "moderators"
    topic.category.save()


def fine(topic, tomasz, mira):
    pass


@pytest.mark.parametrize(
    ("scene", "text", "refusal", "words"),
    [
        (closed, "An answer", TopicClosed, "is closed"),
        (removed, "An answer", TopicClosed, "is closed"),
        (silenced, "An answer", Silenced, "appeal"),
        (hidden, "An answer", NotAllowed, "may not write here"),
        (fine, " \n ", TooShort, "at least 2"),
        (fine, "x" * 20_001, TooLong, "20001"),
        (fine, "https://a.example https://b.example //c.example", TooManyLinks, "links"),
    ],
)
def test_a_refusal_has_a_type_a_code_and_a_sentence(
    topic, tomasz, mira, scene, text, refusal, words
):
    scene(topic, tomasz, mira)
    with pytest.raises(refusal) as raised:
        send(tomasz, topic, text)
    assert isinstance(raised.value, ForumRefusal)
    assert words in str(raised.value)
    assert raised.value.code == refusal.code
    assert topic.posts.count() == 1


def test_a_topic_that_is_not_there_is_not_told_from_one_that_is_not_for_you(tomasz, db):
    with pytest.raises(NotAllowed):
        post_reply_by_mail(user=tomasz, topic_id=999_999, text="Hello", message_id="<3@x>")


@pytest.mark.parametrize("body", MAILS, ids=range(len(MAILS)))
def test_hostile_mail_bodies_are_words_too(topic, mira, body):
    assert problems_in(send(mira, topic, body).html) == []
