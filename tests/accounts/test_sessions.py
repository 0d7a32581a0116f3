"""Where somebody is signed in, and signing out elsewhere."""

from __future__ import annotations

import pytest
from allauth.usersessions.models import UserSession
from django.test import Client
from django.urls import reverse

pytestmark = pytest.mark.django_db


@pytest.fixture
def elsewhere(marta, sign_in) -> Client:
    browser = Client(headers={"User-Agent": "Phone browser"})
    sign_in(browser, "marta")
    return browser


def test_all_sessions_are_listed(at_home, elsewhere, marta):
    page = at_home.get(reverse("usersessions_list")).content.decode()
    assert "Phone browser" in page
    assert UserSession.objects.filter(user=marta).count() == 2


def test_sign_out_elsewhere_keeps_the_session_at_hand(at_home, elsewhere, marta):
    at_home.post(reverse("usersessions_list"))
    assert elsewhere.get(reverse("settings")).status_code == 302
    assert at_home.get(reverse("settings")).status_code == 200
    assert UserSession.objects.filter(user=marta).count() == 1


def test_nobody_sees_the_sessions_of_another(elsewhere, client, tomasz, sign_in):
    sign_in(client, "tomasz")
    assert "Phone browser" not in client.get(reverse("usersessions_list")).content.decode()
