"""One Chromium for all browser tests of a process, a fresh context for each test."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from accounts.models import User
from tests.factories import UserFactory
from tooling.services import chromium_here

pytest.register_assert_rewrite("tests.browser.checks")

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    path = chromium_here()
    if not path:
        pytest.fail("The browser tests need Chromium: install it, or name it in TEST_CHROMIUM.")
    # Playwright keeps an event loop in this thread, in which Django would refuse the database.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()
    del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


@pytest.fixture(autouse=True)
def _no_rate_limits(settings):
    settings.ACCOUNT_RATE_LIMITS = False


@pytest.fixture
def context(chromium: Browser, live_server) -> Iterator[BrowserContext]:
    context = chromium.new_context(base_url=live_server.url, reduced_motion="reduce", locale="en")
    context.set_default_timeout(15_000)
    yield context
    context.close()


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """A page that fails its test when a script fails or the content policy blocks something."""
    page = context.new_page()
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on(
        "console",
        lambda message: (
            problems.append(message.text)
            if message.type == "error" and "Failed to load resource" not in message.text
            else None
        ),
    )
    yield page
    assert problems == []


@pytest.fixture
def marta(live_server) -> User:
    return UserFactory(username="Marta", email="marta@example.org")


@pytest.fixture
def sign_in_as(context: BrowserContext, live_server) -> Callable[[User], None]:
    def sign_in(user: User) -> None:
        client = Client()
        client.force_login(user)
        name = settings.SESSION_COOKIE_NAME
        context.add_cookies(
            [{"name": name, "value": client.cookies[name].value, "url": live_server.url}]
        )

    return sign_in


@pytest.fixture
def signed_in(marta: User, sign_in_as: Callable[[User], None]) -> User:
    """Marta, who has signed in in this browser."""
    sign_in_as(marta)
    return marta
