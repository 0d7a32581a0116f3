"""Every page is accessible and fits, narrow and wide, light and dark, in all three languages."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page

from notifications.models import InboundMail, MailboxMessage, Notification, Resending, Webhook
from notifications.services.addresses import complaint_note
from notifications.services.channels import calendar_reset, channel_test
from notifications.services.inbound import inbound_accept
from notifications.unsubscribing import unsubscribe_token
from tests.browser.checks import assert_fine_everywhere
from tests.factories import PASSWORD, OperatorFactory, UserFactory
from tests.games.played import WITCHES, offered, on_turn, stored
from tests.leagues.things import league_things
from tests.notifications.browsers import Browser

VISITOR_PAGES = [
    "home",
    "about",
    "privacy",
    "account_login",
    "account_signup",
    "account_reset_password",
    "account_reset_password_done",
    "account_reset_password_from_key_done",
    "account_email_verification_sent",
    "account_inactive",
    "mailbox",
    "forum",
    "forum_search",
    "changes",
    "ratings",
    "tournaments",
    "leagues",
]
PLAYER_PAGES = [
    "home",
    "about",
    "settings",
    "settings_preferences",
    "settings_data",
    "notification_settings",
    "channels",
    "account_email",
    "account_change_password",
    "account_logout",
    "account_reauthenticate",
    "mfa_index",
    "usersessions_list",
    "forum",
    "forum_unread",
    "forum_bookmarks",
    "forum_drafts",
]
PROTECTED_PAGES = ["mfa_activate_totp", "mfa_list_webauthn", "mfa_add_webauthn"]


@pytest.mark.parametrize("name", VISITOR_PAGES)
def test_a_visitor_s_page(page: Page, name: str):
    page.goto(reverse(name))
    assert_fine_everywhere(page)


@pytest.mark.parametrize("name", PLAYER_PAGES)
@pytest.mark.usefixtures("signed_in")
def test_a_player_s_page(page: Page, name: str):
    page.goto(reverse(name))
    assert_fine_everywhere(page)


@pytest.mark.usefixtures("signed_in")
def test_the_pages_of_the_second_factor(page: Page):
    page.goto(reverse("account_reauthenticate"))
    page.fill("input[name=password]", PASSWORD)
    page.click("main button[type=submit]")
    page.wait_for_load_state()
    for name in PROTECTED_PAGES:
        page.goto(reverse(name))
        assert page.url.endswith(reverse(name))
        assert_fine_everywhere(page)


def test_a_mail_in_the_development_mailbox(page: Page):
    mail = MailboxMessage.objects.create(
        sender="move@localhost",
        recipients=["marta@example.org"],
        subject="Your turn",
        source=(
            b"From: Table <table@localhost>\nTo: marta@example.org\nReply-To: move+x@localhost\n"
            b"Subject: Your turn\n\nAnswer this mail.\n"
        ),
    )
    page.goto(reverse("mailbox_message", args=[mail.pk]))
    assert page.is_visible(f"form[action='{reverse('mailbox_answer', args=[mail.pk])}'] textarea")
    assert_fine_everywhere(page)


def test_a_profile(page: Page, marta):
    page.goto(reverse("profile", args=[marta.username]))
    assert_fine_everywhere(page)


@pytest.mark.parametrize("language", ["cs", "pl"])
@pytest.mark.parametrize("name", ["home", "account_signup", "privacy"])
def test_a_page_in_another_language(context, page: Page, live_server, name: str, language: str):
    context.add_cookies([{"name": "django_language", "value": language, "url": live_server.url}])
    page.goto(reverse(name))
    assert page.get_attribute("html", "lang") == language
    assert_fine_everywhere(page)


@pytest.mark.usefixtures("signed_in")
@pytest.mark.parametrize("language", ["cs", "pl"])
def test_the_settings_in_another_language(context, page: Page, live_server, marta, language: str):
    marta.language = language
    marta.save()
    page.goto(reverse("settings"))
    assert page.get_attribute("html", "lang") == language
    assert_fine_everywhere(page)


def test_forms_sent_wrong(page: Page):
    """The sentences of refusal are part of the page too."""
    for name in ("account_login", "account_signup", "account_reset_password"):
        page.goto(reverse(name))
        page.evaluate("for (const form of document.forms) form.noValidate = true")
        page.click("main form button[type=submit]")
        page.wait_for_selector(".errorlist")
        assert_fine_everywhere(page)


def test_the_page_that_ends_mails(page: Page, live_server):
    token = unsubscribe_token(user=UserFactory(), kind="your-turn", game=None)
    answer = page.goto(reverse("unsubscribe", args=[token]))
    assert answer is not None
    assert answer.status == 200
    assert_fine_everywhere(page)


@pytest.mark.usefixtures("signed_in")
def test_the_ways_to_be_told_when_all_are_set_up_and_mail_comes_back(page: Page, marta):
    Browser().subscribes(marta, "https://push.example/1")
    Webhook.objects.create(
        user=marta,
        form="raw",
        url=f"https://hook.example/{'x' * 90}",
        secret="s" * 43,
        paused_at=timezone.now(),
        error="HTTP 503: try later",
    )
    calendar_reset(user=marta)
    channel_test(user=marta, channel="push", now=timezone.now())
    complaint_note(address=marta.email, reason="spam", now=timezone.now())
    page.goto(reverse("channels"))
    assert page.is_visible("[data-push] button"), "the browser can be asked"
    assert_fine_everywhere(page)


@pytest.mark.usefixtures("signed_in")
def test_the_notices_of_one_table(page: Page, marta):
    game = stored([marta, "random", "random", "random"], on_turn(0, after=20))
    page.goto(reverse("table_notices", args=[game.pk]))
    assert_fine_everywhere(page)


def test_the_outbox_of_an_operator(context, page: Page, live_server, sign_in_as):
    keeper = OperatorFactory()
    sign_in_as(keeper)
    for number, state in enumerate(("failed", "queued", "told")):
        Notification.objects.create(
            key=f"decision:{number}",
            kind="your-turn",
            channel="push",
            user=keeper,
            due_at=timezone.now() - timedelta(minutes=5),
            settled_at=timezone.now(),
            state=state,
            error="HTTP 503: try later" if state == "failed" else "",
        )
    Resending.objects.create(by=keeper, channel="push", what="decision:7", count=1)
    for query in ("", "?channel=push"):
        answer = page.goto(reverse("outbox") + query)
        assert answer is not None
        assert answer.status == 200
        assert_fine_everywhere(page)


def test_the_inbox_of_an_operator(page: Page, sign_in_as):
    sign_in_as(OperatorFactory())
    inbound_accept(
        raw=b"From: marta@example.org\nSubject: Re: your turn\n\nyes\n",
        door="smtp",
        envelope_sender="marta@example.org",
    )
    InboundMail.objects.update(state="done", outcome="broken", reason="broken", detail="A fault")
    answer = page.goto(reverse("inbound"))
    assert answer is not None
    assert answer.status == 200
    assert_fine_everywhere(page)


@pytest.mark.usefixtures("signed_in")
@pytest.mark.parametrize(
    ("name", "extra"),
    [
        ("table", []),
        ("table_at", [45]),
        ("table_log", []),
        ("table_charts", []),
        ("table_origins", [0, "vp"]),
    ],
)
def test_a_table(page: Page, marta, name: str, extra: list[int | str]):
    game = stored([marta, "random", "random", "random"], on_turn(0, after=80))
    page.goto(reverse(name, args=[game.pk, *extra]))
    assert_fine_everywhere(page)
    if name == "table":
        for query in ("?pick=build", "?pick=convert", "?line=build+A1", "?line=burn+1"):
            page.goto(reverse(name, args=[game.pk]) + query)
            assert_fine_everywhere(page, within="#move")


@pytest.mark.usefixtures("signed_in")
@pytest.mark.parametrize("name", ["table", "table_result"])
def test_a_game_that_is_over(page: Page, marta, name: str):
    game = stored([marta, "random", "random", "random"])
    page.goto(reverse(name, args=[game.pk]))
    assert_fine_everywhere(page)


@pytest.mark.usefixtures("signed_in")
def test_the_page_to_which_a_mail_s_button_leads(page: Page, marta):
    holders = ["random", "random", "random", "random"]
    holders[WITCHES] = marta
    game = stored(holders, offered(WITCHES))
    asked = game.decisions.get(kind="leech", seat__number=WITCHES)
    page.goto(reverse("table_question", args=[game.pk, asked.pk]))
    assert page.is_visible("main form button.big")
    assert_fine_everywhere(page)


def test_the_notation(page: Page):
    page.goto(reverse("notation", args=["terra_mystica"]))
    assert_fine_everywhere(page)


LEAGUE_PAGES = [
    ("league", ["harbour"]),
    ("season", ["harbour", 1]),
    ("season", ["harbour", 2]),
    ("league_group", ["harbour", 1, 1, 1]),
    ("season_log", ["harbour", 1]),
    ("season_step", ["harbour", 2]),
    ("season_cockpit", ["harbour", 1]),
    ("season_write", ["harbour", 1]),
    ("season_place", ["harbour", 2]),
    ("season_sign_up", ["harbour", 2]),
    ("league_settings", ["harbour"]),
    ("tournament", ["autumn"]),
    ("tournament_organise", ["autumn"]),
    ("tournament_new", []),
]


def test_the_pages_of_a_league(page: Page, sign_in_as):
    """All in one go: a season is costly to make."""
    owner = OperatorFactory()
    things = league_things(owner)
    sign_in_as(owner)
    pages = [*LEAGUE_PAGES, ("league_table", [things["table"]])]
    pages.append(("league_action", ["rule", things["table"]]))
    pages.append(("tournament_action", ["rule", things["cup_table"]]))
    for name, extra in pages:
        answer = page.goto(reverse(name, args=extra))
        assert answer is not None
        assert answer.status == 200, name
        assert_fine_everywhere(page)
