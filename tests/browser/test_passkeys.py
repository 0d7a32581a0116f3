"""A passkey is made and used in a real browser, with an authenticator that lives in Chromium."""

from __future__ import annotations

import pytest
from allauth.mfa.models import Authenticator
from playwright.sync_api import Page, expect

from accounts.models import User
from tests.factories import PASSWORD


@pytest.fixture
def authenticator(page: Page) -> None:
    """A device that says yes to every question, as a finger on a sensor would."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    devtools.send(
        "WebAuthn.addVirtualAuthenticator",
        {
            "options": {
                "protocol": "ctap2",
                "transport": "internal",
                "hasResidentKey": True,
                "hasUserVerification": True,
                "isUserVerified": True,
                "automaticPresenceSimulation": True,
            }
        },
    )


@pytest.fixture
def passkey(page: Page, marta: User, authenticator: None) -> Authenticator:
    """Made by Marta on the page, after her password."""
    page.goto("/accounts/login/")
    page.get_by_label("User name or e-mail").fill("marta")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.goto("/accounts/2fa/webauthn/add/")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Confirm").click()
    page.get_by_label("Passwordless").check()
    page.locator("#mfa_webauthn_add").click()
    expect(page).to_have_url("/accounts/2fa/recovery-codes/")
    return Authenticator.objects.get(user=marta, type="webauthn")


def test_it_is_made_and_recovery_codes_come_with_it(page, passkey, marta):
    expect(page.get_by_role("heading", level=1)).to_have_text("Recovery Codes")
    assert passkey.wrap().is_passwordless
    assert Authenticator.objects.filter(user=marta, type="recovery_codes").exists()


def test_it_signs_in_without_a_password(page, passkey):
    page.context.clear_cookies()
    page.goto("/accounts/login/")
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page).to_have_url("/")
    page.goto("/settings/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Your profile")


def test_it_is_the_second_factor_after_a_password(page, passkey):
    page.context.clear_cookies()
    page.goto("/accounts/login/")
    page.get_by_label("User name or e-mail").fill("marta")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.locator("#mfa_webauthn_authenticate").click()
    expect(page).to_have_url("/")
    page.goto("/settings/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Your profile")
