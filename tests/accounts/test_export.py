"""One's own data as a file."""

from __future__ import annotations

import io
import json
import zipfile

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.services import export
from tests.factories import PASSWORD, second_factor_add

pytestmark = pytest.mark.django_db


def opened(content: bytes) -> dict[str, object]:
    with zipfile.ZipFile(io.BytesIO(content)) as files:
        return {name: json.loads(files.read(name)) for name in files.namelist()}


def test_it_asks_for_the_password_first_and_then_gives_the_file(at_home, later):
    asked = at_home.post(reverse("settings_export"))
    assert asked.url.startswith(reverse("account_reauthenticate"))
    answer = at_home.post(asked.url, {"password": PASSWORD})
    assert answer.headers["Content-Type"] == "application/zip"
    assert "attachment" in answer.headers["Content-Disposition"]
    files = opened(answer.content)
    assert {
        "export.json",
        "profile.json",
        "addresses.json",
        "sessions.json",
        "settings.json",
        "second_factors.json",
    } <= set(files)
    assert files["profile.json"]["username"] == "Marta"
    assert files["addresses.json"] == [
        {"email": "marta@example.org", "verified": True, "primary": True}
    ]
    assert files["sessions.json"][0]["ip"] == "127.0.0.1"
    assert files["settings.json"] == {"time_zone": "UTC", "language": "", "theme": "system"}


def test_secrets_are_not_in_it(marta):
    secret = second_factor_add(user=marta)
    content = export.export_build(user=marta, now=timezone.now())
    text = json.dumps(opened(content))
    assert '"totp"' in text
    assert secret not in text
    assert marta.password not in text


def test_nobody_else_is_in_it(marta, tomasz):
    text = json.dumps(opened(export.export_build(user=marta, now=timezone.now())))
    assert "tomasz" not in text


def test_another_app_adds_its_part(marta, monkeypatch):
    monkeypatch.setattr(export, "_sections", dict(export._sections))
    export.register_section("stamps", lambda user: [f"a stamp of {user.username}"])
    files = opened(export.export_build(user=marta, now=timezone.now()))
    assert files["stamps.json"] == ["a stamp of Marta"]
    assert "stamps" in files["export.json"]["sections"]
    with pytest.raises(ValueError, match="two sections"):
        export.register_section("stamps", lambda user: [])
