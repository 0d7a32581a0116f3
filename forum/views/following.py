"""Wishes to be told, and votes."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from accounts.models import User
from forum.models import Category, Follow, Topic
from forum.numbers import number_in
from forum.permissions import may_read_category
from forum.services.reactions import poll_vote, vote_toggle
from forum.services.reading import follow_set
from forum.unsubscribing import Unusable, token_read
from forum.views.doors import MemberRequest, back, member, readable_topic


def _follow(request: MemberRequest) -> Follow:
    wanted = request.POST.get("follow", "")
    if wanted not in Follow.values:
        raise Http404
    return Follow(wanted)


def _topic(request: MemberRequest, topic_id: int) -> Topic:
    found = Topic.objects.select_related("category", "poll").filter(pk=topic_id).first()
    return readable_topic(request, found)


@require_POST
@member
def follow_topic(request: MemberRequest, topic_id: int) -> HttpResponse:
    topic = _topic(request, topic_id)
    follow_set(user=request.user, follow=_follow(request), topic=topic)
    messages.success(request, gettext("Saved."))
    return redirect(back(request, topic.get_absolute_url()))


@require_POST
@member
def follow_category(request: MemberRequest, slug: str) -> HttpResponse:
    category = get_object_or_404(Category, slug=slug)
    if not may_read_category(request.standing, category):
        raise Http404
    follow_set(user=request.user, follow=_follow(request), category=category)
    messages.success(request, gettext("Saved."))
    return redirect(category)


@require_POST
@member
def vote_topic(request: MemberRequest, topic_id: int) -> HttpResponse:
    topic = _topic(request, topic_id)
    vote_toggle(topic=topic, user=request.user)
    return redirect(back(request, topic.get_absolute_url()))


@require_POST
@member
def vote_poll(request: MemberRequest, topic_id: int) -> HttpResponse:
    topic = _topic(request, topic_id)
    if not hasattr(topic, "poll"):
        raise Http404
    chosen = {number_in(value) for value in request.POST.getlist("option")}
    poll_vote(topic=topic, user=request.user, option_ids=chosen)
    return redirect(topic)


@csrf_exempt  # mail programs send this without having seen a page (RFC 8058); the token is proof
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """The link of a mail: a page with a button, because mail scanners open links."""
    try:
        user_id, topic_id = token_read(token)
    except Unusable as problem:
        raise Http404 from problem
    user = get_object_or_404(User, pk=user_id, is_active=True)
    topic = get_object_or_404(Topic, pk=topic_id)
    done = request.method == "POST"
    if done:
        follow_set(user=user, follow=Follow.OFF, topic=topic)
    return render(request, "forum/unsubscribe.html", {"done": done, "topic": topic})
