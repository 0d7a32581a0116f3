"""Small parts of the forum's pages."""

from __future__ import annotations

from datetime import datetime, timedelta

from django import template
from django.template import Context
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from forum.markup import plain_text
from forum.numbers import number_in
from forum.selectors.announcements import announcements_for
from forum.views.operators import DISMISSED

register = template.Library()
register.filter("plain", plain_text)


@register.filter
def when(at: datetime) -> SafeString:
    """A time as people say it, with the exact one for those who look closer."""
    exact = date_format(timezone.localtime(at), "DATETIME_FORMAT")
    return format_html(
        '<time datetime="{}" title="{}">{}</time>', at.isoformat(), exact, in_words(at)
    )


def in_words(at: datetime) -> str:
    now = timezone.now()
    here, today = timezone.localtime(at), timezone.localtime(now).date()
    minutes = int((now - at).total_seconds() // 60)
    if 0 <= minutes < 1:
        return gettext("just now")
    if 0 <= minutes < 60:
        return ngettext("%(n)d min", "%(n)d min", minutes) % {"n": minutes}
    clock = date_format(here, "TIME_FORMAT")
    if here.date() == today:
        return gettext("today, %(clock)s") % {"clock": clock}
    if here.date() == today - timedelta(days=1):
        return gettext("yesterday")
    style = "MONTH_DAY_FORMAT" if here.year == today.year else "DATE_FORMAT"
    return date_format(here, style)


@register.inclusion_tag("forum/_announcements.html", takes_context=True)
def announcements(context: Context) -> dict[str, object]:
    """What operators tell everybody, minus what this visitor has put away."""
    request = context.get("request")
    user = context.get("user")
    if request is None or user is None:
        return {"announcements": []}
    put_away = {number_in(value) for value in request.COOKIES.get(DISMISSED, "").split(".")}
    return {
        "announcements": announcements_for(user=user, dismissed=put_away, now=timezone.now()),
        "csrf_token": context.get("csrf_token"),
        "request": request,
    }
