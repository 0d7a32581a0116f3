"""Letters about an account: in the receiver's language, plain, with one thing to do."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path

import allauth
import pytest
from allauth.account.adapter import DefaultAccountAdapter
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation

from accounts.services.deletion import deletion_request
from tests.factories import UserFactory

pytestmark = pytest.mark.django_db
FOLDERS = ("account/email", "mfa/email", "accounts/email")
ROOT = Path(__file__).parents[2]
SUBJECTS = sorted(
    f"{folder}/{path.name}"
    for folder in FOLDERS
    for path in (ROOT / "templates" / folder).glob("*_subject.txt")
)


@pytest.mark.parametrize("subject", SUBJECTS)
def test_every_mail_has_subject_and_body(subject, marta):
    context = {
        "user": marta,
        "receiver": marta,
        "username": "Marta",
        "email": "marta@example.org",
        "from_email": "marta@example.org",
        "to_email": "second@example.org",
        "deleted_email": "marta@example.org",
        "activate_url": "https://site.example/activate",
        "password_reset_url": "https://site.example/reset",
        "signup_url": "https://site.example/signup",
        "timestamp": timezone.now(),
        "delete_at": timezone.now(),
        "ip": "127.0.0.1",
        "user_agent": "Browser",
        "zone": "UTC",
        "site_name": "Post & Spade",
        "site_url": "https://site.example",
    }
    body = subject.replace("_subject.txt", "_message.txt")
    if subject.startswith("accounts/"):
        body = subject.replace("_subject.txt", ".txt")
    line = render_to_string(subject, context).strip()
    text = render_to_string(body, context)
    assert 0 < len(line) < 60
    assert "\n" not in line
    assert text.startswith("Hello Marta,")
    assert "Post & Spade" in text  # not escaped: it is text
    assert "https://site.example" in text
    assert not re.search(r"\{[{%]|!|<\w", text)


def test_every_mail_of_the_library_that_can_be_sent_has_our_words():
    """Sign-in and reset by code are switched off, so their mails cannot be sent."""
    theirs = Path(allauth.__file__).parent / "templates"
    names = {
        f"{folder}/{path.name}"
        for folder in ("account/email", "mfa/email")
        for path in (theirs / folder).glob("*.txt")
        if "_code_" not in path.name
    }
    ours = {
        str(path.relative_to(ROOT / "templates")) for path in ROOT.glob("templates/*/email/*.txt")
    }
    assert names - ours - {"account/email/base_message.txt"} == set()


def test_a_mail_comes_in_the_language_and_zone_of_its_receiver(client, monkeypatch):
    """Whoever asked for it, in whatever browser."""
    UserFactory(username="ola", email="ola@example.org", language="pl", time_zone="Europe/Warsaw")
    sent = []

    def note(self, template_prefix, email, context):
        sent.append((email, translation.get_language(), timezone.get_current_timezone_name()))

    monkeypatch.setattr(DefaultAccountAdapter, "send_mail", note)
    for email in ("ola@example.org", "nobody@example.org"):
        client.post(
            reverse("account_reset_password"), {"email": email}, headers={"Accept-Language": "cs"}
        )
    assert sent == [
        ("ola@example.org", "pl", "Europe/Warsaw"),
        ("nobody@example.org", "cs", "UTC"),
    ]


def test_the_page_says_what_the_text_says_and_has_a_button(client, mailoutbox):
    UserFactory(username="ola", email="ola@example.org", language="en")
    client.post(reverse("account_reset_password"), {"email": "ola@example.org"})
    [mail] = mailoutbox
    [page] = [part.content for part in mail.alternatives if part.mimetype == "text/html"]
    link = re.search(r"https?://\S+/reset/\S+", mail.body)
    assert link
    assert f'href="{link[0]}"' in page
    assert "Choose a new password</a>" in page
    assert "Your user name is ola." in page
    for words in (part for part in mail.body.split("\n\n")[:2] if part != link[0]):
        assert words in page


def test_the_deletion_mail_speaks_the_language_of_its_receiver(mailoutbox):
    eva = UserFactory(username="eva", language="cs", time_zone="Europe/Prague")
    deletion_request(user=eva, now=datetime(2026, 7, 1, 12, 0, tzinfo=UTC))
    assert "8. července 2026 14:00 (Europe/Prague)" in mailoutbox[0].body


def test_headers_cannot_be_smuggled_in(client, mailoutbox):
    client.post(reverse("account_reset_password"), {"email": "a@example.org\nBcc: b@example.org"})
    assert mailoutbox == []
