"""Players in templates."""

from __future__ import annotations

from functools import lru_cache

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from accounts.models import User

register = template.Library()


@register.simple_tag
def avatar(user: User, size: int = 40) -> SafeString:
    """The player's picture; decoration, because the name stands beside it."""
    return format_html(
        '<img class="avatar" src="{}" alt="" width="{}" height="{}" loading="lazy">',
        _avatar_address(user.username),
        size,
        size,
    )


@lru_cache(maxsize=2000)
def _avatar_address(username: str) -> str:
    """Kept, because a page of the forum shows dozens."""
    return reverse("avatar", args=[username])
