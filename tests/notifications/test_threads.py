"""Leagues, seasons, divisions and tournaments have their threads in the forum."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from forum.models import Topic
from leagues.models import Division, Tournament
from tests.factories import UserFactory
from tests.leagues.scene import league

pytestmark = pytest.mark.django_db


@pytest.fixture
def season():
    return league().seasons.get()


def address(kind: str, pk: int) -> str:
    return reverse("forum_thread", args=[kind, pk])


@pytest.mark.parametrize("kind", ["league", "season", "division"])
def test_a_thread_opens_with_its_first_post(season, kind):
    division = Division.objects.create(season=season, number=1)
    thing = {"league": season.league, "season": season, "division": division}[kind]
    client = Client()
    empty = client.get(address(kind, thing.pk)).text
    assert "Harbour League" in empty
    assert "Sign in to reply" in empty
    client.force_login(UserFactory(username="marta"))
    where = reverse("forum_thread_post", args=[kind, thing.pk])
    page = client.post(where, {"text": "Good luck to all"}, follow=True)
    topic = Topic.objects.get(subject_kind=kind, subject_key=str(thing.pk))
    assert topic.category.slug == "leagues"
    assert "Good luck to all" in page.text
    back = thing.get_absolute_url() if kind != "division" else season.get_absolute_url()
    assert f'href="{back}"' in page.text
    assert client.get(address(kind, thing.pk)).url == topic.get_absolute_url()
    assert topic.title in client.get("/forum/c/leagues/").text


def test_a_tournament_has_a_thread_and_leads_to_it():
    cup = Tournament.objects.create(slug="spade-cup", name="Spade Cup", format="swiss")
    client = Client()
    where = address("tournament", cup.pk)
    assert where in client.get(cup.get_absolute_url()).text
    client.force_login(UserFactory(username="marta"))
    posted = reverse("forum_thread_post", args=["tournament", cup.pk])
    page = client.post(posted, {"text": "Good luck to all"}, follow=True)
    assert Topic.objects.get(subject_kind="tournament").title == "Spade Cup"
    assert "Good luck to all" in page.text
    assert f'href="{cup.get_absolute_url()}"' in page.text


@pytest.mark.parametrize("kind", ["league", "season", "division", "tournament"])
def test_what_there_is_not_has_no_thread(kind):
    assert Client().get(address(kind, 999_999)).status_code == 404


def test_the_pages_of_a_league_lead_to_the_threads(season):
    client = Client()
    assert address("league", season.league.pk) in client.get(season.league.get_absolute_url()).text
    assert address("season", season.pk) in client.get(season.get_absolute_url()).text
