"""The demo content makes a fresh site look alive, once."""

from __future__ import annotations

from django.utils import timezone

from accounts.demo import load_demo as load_people
from forum.demo import load_demo
from forum.models import Category, Post, Study, Topic
from games.models import Game
from notifications.services.forum_mails import forum_sweep
from tests.games.played import stored


def test_it_can_be_loaded_again_and_changes_nothing(db):
    load_people()
    assert load_demo() == []
    before = (Category.objects.count(), Topic.objects.count(), Post.objects.count())
    assert min(before) > 5
    Category.objects.filter(slug="news").update(name="Renamed")
    load_demo()
    assert (Category.objects.count(), Topic.objects.count(), Post.objects.count()) == before
    assert Category.objects.get(slug="news").name == "Renamed"


def test_every_topic_is_complete_and_shown(client, db):
    load_people()
    load_demo()
    for topic in Topic.objects.exclude(category__slug="desk"):
        assert client.get(topic.get_absolute_url()).status_code == 200
    assert not Post.objects.exclude(state="shown").exists()
    assert Topic.objects.exclude(solution=None).exists()
    assert forum_sweep(timezone.now()) == 0


def test_without_its_people_there_are_categories_only(db):
    load_demo()
    assert Category.objects.exists()
    assert not Topic.objects.exists()


def test_a_finished_game_is_studied(client, db):
    load_people()
    game = stored(["random"] * 4, 70)
    Game.objects.filter(pk=game.pk).update(status=Game.Status.FINISHED, result=[])
    load_demo()
    load_demo()
    study = Study.objects.get()
    assert study.title in client.get(study.get_absolute_url()).text
    page = client.get(study.topic.get_absolute_url()).text
    assert page.count("embed-card") == 1
    assert f"what=study+{study.pk}" in page
