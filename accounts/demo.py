"""People to look at on a fresh site."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone
from django.utils.translation import get_language_info

from accounts.models import Audience, Role, User
from accounts.selectors import user_named
from accounts.services.roles import role_grant
from accounts.services.users import profile_update, user_create, welcome_finish

PASSWORD = "post-and-spade"

PEOPLE = (  # name, language, zone, country, role, about
    ("marta", "cs", "Europe/Prague", "CZ", Role.PLAYER, "Hraju večer, nejradši za Čarodějnice."),
    (
        "tomasz",
        "pl",
        "Europe/Warsaw",
        "PL",
        Role.PLAYER,
        "Gram rano, przy kawie. Zawsze Nomadzi.",
    ),
    ("alice", "en", "Europe/London", "GB", Role.PLAYER, "Slow games, long plans, kind words."),
    ("ilse", "en", "Europe/Vienna", "AT", Role.ORGANISER, "I run the monthly league."),
    ("jun", "en", "Asia/Tokyo", "JP", Role.PLAYER, "My night is your day: expect answers then."),
    ("mira", "cs", "Europe/Bratislava", "SK", Role.MODERATOR, "Napište mi, když se něco pokazí."),
    ("otto", "en", "Europe/Berlin", "DE", Role.OPERATOR, "I keep the lights on."),
)


@transaction.atomic
def load_demo() -> list[tuple[str, str, str, str]]:
    """Create who is missing; returns name, password, role and language of everybody."""
    for name, language, zone, country, role, about in PEOPLE:
        if user_named(username=name) is None:
            _create(name, language, zone, country, role, about)
    return [
        (name, PASSWORD, role.value, get_language_info(language)["name"])
        for name, language, _zone, _country, role, _about in PEOPLE
    ]


def _create(name: str, language: str, zone: str, country: str, role: Role, about: str) -> User:
    user = user_create(username=name, email=f"{name}@example.org", password=PASSWORD)
    welcome_finish(user=user, time_zone=zone, language=language, now=timezone.now())
    profile_update(
        user=user,
        about=about,
        country=country,
        audience=Audience.EVERYONE,
        show_country=True,
        show_joined=True,
    )
    role_grant(user=user, role=role, by=None, source="demo content")
    return user
