"""Talk at the table and private notes, through the pages."""

from __future__ import annotations

import pytest
from django.urls import reverse

from games.models import ChatLine, Mute, Note, ReadMark, Report
from games.services.talk import chat_post, note_save
from tests.factories import UserFactory

HTMX = {"HX-Request": "true"}


def talk(table) -> str:
    return reverse("talk", args=[table.pk])


def say(table) -> str:
    return reverse("talk_say", args=[table.pk])


def test_what_is_said_is_stamped_with_the_move(as_, table):
    client = as_(table.players[0])
    client.post(say(table), {"room": "table", "text": "Good luck", "key": "a"})
    client.post(say(table), {"room": "table", "text": "Good luck", "key": "a"})
    line = ChatLine.objects.get()
    assert line.number == table.game.length
    assert f"after move {line.number}" in client.get(talk(table)).text


def test_htmx_gets_the_panel_alone(as_, table):
    response = as_(table.players[0]).post(
        say(table), {"room": "table", "text": "Hello"}, headers=HTMX
    )
    assert "<html" not in response.text
    assert "Hello" in response.text


def test_saying_nothing_is_refused_and_nothing_is_lost(as_, table):
    client = as_(table.players[0])
    assert "Write something first." in client.post(say(table), {"text": " "}).text
    long = client.post(say(table), {"text": "long " * 500})
    assert long.status_code == 422
    assert "This is too long" in long.text
    assert "long long" in long.text


def test_reading_moves_the_mark_of_what_is_new(as_, table):
    marta, tomasz = table.players
    chat_post(game_id=table.pk, user=tomasz, text="Hello")
    client = as_(marta)
    assert "New since your last visit" in client.get(talk(table)).text
    assert ReadMark.objects.get(user=marta).table_line == ChatLine.objects.get().pk
    assert "New since your last visit" not in client.get(talk(table)).text


def test_players_do_not_hear_the_gallery(as_, table):
    watcher = UserFactory(username="Watcher")
    as_(watcher).post(say(table), {"room": "gallery", "text": "Marta will lose"})
    assert "Marta will lose" in as_(watcher).get(talk(table), {"room": "gallery"}).text
    page = as_(table.players[0]).get(talk(table), {"room": "gallery"})
    assert "Marta will lose" not in page.text


def test_a_spectator_does_not_talk_at_the_table(as_, table):
    response = as_(UserFactory()).post(say(table), {"room": "table", "text": "Build there"})
    assert "Players talk at the table, spectators among themselves." in response.text
    assert not ChatLine.objects.exists()


def test_muting_and_hearing_again(as_, table):
    marta, tomasz = table.players
    chat_post(game_id=table.pk, user=tomasz, text="Bla bla")
    client = as_(marta)
    url = reverse("talk_mute", args=[tomasz.username])
    client.post(url, {"next": talk(table)})
    page = client.get(talk(table)).text
    assert "Bla bla" not in page
    assert "Hear again" in page
    client.post(url, {"unmute": "1", "next": talk(table)})
    assert not Mute.objects.exists()
    assert "Bla bla" in client.get(talk(table)).text


def test_nobody_mutes_himself_or_is_sent_elsewhere(as_, table):
    marta = table.players[0]
    response = as_(marta).post(
        reverse("talk_mute", args=[marta.username]), {"next": "https://example.org/"}
    )
    assert response.url == reverse("home")
    assert not Mute.objects.exists()


def test_reporting_a_line_needs_a_reason(as_, table):
    marta, tomasz = table.players
    line = chat_post(game_id=table.pk, user=tomasz, text="Something nasty")
    url = reverse("talk_report", args=[line.pk])
    client = as_(marta)
    assert "Write something first." in client.post(url, follow=True).text
    page = client.post(url, {"reason": "An insult"}, follow=True)
    assert "A moderator will look at it." in page.text
    assert Report.objects.get().reporter == marta


def test_a_note_is_kept_for_oneself(as_, table):
    marta, tomasz = table.players
    url = reverse("note", args=[table.pk])
    as_(marta).post(url, {"text": "Take ACT6 first"})
    assert Note.objects.get().text == "Take ACT6 first"
    assert "Take ACT6 first" in as_(marta).get(url).text
    assert "Take ACT6 first" not in as_(tomasz).get(url).text
    panel = as_(marta).post(url, {"text": "Or ACT5"}, headers=HTMX)
    assert "Saved." in panel.text
    assert "<html" not in panel.text


def test_a_note_that_is_too_long_comes_back(as_, table):
    response = as_(table.players[0]).post(
        reverse("note", args=[table.pk]), {"text": "words " * 5000}
    )
    assert response.status_code == 422
    assert "This is too long" in response.text
    assert "words words" in response.text


@pytest.mark.parametrize(
    ("words", "found"),
    [("", True), ("act6 FIRST", True), ("first temple", False)],
    ids=["all", "all words in any case", "one word missing"],
)
def test_notes_are_searched(as_, table, words, found):
    marta, tomasz = table.players
    note_save(game_id=table.pk, user=marta, text="Take ACT6 first")
    note_save(game_id=table.pk, user=tomasz, text="My first temple stands on C3")
    page = as_(marta).get(reverse("notes"), {"words": words}).text
    assert ("Take ACT6 first" in page) == found
    assert "stands on C3" not in page


@pytest.mark.parametrize("name", ["talk", "note"])
def test_few_queries(as_, table, name, django_assert_max_num_queries):
    for number in range(10):
        chat_post(game_id=table.pk, user=table.players[number % 2], text="Hello")
    client = as_(table.players[0])
    with django_assert_max_num_queries(15):
        client.get(reverse(name, args=[table.pk]))
