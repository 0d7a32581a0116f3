"""What every page knows of the site."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest

THEMES = ("system", "light", "dark")


def site(request: HttpRequest) -> dict[str, object]:
    return {
        "SITE_NAME": settings.SITE_NAME,
        "SITE_URL": settings.SITE_URL,
        "DEV_MAILBOX": settings.DEV_MAILBOX,
        "theme": theme_of(request),
    }


def theme_of(request: HttpRequest) -> str:
    """The theme of a signed-in user's settings, else the visitor's cookie, else the system's."""
    user = getattr(request, "user", None)
    chosen = getattr(user, "theme", "") or request.COOKIES.get("theme", "")
    return chosen if chosen in THEMES else "system"
