"""People of the demo content."""

from __future__ import annotations

import pytest

from accounts.demo import load_demo
from accounts.models import User
from accounts.selectors import roles_held, user_named

pytestmark = pytest.mark.django_db


def test_it_can_be_loaded_again(client, sign_in):
    people = load_demo()
    marta = user_named(username="marta")
    marta.about = "Changed by hand"
    marta.save()
    assert load_demo() == people
    marta.refresh_from_db()
    assert marta.about == "Changed by hand"
    assert User.objects.count() == len(people)


def test_everybody_can_sign_in_and_has_the_role_told(client, sign_in):
    people = load_demo()
    assert {role for _, _, role, _ in people} == {"player", "organiser", "moderator", "operator"}
    assert {language for *_, language in people} == {"English", "Czech", "Polish"}
    for name, password, role, _language in people:
        assert sign_in(client, name, password).url == "/", name
        assert role in roles_held(user=user_named(username=name))
        client.logout()
