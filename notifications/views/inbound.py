"""The operator's view of mail that came in: what became of each, and why."""

from __future__ import annotations

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.permissions import role_required
from notifications.models import InboundMail
from notifications.selectors import inbound_summary
from notifications.services.inbound import inbound_retry


@role_required("operator")
@require_safe
def inbound(request: HttpRequest) -> HttpResponse:
    outcome = request.GET.get("outcome", "")
    rows = InboundMail.objects.defer("source").order_by("-received_at", "-pk")
    if outcome in InboundMail.Outcome.values:
        rows = rows.filter(outcome=outcome)
    page = Paginator(rows, 50).get_page(request.GET.get("page"))
    return render(
        request,
        "notifications/inbound.html",
        {
            "page": page,
            "outcome": outcome,
            "outcomes": InboundMail.Outcome.choices,
            "summary": inbound_summary(now=timezone.now()),
        },
    )


@role_required("operator")
@require_safe
def source(request: HttpRequest, mail_id: int) -> HttpResponse:
    """The mail as it came, as a file: a browser must not show what strangers wrote."""
    mail = get_object_or_404(InboundMail, pk=mail_id)
    return HttpResponse(
        bytes(mail.source),
        content_type="application/octet-stream",
        headers={"Content-Disposition": f'attachment; filename="mail-{mail.pk}.eml"'},
    )


@role_required("operator")
@require_POST
def retry(request: HttpRequest, mail_id: int) -> HttpResponse:
    if inbound_retry(mail_id=mail_id):
        messages.success(request, _("Queued again."))
    else:
        messages.info(request, _("Only a mail that failed or that nobody took can be read again."))
    return redirect("inbound")
