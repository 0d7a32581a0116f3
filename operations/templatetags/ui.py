"""Small parts of every page: icons, the site's name, the tabs of the settings."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from django import template
from django.conf import settings
from django.template import Context
from django.urls import NoReverseMatch, reverse
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from operations.browsers import browser_name

register = template.Library()
register.filter("browser_name", browser_name)


@register.simple_tag
def icon(name: str, size: str = "", label: str = "") -> SafeString:
    """A symbol of `_icons.html`: ornament, unless a label makes it speak. Size: "", "s" or "l"."""
    if label:
        classes = f"ic {size}".strip()
        return format_html(
            '<svg class="{}" role="img" aria-label="{}"><use href="#{}"></use></svg>',
            classes,
            label,
            name,
        )
    return _ornament(name, size)


@lru_cache(maxsize=1000)
def _ornament(name: str, size: str) -> SafeString:
    """Kept, because a page shows more than a hundred, of a few kinds."""
    classes = f"ic {size}".strip()
    return format_html(
        '<svg class="{}" aria-hidden="true"><use href="#{}"></use></svg>', classes, name
    )


@register.simple_tag
def site_name() -> str:
    """For pages that are rendered without context processors."""
    return str(settings.SITE_NAME)


@dataclass(frozen=True, slots=True)
class SettingsTab:
    """One page of the settings, or a family of pages of the sign-in library."""

    key: str
    label: Promise
    icon: str
    url_name: str
    family: str = ""  # other address names that begin so belong to this tab


SETTINGS_TABS = (
    SettingsTab("profile", _("Profile"), "u-user", "settings"),
    SettingsTab("preferences", _("Preferences"), "u-gear", "settings_preferences"),
    SettingsTab("hours", _("Your hours"), "u-clock", "settings_hours"),
    SettingsTab("notifications", _("Notifications"), "u-bell", "notification_settings"),
    SettingsTab("addresses", _("E-mail addresses"), "u-mail", "account_email"),
    SettingsTab("password", _("Password"), "u-lock", "account_change_password", "account_set_"),
    SettingsTab("two-factor", _("Second factor"), "r-key", "mfa_index", "mfa_"),
    SettingsTab("sessions", _("Sessions"), "u-keyboard", "usersessions_list", "usersessions_"),
    SettingsTab("data", _("Your data"), "u-plan", "settings_data", "settings_delete"),
)


@register.inclusion_tag("_settings_tabs.html", takes_context=True)
def settings_tabs(context: Context) -> dict[str, object]:
    """The tabs, with the current one found from `tab` or from the address being shown."""
    request = context.get("request")
    match = getattr(request, "resolver_match", None)
    here = getattr(match, "url_name", "") or ""
    wanted = context.get("tab", "")
    rows = []
    for tab in SETTINGS_TABS:
        try:
            url = reverse(tab.url_name)
        except NoReverseMatch:  # a site without this part shows no tab for it
            continue
        by_address = here == tab.url_name or bool(tab.family and here.startswith(tab.family))
        rows.append(
            {
                "label": tab.label,
                "icon": tab.icon,
                "url": url,
                "current": wanted == tab.key if wanted else by_address,
            }
        )
    return {"tabs": rows}
