"""What comes with a request and is none of what the page's own forms send."""

from __future__ import annotations

import pytest
from django.urls import reverse

from forum.models import Topic
from forum.views.operators import DISMISSED

ODD = ("²", "-1", "1e3", "9" * 40, "x" * 3000)


@pytest.mark.parametrize("odd", ODD)
def test_odd_numbers_are_no_numbers(topic, reply, browse, marta, mira, odd):
    member, moderator = browse(marta), browse(mira)
    member.cookies[DISMISSED] = "2"
    member.cookies[DISMISSED].set(DISMISSED, odd, odd)
    address = topic.get_absolute_url()
    assert member.get(address, {"page": odd}).status_code == 200
    assert member.get(reverse("forum_reply", args=[topic.pk]), {"quote": odd}).status_code == 200
    names = {"q": "tom", "place": f"topic:{odd}"}
    assert member.get(reverse("forum_names"), names).json() == {"names": ["tomasz"]}
    assert member.post(reverse("forum_drafts"), {"draft": odd}).status_code == 302
    manage = reverse("forum_manage_topic", args=[topic.pk])
    for data in (
        {"action": "split", "post": odd, "title": "Another title", "category": "rules"},
        {"action": "merge", "into": f"https://x.example/forum/topics/{odd}/"},
        {"action": "merge", "into": odd},
    ):
        assert moderator.post(manage, data).status_code == 302
    assert moderator.post(reverse("forum_words"), {"gone": odd}).status_code == 302
    assert Topic.objects.get() == topic


def test_no_database_gets_the_character_0(topic, browse, mira):
    client = browse(mira)
    assert client.get(reverse("forum"), {"tag": "a\0b"}).status_code == 400
    assert client.get(reverse("forum_search"), {"q": "x", "by": "a\0"}).status_code == 400
    note = reverse("forum_note", args=["mira"])
    assert client.post(note, {"text": "a\0"}).status_code == 400
    assert browse(None).post(note, {"text": "a\0"}).status_code == 302
