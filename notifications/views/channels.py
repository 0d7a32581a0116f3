"""Settings: the ways to be told, set up, tried out and taken down."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.staticfiles import finders
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import User
from accounts.permissions import SignedInRequest
from notifications.calendars import calendar_of
from notifications.errors import ChannelRefused
from notifications.forms import WebhookForm
from notifications.kinds import CHANNELS, channel_of
from notifications.mails.letters import absolute, words_of
from notifications.models import CalendarFeed, Notification, PushDevice, Webhook
from notifications.outward.keys import public_key
from notifications.services.address_checks import (
    UselessLink,
    address_check_read,
    address_check_send,
    address_confirm,
)
from notifications.services.channels import (
    calendar_remove,
    calendar_reset,
    channel_test,
    device_add,
    device_remove,
    webhook_add,
    webhook_remove,
)
from operations.browsers import browser_name


@login_required
@require_safe
def channels(request: SignedInRequest) -> HttpResponse:
    return _page(request, WebhookForm())


def _page(request: SignedInRequest, form: WebhookForm, status: int = 200) -> HttpResponse:
    user = request.user
    feed = CalendarFeed.objects.filter(user=user).first()
    tests = Notification.objects.filter(user=user, kind="test").select_related("mail")
    context = {
        "tab": "notifications",
        "form": form,
        "push_key": public_key(),
        "devices": PushDevice.objects.filter(user=user).order_by("pk"),
        "webhooks": Webhook.objects.filter(user=user).order_by("pk"),
        "feed": feed,
        "feed_url": absolute(reverse("calendar_feed", args=[feed.token])) if feed else "",
        "tests": {row.channel: row for row in tests.order_by("pk")},
        "private_targets": settings.PRIVATE_TARGETS,
    }
    return render(request, "notifications/channels.html", context, status=status)


@login_required
@require_POST
def test(request: SignedInRequest, channel: str) -> HttpResponse:
    """A message to oneself; what became of it stands on the page afterwards."""
    if channel not in {each.key for each in CHANNELS}:
        raise Http404
    try:
        channel_test(user=request.user, channel=channel, now=timezone.now())
    except ChannelRefused as refusal:
        messages.error(request, refusal.sentence)
    else:
        label = channel_of(channel).label
        messages.success(request, _("A test is on its way: %(channel)s.") % {"channel": label})
    return redirect("channels")


@login_required
@require_POST
def push_subscribe(request: SignedInRequest) -> JsonResponse:
    """What `push.js` got from the browser. Doing it again changes nothing."""
    try:
        device_add(
            user=request.user,
            endpoint=request.POST.get("endpoint", ""),
            p256dh=request.POST.get("p256dh", ""),
            auth=request.POST.get("auth", ""),
            label=browser_name(request.headers.get("User-Agent", "")),
        )
    except ChannelRefused as refusal:
        return JsonResponse({"error": refusal.sentence}, status=422)
    return JsonResponse({"error": ""})


@login_required
@require_POST
def push_remove(request: SignedInRequest, device_id: int) -> HttpResponse:
    if not device_remove(user=request.user, device_id=device_id):
        raise Http404
    messages.success(request, _("That browser gets no more messages."))
    return redirect("channels")


@cache_control(no_cache=True)
@require_safe
def push_worker(request: HttpRequest) -> HttpResponse | FileResponse:
    """The script that shows messages: at an address that stays, whatever version is behind it."""
    found = finders.find("notifications/js/push-worker.js")
    if not isinstance(found, str):
        raise Http404
    return FileResponse(open(found, "rb"), content_type="text/javascript")


@login_required
@require_POST
def webhooks(request: SignedInRequest) -> HttpResponse:
    form = WebhookForm(request.POST)
    if form.is_valid():
        try:
            webhook_add(user=request.user, **form.cleaned_data)
        except ChannelRefused as refusal:
            form.add_error("url", refusal.sentence)
        else:
            messages.success(request, _("Saved. Send a test to see that it works."))
            return redirect("channels")
    return _page(request, form, status=422)


@login_required
@require_POST
def webhook_gone(request: SignedInRequest, hook_id: int) -> HttpResponse:
    if not webhook_remove(user=request.user, hook_id=hook_id):
        raise Http404
    messages.success(request, _("We do not call that address any more."))
    return redirect("channels")


@login_required
@require_POST
def calendar_new(request: SignedInRequest) -> HttpResponse:
    calendar_reset(user=request.user)
    messages.success(request, _("Your calendar has a new address. An earlier one is dead."))
    return redirect("channels")


@login_required
@require_POST
def calendar_gone(request: SignedInRequest) -> HttpResponse:
    calendar_remove(user=request.user)
    messages.success(request, _("Your calendar has no address any more."))
    return redirect("channels")


@cache_control(private=True, max_age=300)
@require_safe
def calendar_feed(request: HttpRequest, token: str) -> HttpResponse:
    """A calendar cannot sign in: the address is the secret."""
    feed = get_object_or_404(
        CalendarFeed.objects.select_related("user"), token=token, user__is_active=True
    )
    now = timezone.now()
    CalendarFeed.objects.filter(pk=feed.pk).update(read_at=now)
    assert isinstance(feed.user, User)
    with words_of(feed.user):
        content = calendar_of(user=feed.user, now=now)
    return HttpResponse(
        content,
        content_type="text/calendar; charset=utf-8",
        headers={"Content-Disposition": 'inline; filename="deadlines.ics"'},
    )


@login_required
@require_POST
def address_check(request: SignedInRequest) -> HttpResponse:
    address_check_send(user=request.user)
    messages.success(
        request,
        _("A mail is on its way to %(address)s. Open the link in it to show that it arrives.")
        % {"address": request.user.email},
    )
    return redirect("channels")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def address_works(request: SignedInRequest, token: str) -> HttpResponse:
    """From the link in that mail: a scanner that follows it changes nothing."""
    try:
        address = address_check_read(user=request.user, token=token)
    except UselessLink:
        messages.error(request, _("That link is too old or not for you. Ask for a new mail."))
        return redirect("channels")
    if request.method == "POST":
        address_confirm(user=request.user, token=token)
        messages.success(request, _("Good: mail to you is sent again."))
        return redirect("channels")
    return render(request, "notifications/address_works.html", {"address": address})
