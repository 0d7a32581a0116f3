"""Paces and long spans of time in a few words."""

from __future__ import annotations

from datetime import timedelta

from django.utils.translation import gettext as _
from django.utils.translation import ngettext


def pace(hours: int) -> str:
    """A time per move in a few letters."""
    if hours % 24:
        return _("%(hours)s h") % {"hours": hours}
    return _("%(days)s d") % {"days": hours // 24}


def rough(time: timedelta) -> str:
    """A long span, to be read with "about": days up to two weeks, then weeks, then months."""
    days = max(1, round(time / timedelta(days=1)))
    if days <= 14:
        return ngettext("%(count)s day", "%(count)s days", days) % {"count": days}
    if days <= 70:
        weeks = round(days / 7)
        return ngettext("%(count)s week", "%(count)s weeks", weeks) % {"count": weeks}
    months = round(days / 30)
    return ngettext("%(count)s month", "%(count)s months", months) % {"count": months}
