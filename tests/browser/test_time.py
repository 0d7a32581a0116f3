"""The pages about time: hours, clocks with a vote and a caretaker, seats to take over, orders."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page

from games.models import OpenDecision
from games.services.clocks import game_pause
from games.services.hours import vacation_announce
from games.services.orders import order_from_text
from games.services.timeouts import timeouts_sweep
from games.services.voting import pause_propose
from tests.browser.checks import assert_fine_everywhere
from tests.factories import UserFactory
from tests.games.played import on_turn, stored

pytestmark = pytest.mark.usefixtures("signed_in")


@pytest.fixture
def troubled(marta):
    """A game in which much has happened to the time: a seat is open, a pause is proposed."""
    tomasz, alice = UserFactory(username="Tomasz"), UserFactory(username="Alice")
    game = stored([marta, tomasz, alice, "random"], on_turn(1, after=80))
    game.clock = {"kind": "bank", "hours": 240, "increment": 12, "grace": 12, "vacation_days": 20}
    game.time_out = {"action": "substitute", "forgive": False}
    game.host = marta
    game.save()
    now = timezone.now()
    first = date(now.year + 1, 7, 1)
    vacation_announce(user=alice, first=first, last=first + timedelta(days=13))
    OpenDecision.objects.filter(game=game, seat__user=tomasz).update(due_at=now)
    timeouts_sweep(now)
    pause_propose(game_id=game.pk, user=alice)
    return game


def test_one_s_own_hours(page: Page, marta):
    day = timezone.now().date() + timedelta(days=20)
    vacation_announce(user=marta, first=day, last=day + timedelta(days=9))
    page.goto(reverse("settings_hours"))
    assert_fine_everywhere(page)


@pytest.mark.parametrize("name", ["table_clock", "table"])
def test_the_time_of_a_table(page: Page, troubled, name: str):
    page.goto(reverse(name, args=[troubled.pk]))
    assert page.get_by_text("proposes a pause").is_visible()
    assert_fine_everywhere(page)


def test_a_paused_table(page: Page, troubled, marta):
    game_pause(game_id=troubled.pk, by=marta)
    page.goto(reverse("table_clock", args=[troubled.pk]))
    assert_fine_everywhere(page)


def test_seats_to_take_over(page: Page, troubled, sign_in_as):
    sign_in_as(UserFactory(username="Olga"))
    page.goto(reverse("substitutes"))
    assert_fine_everywhere(page)
    page.get_by_role("link", name="Look").first.click()
    assert_fine_everywhere(page)
    page.get_by_role("button", name="Take over this seat").click()
    assert page.url.endswith(reverse("table", args=[troubled.pk]))


def test_standing_orders(page: Page, marta):
    game = stored([marta, "random", "random", "random"], on_turn(1, after=80))
    order_from_text(
        game_id=game.pk, user=marta, text="if ACT4 is still free: burn 2. action ACT4; else ask me"
    )
    page.goto(reverse("orders", args=[game.pk]))
    page.fill("#order", "offers: maybe")
    page.click("main form.form button")
    assert page.get_by_role("alert").is_visible()
    assert_fine_everywhere(page)


@pytest.mark.parametrize("name", ["reliability", "substitutes"])
def test_pages_without_anything(page: Page, name: str):
    page.goto(reverse(name))
    assert_fine_everywhere(page)
