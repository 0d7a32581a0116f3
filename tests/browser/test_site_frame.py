"""Header, footer and the small comforts, with and without scripts."""

from __future__ import annotations

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, Page, expect


def test_the_theme_changes_at_once_and_is_kept(page: Page):
    page.emulate_media(color_scheme="light")
    page.goto("/")
    with page.expect_response("**/theme/"):
        page.click(".themebtn .to-dark")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.locator(".themebtn .to-light")).to_be_focused()
    page.goto(reverse("about"))
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    with page.expect_response("**/theme/"):
        page.click("footer button[value=system]")
    expect(page.locator("footer button[value=system]")).to_have_attribute("aria-pressed", "true")
    assert page.get_attribute("html", "data-theme") is None


def test_theme_and_language_without_scripts(chromium: Browser, live_server):
    context = chromium.new_context(
        base_url=live_server.url, java_script_enabled=False, locale="en", color_scheme="light"
    )
    page = context.new_page()
    page.goto(reverse("about"))
    page.click(".themebtn .to-dark")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    assert page.url.endswith(reverse("about"))
    page.click("footer button[value=cs]")
    expect(page.locator("html")).to_have_attribute("lang", "cs")
    context.close()


@pytest.mark.usefixtures("signed_in")
def test_the_menu_of_a_player(page: Page):
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto("/")
    page.click(".menu summary")
    expect(page.locator(".menu a", has_text="Settings")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".menu a", has_text="Settings")).to_be_hidden()
    expect(page.locator(".menu summary")).to_be_focused()
    page.click(".menu summary")
    page.click(".menu button")
    expect(page.locator("header .btn.pri")).to_have_text("Sign up")


def test_the_bottom_bar_of_a_phone(page: Page):
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/")
    bar = page.locator("header nav")
    box = bar.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] == pytest.approx(844, abs=1)
    bar.get_by_text("Sign in").click()
    page.wait_for_url("**" + reverse("account_login"))
    for target in bar.locator("a:visible").all():
        size = target.bounding_box()
        assert size is not None
        assert size["height"] >= 44


def test_a_password_can_be_shown_while_typing(page: Page):
    page.goto(reverse("account_login"))
    page.fill("input[name=password]", "mushrooms")
    page.click(".peek")
    expect(page.locator("input[name=password]")).to_have_attribute("type", "text")
    expect(page.locator(".peek")).to_have_text("Hide")
    page.click(".peek")
    expect(page.locator("input[name=password]")).to_have_attribute("type", "password")


def test_the_skip_link_leads_to_the_content(page: Page):
    page.goto("/")
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()


def test_our_own_letters_are_used(page: Page):
    page.goto("/")
    loaded = page.evaluate(
        "async () => { await document.fonts.ready;"
        " return [...document.fonts].filter((f) => f.status === 'loaded').map((f) => f.family); }"
    )
    assert {"Inter", "Vollkorn"} <= {family.strip('"') for family in loaded}
