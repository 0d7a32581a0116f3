"""The welcome step in a browser that knows where it is."""

from __future__ import annotations

from django.conf import settings
from django.test import Client
from playwright.sync_api import expect


def test_the_welcome_step_proposes_the_time_zone_of_the_browser(chromium, live_server, marta):
    client = Client()
    client.force_login(marta)
    context = chromium.new_context(base_url=live_server.url, timezone_id="Europe/Warsaw")
    cookie = client.cookies[settings.SESSION_COOKIE_NAME]
    context.add_cookies([{"name": cookie.key, "value": cookie.value, "url": live_server.url}])
    page = context.new_page()
    page.goto("/welcome/")
    expect(page.get_by_label("Time zone")).to_have_value("Europe/Warsaw")
    context.close()
