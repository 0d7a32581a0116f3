"""The notification settings: a matrix of kinds and channels."""

import pytest

from notifications.selectors import wants
from tests.factories import UserFactory

pytestmark = pytest.mark.django_db
URL = "/settings/notifications/"


def test_defaults_before_anything_is_chosen():
    user = UserFactory()
    assert wants(user=user, kind="security", channel="mail")
    assert not wants(user=user, kind="site-news", channel="mail")


def test_a_choice_is_kept_and_taken_back(client):
    user = UserFactory()
    client.force_login(user)
    client.post(URL, {"site-news.mail": "on"})
    assert wants(user=user, kind="site-news", channel="mail")
    client.post(URL, {})
    assert not wants(user=user, kind="site-news", channel="mail")


def test_what_is_compulsory_cannot_be_switched_off(client):
    user = UserFactory()
    client.force_login(user)
    client.post(URL, {})
    assert wants(user=user, kind="security", channel="mail")
    assert 'name="security.mail" checked disabled' in client.get(URL).text


def test_unknown_names_in_the_form_are_ignored(client):
    client.force_login(UserFactory())
    assert client.post(URL, {"nonsense.pigeon": "on", "x": "y"}).status_code == 302
