"""Lobby, dashboard, planner, talk and notes: with and without scripts, by keyboard, with axe."""

from __future__ import annotations

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, Page, expect

from accounts.models import User
from games.models import ChatLine, Game, Note, PlanBranch
from tests.browser.checks import assert_fine_everywhere
from tests.factories import UserFactory
from tests.games.lobby.conftest import open_for
from tests.games.lobby.things import things_around_tables


@pytest.fixture
def things(signed_in: User) -> dict[str, str]:
    """Marta's tables, and others that look for players."""
    jun = UserFactory(username="Jun")
    open_for(jun, name="Windy Gate", seats=4)
    strict = open_for(jun, name="Fjord Night", options={"map": "fjords"})
    Game.objects.filter(pk=strict.pk).update(min_rating=3000)
    return things_around_tables(signed_in)


PAGES = [
    ("home", {}),
    ("lobby", {}),
    ("lobby_new", {}),
    ("lobby_mirror", {}),
    ("lobby_table", {"game_id": "open"}),
    ("lobby_by_link", {"token": "token"}),
    ("talk", {"game_id": "running"}),
    ("note", {"game_id": "running"}),
    ("notes", {}),
    ("planner", {"game_id": "running"}),
    ("plan", {"plan_id": "plan"}),
]


@pytest.mark.parametrize(("name", "args"), PAGES, ids=[name for name, _ in PAGES])
def test_every_page_is_fine_everywhere(page: Page, things, name: str, args: dict[str, str]):
    answer = page.goto(reverse(name, kwargs={key: things[value] for key, value in args.items()}))
    assert answer is not None
    assert answer.status == 200
    page.evaluate("for (const part of document.querySelectorAll('main details')) part.open = true")
    assert_fine_everywhere(page)


def test_a_visitor_s_lobby(page: Page, live_server):
    open_for(UserFactory(username="Jun"), name="Windy Gate")
    page.goto(reverse("lobby"))
    assert_fine_everywhere(page)


@pytest.mark.usefixtures("signed_in")
def test_empty_pages(page: Page):
    for name in ("home", "lobby", "notes"):
        page.goto(reverse(name))
        assert_fine_everywhere(page)


@pytest.mark.parametrize("language", ["cs", "pl"])
@pytest.mark.parametrize("name", ["home", "lobby"])
def test_in_another_language(page: Page, things, signed_in, name: str, language: str):
    signed_in.language = language
    signed_in.save()
    page.goto(reverse(name))
    assert page.get_attribute("html", "lang") == language
    assert_fine_everywhere(page)


@pytest.mark.usefixtures("things")
def test_a_filter_changes_the_list_in_place(page: Page):
    page.goto(reverse("lobby") + "?which=all")
    expect(page.get_by_role("heading", name="Windy Gate")).to_be_visible()
    page.select_option("select[name=board]", "fjords")
    expect(page.get_by_role("heading", name="Windy Gate")).to_have_count(0)
    expect(page.get_by_role("heading", name="Fjord Night")).to_be_visible()
    expect(page.get_by_text("Needs 3000")).to_be_visible()
    assert "board=fjords" in page.url


@pytest.mark.usefixtures("signed_in")
def test_a_table_is_opened_from_a_preset(page: Page):
    page.goto(reverse("lobby"))
    page.click("nav.presets a:has-text('Beginner')")
    expect(page.locator("input[value='first-game']")).to_be_checked()
    expect(page.locator("input[value='fjords']")).to_be_hidden()
    page.fill("input[name=name]", "First Steps")
    page.click("button:has-text('Open the table')")
    page.wait_for_url("**/lobby/*/")
    expect(page.get_by_role("heading", level=1)).to_have_text("First Steps")
    assert_fine_everywhere(page)


@pytest.mark.usefixtures("signed_in")
def test_a_form_sent_wrong(page: Page):
    page.goto(reverse("lobby_new"))
    page.fill("input[name=invite]", "nobody-here")
    page.click("button:has-text('Open the table')")
    page.wait_for_selector(".errorlist")
    expect(page.get_by_text("Nobody here is called “nobody-here”.")).to_be_visible()
    assert_fine_everywhere(page)


def test_the_key_g_goes_to_the_next_game(page: Page, things):
    page.goto(reverse("home"))
    page.keyboard.press("g")
    page.wait_for_url(f"**{reverse('table', args=[things['running']])}")


def test_talk_is_said_in_place(page: Page, things):
    page.goto(reverse("talk", args=[things["running"]]))
    page.fill("#say-text", "You too")
    page.click("button:has-text('Say')")
    expect(page.locator(".said")).to_contain_text("You too")
    expect(page.locator("#say-text")).to_have_value("")
    assert ChatLine.objects.filter(text="You too").count() == 1
    page.click("details.peace summary")
    assert_fine_everywhere(page)


def test_a_note_is_saved(page: Page, things):
    page.goto(reverse("note", args=[things["running"]]))
    page.fill("#note-text", "Or ACT5.")
    page.click("main button:has-text('Save')")
    page.wait_for_selector("text=Saved.")
    assert Note.objects.get().text == "Or ACT5."


def test_a_plan_grows_by_clicks(page: Page, things):
    page.goto(reverse("plan", args=[things["plan"]]))
    page.locator(".planmove details summary").first.click()
    page.locator(".planmove a.opt").first.click()
    expect(page.locator("#plan-line")).not_to_have_value("")
    page.click("button:has-text('Add this step')")
    expect(page.locator(".plansteps li")).to_have_count(3)
    assert len(PlanBranch.objects.get().lines) == 2


def test_everything_works_without_scripts(chromium: Browser, live_server, context, things):
    bare = chromium.new_context(
        base_url=live_server.url, java_script_enabled=False, storage_state=context.storage_state()
    )
    page = bare.new_page()
    page.goto(reverse("lobby") + "?which=all")
    page.select_option("select[name=board]", "fjords")
    page.click("button:has-text('Show')")
    assert "Fjord Night" in page.content()
    assert "Windy Gate" not in page.content()
    page.goto(reverse("lobby"))
    page.click("nav.presets a:has-text('Everything')")
    page.click("button:has-text('Open the table')")
    page.wait_for_url("**/lobby/*/")
    page.goto(reverse("talk", args=[things["running"]]))
    page.fill("#say-text", "Hello")
    page.click("button:has-text('Say')")
    assert "Hello" in page.locator(".said").inner_text()
    bare.close()
