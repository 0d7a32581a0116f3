"""What operators tell everybody stands above every page, until it is put away or over."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from forum.models import Announcement
from forum.services.announcements import announcement_end, announcement_publish


@pytest.fixture
def banner(otto) -> Announcement:
    return announcement_publish(author=otto, text="A break on Sunday", text_cs="V neděli pauza")


def sees(client, words: str = "A break on Sunday") -> bool:
    return words in client.get(reverse("about")).text


def test_everybody_sees_it(banner, browse, jun):
    assert sees(browse(None))
    assert sees(browse(jun))


def test_it_is_told_in_the_reader_s_language(banner, browse, jun):
    jun.language = "cs"
    jun.save()
    assert sees(browse(jun), "V neděli pauza")
    jun.language = "pl"
    jun.save()
    assert sees(browse(jun))


def test_a_visitor_puts_it_away_on_his_device(banner, browse):
    client = browse(None)
    client.post(reverse("forum_announcement_dismiss", args=[banner.pk]))
    assert not sees(client)
    assert sees(browse(None))


def test_a_member_puts_it_away_on_all_devices(banner, browse, jun):
    browse(jun).post(reverse("forum_announcement_dismiss", args=[banner.pk]))
    assert not sees(browse(jun))


def test_it_ends(banner, browse, otto):
    announcement_end(announcement_id=banner.pk)
    assert not sees(browse(None))
    announcement_publish(
        author=otto, text="A break on Sunday", ends_at=timezone.now() - timedelta(minutes=1)
    )
    assert not sees(browse(None))


def test_pages_do_not_pay_for_it(banner, browse, django_assert_num_queries):
    client = browse(None)
    client.get(reverse("about"))
    with django_assert_num_queries(0):
        client.get(reverse("about"))


def test_an_operator_writes_one_on_the_page(browse, otto):
    desk = browse(otto)
    for link in ("https://x.example", "//x.example", "/\\\\x.example", "forum/"):
        bad = desk.post(reverse("forum_announcements"), {"text": "Hello", "link": link})
        assert not Announcement.objects.exists(), link
    assert "Begin with a single slash" in bad.text
    desk.post(reverse("forum_announcements"), {"text": "Hello all", "link": "/forum/", "days": "3"})
    row = Announcement.objects.get()
    assert row.ends_at.date() == (timezone.now() + timedelta(days=3)).date()
    desk.post(reverse("forum_announcement_end", args=[row.pk]))
    row.refresh_from_db()
    assert row.ends_at <= timezone.now()


def test_an_operator_makes_a_category(browse, otto):
    desk = browse(otto)
    data = {
        "name": "League",
        "slug": "league",
        "order": "5",
        "read_by": "everyone",
        "start_by": "organisers",
        "reply_by": "members",
    }
    assert desk.post(reverse("forum_category_new"), data).status_code == 302
    assert "League" in browse(None).get(reverse("forum")).text
    refused = desk.post(
        reverse("forum_category_new"), {**data, "slug": "l2", "start_by": "everyone"}
    )
    assert refused.status_code == 200
