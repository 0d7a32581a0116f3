"""Profile and preferences are kept."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from django.http import HttpResponse
from django.test import RequestFactory
from django.urls import reverse
from django.utils import timezone, translation

from accounts.middleware import PersonalMiddleware
from accounts.models import User
from accounts.time_zones import time_zone_choices, zone_of
from accounts.views.language import set_language

pytestmark = pytest.mark.django_db


def test_the_profile_is_saved(at_home, marta):
    data = {"about": "Hello", "country": "PL", "audience": "members", "show_country": "on"}
    assert at_home.post(reverse("settings"), data).url == reverse("settings")
    marta.refresh_from_db()
    assert (marta.about, marta.country, marta.audience) == ("Hello", "PL", "members")
    assert (marta.show_country, marta.show_joined) == (True, False)


@pytest.mark.parametrize(
    "wrong",
    [{"country": "XX"}, {"audience": "friends"}, {"about": "x" * 2001}],
)
def test_a_profile_with_nonsense_is_refused(at_home, marta, wrong):
    data = {"about": "", "country": "", "audience": "everyone", **wrong}
    assert at_home.post(reverse("settings"), data).status_code == 200
    marta.refresh_from_db()
    assert (marta.about, marta.country, marta.audience) == ("", "", "everyone")


def test_preferences_are_saved_and_take_effect(at_home, marta):
    data = {"time_zone": "America/New_York", "language": "pl", "theme": "dark"}
    assert at_home.post(reverse("settings_preferences"), data).status_code == 302
    marta.refresh_from_db()
    assert (marta.time_zone, marta.language, marta.theme) == ("America/New_York", "pl", "dark")
    page = at_home.get(reverse("settings_preferences"))
    assert 'lang="pl"' in page.content.decode()
    assert 'data-theme="dark"' in page.content.decode()


@pytest.mark.parametrize(
    "wrong", [{"time_zone": "Mars/Olympus"}, {"language": "tlh"}, {"theme": "sepia"}]
)
def test_preferences_with_nonsense_are_refused(at_home, marta, wrong):
    data = {"time_zone": "UTC", "language": "", "theme": "system", **wrong}
    page = at_home.post(reverse("settings_preferences"), data)
    assert page.status_code == 200
    marta.refresh_from_db()
    assert (marta.time_zone, marta.language, marta.theme) == ("UTC", "", "system")


def test_nothing_in_the_settings_can_change_what_is_not_on_the_page(at_home, marta):
    data = {"audience": "everyone", "is_active": "", "username": "boss", "email": "x@example.org"}
    at_home.post(reverse("settings"), data)
    marta.refresh_from_db()
    assert (marta.username, marta.email, marta.is_active) == ("Marta", "marta@example.org", True)


@pytest.fixture
def seen(marta):
    """What a view sees of language and zone, for a user and a browser's wishes."""

    def look(user: User | None, *, accept: str = "", cookie: str = "") -> tuple[str, str]:
        from django.contrib.auth.models import AnonymousUser
        from django.middleware.locale import LocaleMiddleware

        facts: list[tuple[str, str]] = []

        def view(request):
            facts.append((translation.get_language(), timezone.get_current_timezone_name()))
            return HttpResponse()

        request = RequestFactory(headers={"Accept-Language": accept}).get("/")
        request.user = user or AnonymousUser()
        if cookie:
            request.COOKIES["django_language"] = cookie
        LocaleMiddleware(PersonalMiddleware(view))(request)
        return facts[0]

    yield look
    translation.activate("en")


@pytest.mark.parametrize(
    ("language", "accept", "cookie", "expected"),
    [
        ("pl", "cs", "en", "pl"),  # the user's setting wins
        ("", "cs", "pl", "pl"),  # then the cookie
        ("", "cs,en;q=0.5", "", "cs"),  # then the browser
        ("", "fr", "", "en"),  # then the site
    ],
)
def test_the_language_is_the_users_then_the_browsers(
    seen, marta, language, accept, cookie, expected
):
    marta.language = language
    assert seen(marta, accept=accept, cookie=cookie)[0] == expected


def test_an_anonymous_visitor_gets_the_browsers_language(seen):
    assert seen(None, accept="pl") == ("pl", "UTC")
    assert seen(None, accept="pl", cookie="cs") == ("cs", "UTC")


def test_the_time_zone_is_the_users_and_is_left_behind_afterwards(seen, marta):
    marta.time_zone = "Asia/Tokyo"
    assert seen(marta)[1] == "Asia/Tokyo"
    assert timezone.get_current_timezone_name() == "UTC"


def test_a_zone_that_no_longer_exists_is_utc():
    assert zone_of("Europe/Atlantis") == ZoneInfo("UTC")


def test_all_zones_offered_can_be_used():
    at = datetime(2026, 7, 1, tzinfo=UTC)
    groups = dict(time_zone_choices())
    assert ("Europe/Prague", "Prague") in groups["Europe"]
    for _, places in time_zone_choices()[1:]:
        for name, _label in places:
            assert at.astimezone(ZoneInfo(name)).utcoffset() is not None


def test_choosing_a_language_in_the_page_is_remembered_with_the_account(rf, marta):
    request = rf.post("/language/", {"language": "cs", "next": "/"})
    request.user = marta
    assert set_language(request).status_code == 302
    marta.refresh_from_db()
    assert marta.language == "cs"


def test_an_unknown_language_is_not(rf, marta):
    request = rf.post("/language/", {"language": "tlh", "next": "/"})
    request.user = marta
    set_language(request)
    marta.refresh_from_db()
    assert marta.language == ""
