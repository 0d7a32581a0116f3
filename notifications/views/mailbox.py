"""The development mailbox: every mail the site sent, as text, as HTML and as source.

Reachable only where no mail server is configured (DEV_MAILBOX).
"""

from __future__ import annotations

from email.message import EmailMessage
from email.utils import make_msgid, parseaddr

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_POST, require_safe

from notifications.models import InboundMail, MailboxMessage
from notifications.services.inbound import inbound_accept
from notifications.services.outbox import parsed

# A mail may hold anything: no scripts, no forms, and nothing fetched from elsewhere.
MAIL_POLICY = (
    "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; "
    "style-src 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'self'"
)
SHOWN_HEADERS = ("From", "To", "Reply-To", "Date", "Message-ID", "List-Id", "Auto-Submitted")


@require_safe
def inbox(request: HttpRequest) -> HttpResponse:
    messages = MailboxMessage.objects.defer("source")
    address = request.GET.get("to", "").strip()
    if address:
        # JSON lists are not searchable alike on both databases; the mailbox is small.
        wanted = [m.pk for m in messages if address.lower() in " ".join(m.recipients).lower()]
        messages = messages.filter(pk__in=wanted)
    page = Paginator(messages, 50).get_page(request.GET.get("page"))
    return render(request, "notifications/mailbox.html", {"page": page, "address": address})


@require_safe
def message(request: HttpRequest, mail_id: int, form: str = "text") -> HttpResponse:
    row = get_object_or_404(MailboxMessage, pk=mail_id)
    mail = parsed(row.source)
    text = mail.get_body(("plain",))
    html = mail.get_body(("html",))
    return render(
        request,
        "notifications/mailbox_message.html",
        {
            "row": row,
            "form": form,
            "headers": [(name, str(mail[name])) for name in SHOWN_HEADERS if mail[name]],
            "text": text.get_content() if text else "",
            "has_html": html is not None,
            "reply_to": str(mail["Reply-To"] or ""),
            "source": bytes(row.source).decode("utf-8", "replace") if form == "source" else "",
            "attachments": [part.get_filename() or "—" for part in mail.iter_attachments()],
        },
    )


LONGEST_ANSWER = 20_000


@require_POST
def answer(request: HttpRequest, mail_id: int) -> HttpResponse:
    """Answer a mail as its receiver would: through the same door as mail from outside."""
    row = get_object_or_404(MailboxMessage, pk=mail_id)
    mail = parsed(row.source)
    text = request.POST.get("text", "")[:LONGEST_ANSWER]
    if not mail["Reply-To"] or not row.recipients:
        raise Http404
    reply = _reply(mail, text.replace("\r\n", "\n"), sender=parseaddr(row.recipients[0])[1])
    inbound_accept(
        raw=reply.as_bytes(),
        door=InboundMail.Door.MAILBOX,
        envelope_sender=parseaddr(reply["From"])[1],
        envelope_recipient=parseaddr(reply["To"])[1],
    )
    messages.success(request, _("Your answer was taken in. What comes of it arrives here shortly."))
    return redirect(reverse("mailbox"))


def _reply(mail: EmailMessage, text: str, *, sender: str) -> EmailMessage:
    """With the mail quoted below, as most programs do."""
    body = mail.get_body(("plain",))
    quoted = "\n".join(f"> {line}" for line in body.get_content().splitlines()) if body else ""
    reply = EmailMessage()
    reply["From"], reply["To"] = sender, str(mail["Reply-To"])
    reply["Subject"] = f"Re: {mail['Subject']}"
    reply["Message-ID"] = make_msgid(domain="localhost")
    reply["In-Reply-To"] = reply["References"] = str(mail["Message-ID"])
    reply.set_content(f"{text}\n\nOn {mail['Date']}, {mail['From']} wrote:\n{quoted}\n")
    return reply


@require_safe
@xframe_options_sameorigin
def message_html(request: HttpRequest, mail_id: int) -> HttpResponse:
    row = get_object_or_404(MailboxMessage, pk=mail_id)
    body = parsed(row.source).get_body(("html",))
    if body is None:
        raise Http404
    response = HttpResponse(_with_inline_images(request, row, body.get_content()))
    response._csp_exempt = True  # type: ignore[attr-defined]  # django-csp looks for it
    response["Content-Security-Policy"] = MAIL_POLICY
    return response


def _with_inline_images(request: HttpRequest, row: MailboxMessage, html: str) -> str:
    """Pictures that travel in the mail (cid:) are shown from it."""
    for number, part in enumerate(parsed(row.source).walk()):
        content_id = str(part["Content-ID"] or "").strip("<> ")
        if content_id:
            html = html.replace(f"cid:{content_id}", f"/dev/mail/{row.pk}/part/{number}/")
    return html


@require_safe
def message_part(request: HttpRequest, mail_id: int, number: int) -> HttpResponse:
    row = get_object_or_404(MailboxMessage, pk=mail_id)
    for place, part in enumerate(parsed(row.source).walk()):
        if place == number and part.get_content_maintype() == "image":
            return HttpResponse(part.get_payload(decode=True), content_type=part.get_content_type())
    raise Http404


@require_POST
def empty(request: HttpRequest) -> HttpResponse:
    MailboxMessage.objects.all().delete()
    return redirect("mailbox")
