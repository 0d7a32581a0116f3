"""The service worker of our messages, in a real browser, to which a message is delivered."""

from __future__ import annotations

import json

import pytest
from django.urls import reverse
from playwright.sync_api import BrowserContext, Page

REGISTER = """async (address) => {
  const registration = await navigator.serviceWorker.register(address);
  await navigator.serviceWorker.ready;
  return registration.scope;
}"""
SHOWN = """async () => {
  const { ready } = navigator.serviceWorker;
  const shown = await (await ready).getNotifications();
  return shown.map(({ title, body, tag, data }) => ({ title, body, tag, data }));
}"""


@pytest.mark.usefixtures("signed_in")
def test_a_message_is_shown_and_a_newer_one_takes_its_place(
    context: BrowserContext, page: Page, live_server
):
    context.grant_permissions(["notifications"], origin=live_server.url)
    page.goto(reverse("channels"))
    session = context.new_cdp_session(page)
    numbers: list[str] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: numbers.extend(each["registrationId"] for each in event["registrations"]),
    )
    session.send("ServiceWorker.enable")
    assert page.evaluate(REGISTER, reverse("push_worker")) == f"{live_server.url}/"
    page.wait_for_function("() => navigator.serviceWorker.ready.then((found) => !!found.active)")
    assert numbers
    for words in ("Your move", "Take power?"):
        told = {"title": f"A table: {words}", "text": "Round 2", "url": "/games/1/", "tag": "1"}
        session.send(
            "ServiceWorker.deliverPushMessage",
            {
                "origin": live_server.url,
                "registrationId": numbers[-1],
                "data": json.dumps(told),
            },
        )
        # While one takes the other's place there may be none or two for a moment.
        page.wait_for_function(
            f"async (wanted) => JSON.stringify(await ({SHOWN})()) === JSON.stringify(wanted)",
            arg=[
                {
                    "title": told["title"],
                    "body": told["text"],
                    "tag": told["tag"],
                    "data": {"url": told["url"]},
                }
            ],
        )
