"""The operator's view of what goes out: what waits, what failed and why, how long it takes."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from accounts.permissions import role_required
from notifications.kinds import CHANNELS, SENT
from notifications.models import Notification, OutgoingMail, Resending
from notifications.selectors import outbox_health
from notifications.services.resending import all_resend_by, mail_resend_by, notice_resend_by

MAILS = ""
"""The list of mails; the others are lists of notifications, by channel."""


@role_required("operator")
@require_safe
def outbox(request: HttpRequest) -> HttpResponse:
    channel = request.GET.get("channel", MAILS)
    state = request.GET.get("state", "")
    tabs = [(MAILS, _("Mails"))]
    tabs += [
        (each.key, _("Notices by mail") if each.key == "mail" else str(each.label))
        for each in CHANNELS
        if each.key in SENT
    ]
    if channel not in dict(tabs):
        raise Http404
    rows: QuerySet[Any]
    if channel == MAILS:
        states = OutgoingMail.State.choices
        rows = OutgoingMail.objects.defer("source").order_by("-created_at")
    else:
        states = Notification.State.choices
        notices = Notification.objects.filter(channel=channel).select_related("user", "game")
        rows = notices.order_by("-created_at")
    if state in dict(states):
        rows = rows.filter(state=state)
    return render(
        request,
        "notifications/outbox.html",
        {
            "page": Paginator(rows, 50).get_page(request.GET.get("page")),
            "channel": channel,
            "tabs": tabs,
            "state": state,
            "states": states,
            "health": outbox_health(now=timezone.now()),
            "resendings": Resending.objects.select_related("by")[:20],
        },
    )


@role_required("operator")
@require_POST
def resend(request: HttpRequest, mail_id: int) -> HttpResponse:
    assert isinstance(request.user, User)
    done = mail_resend_by(mail_id=mail_id, by=request.user, now=timezone.now())
    return _back(request, done)


@role_required("operator")
@require_POST
def resend_notice(request: HttpRequest, notice_id: int) -> HttpResponse:
    assert isinstance(request.user, User)
    done = notice_resend_by(notice_id=notice_id, by=request.user, now=timezone.now())
    return _back(request, done)


@role_required("operator")
@require_POST
def resend_all(request: HttpRequest) -> HttpResponse:
    assert isinstance(request.user, User)
    channel = request.POST.get("channel", "")
    if channel not in SENT:
        raise Http404
    count = all_resend_by(channel=channel, by=request.user, now=timezone.now())
    if count:
        words = ngettext("%(n)d queued again.", "%(n)d queued again.", count) % {"n": count}
        messages.success(request, words)
    else:
        messages.info(request, _("Nothing there was given up."))
    return redirect("outbox")


def _back(request: HttpRequest, done: bool) -> HttpResponse:
    if done:
        messages.success(request, _("Queued again."))
    else:
        messages.info(request, _("Only what was given up can be sent again."))
    channel = request.POST.get("channel", MAILS)
    return redirect(reverse("outbox") + (f"?channel={channel}" if channel in SENT else ""))
