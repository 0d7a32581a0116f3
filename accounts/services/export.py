"""Everything the site knows of one user, as a file.

Each app adds its part with `register_section`, in the `ready` of its configuration.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable
from datetime import datetime

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.core.serializers.json import DjangoJSONEncoder

from accounts.models import User
from accounts.selectors import roles_held

Section = Callable[[User], object]
"""Gives one user's data as values that JSON can hold (dates and times included)."""

_sections: dict[str, Section] = {}


def register_section(name: str, section: Section) -> None:
    """Add a part to the export; the name becomes its file name."""
    if _sections.get(name, section) is not section:
        raise ValueError(f"two sections of the export are called {name!r}")
    _sections[name] = section


def export_build(*, user: User, now: datetime) -> bytes:
    """A zip archive with one JSON file for each section."""
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as files:
        about = {"user": user.username, "made_at": now, "sections": sorted(_sections)}
        files.writestr("export.json", _json(about))
        for name, section in sorted(_sections.items()):
            files.writestr(f"{name}.json", _json(section(user)))
    return archive.getvalue()


def _json(value: object) -> str:
    return json.dumps(value, cls=DjangoJSONEncoder, ensure_ascii=False, indent=2, sort_keys=True)


def profile_section(user: User) -> object:
    return {
        "username": user.username,
        "joined": user.date_joined,
        "last_sign_in": user.last_login,
        "about": user.about,
        "country": user.country,
        "shown_to": user.audience,
        "show_country": user.show_country,
        "show_joined": user.show_joined,
        "roles": sorted(roles_held(user=user)),
        "role_changes": list(user.role_changes.values("role", "granted", "at")),
    }


def addresses_section(user: User) -> object:
    return list(EmailAddress.objects.filter(user=user).values("email", "verified", "primary"))


def sessions_section(user: User) -> object:
    sessions = UserSession.objects.filter(user=user).order_by("created_at")
    return list(sessions.values("created_at", "last_seen_at", "ip", "user_agent"))


def settings_section(user: User) -> object:
    return {"time_zone": user.time_zone, "language": user.language, "theme": user.theme}


def second_factors_section(user: User) -> object:
    """That they exist and when they were used; their secrets stay here."""
    factors = Authenticator.objects.filter(user=user).order_by("created_at")
    return list(factors.values("type", "created_at", "last_used_at"))


def register_own_sections() -> None:
    register_section("profile", profile_section)
    register_section("addresses", addresses_section)
    register_section("sessions", sessions_section)
    register_section("settings", settings_section)
    register_section("second_factors", second_factors_section)
