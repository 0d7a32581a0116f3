"""What moderators do to a topic or a post, from the topic itself."""

from __future__ import annotations

import re

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from forum.errors import SameTopic
from forum.markup import plain_text
from forum.models import Category, Topic
from forum.numbers import number_in
from forum.selectors.moderation import entries
from forum.services.moderation import (
    post_remove,
    topic_lock,
    topic_move,
    topic_pin,
    topic_remove,
    topic_rename,
    topic_restore,
)
from forum.services.rearranging import topic_merge, topic_split
from forum.views.doors import MemberRequest, moderator, readable_post

POSTS_TO_CHOOSE_FROM = 500


@require_http_methods(["GET", "HEAD", "POST"])
@moderator
def manage_topic(request: MemberRequest, topic_id: int) -> HttpResponse:
    topic = get_object_or_404(Topic.objects.select_related("category", "author"), pk=topic_id)
    if request.method == "POST":
        target = _act(request, topic)
        messages.success(request, gettext("Done. It stands in the log."))
        return redirect(target)
    posts = list(
        topic.posts.exclude(number=None)
        .select_related("author")
        .order_by("number")[:POSTS_TO_CHOOSE_FROM]
    )
    return render(
        request,
        "forum/moderation/topic.html",
        {
            "topic": topic,
            "categories": Category.objects.all(),
            "pins": Topic.Pin.choices,
            "posts": [(post, plain_text(post.text, 90)) for post in posts],
            "entries": entries().filter(topic=topic)[:20],
        },
    )


def _act(request: MemberRequest, topic: Topic) -> Topic:
    """Carry out one action; returns the topic to go on with."""
    data, by = request.POST, request.user
    action, reason = data.get("action", ""), data.get("reason", "")
    if action == "rename":
        topic_rename(topic=topic, by=by, title=data.get("title", ""))
    elif action == "move":
        topic_move(topic=topic, by=by, category=_category(request), reason=reason)
    elif action in ("lock", "unlock"):
        topic_lock(topic=topic, by=by, locked=action == "lock", reason=reason)
    elif action == "pin" and data.get("pin", "") in {str(pin) for pin in Topic.Pin.values}:
        topic_pin(topic=topic, by=by, pin=Topic.Pin(int(data["pin"])))
    elif action == "remove":
        topic_remove(topic=topic, by=by, reason=reason)
    elif action == "restore":
        topic_restore(topic=topic, by=by)
    elif action == "merge":
        into = _topic_of(data.get("into", ""))
        topic_merge(topic=topic, into=into, by=by, reason=reason)
        return into
    elif action == "split":
        return topic_split(
            topic=topic,
            post_ids={number_in(value) for value in data.getlist("post")},
            title=data.get("title", ""),
            category=_category(request),
            by=by,
            reason=reason,
        )
    else:
        raise Http404
    return topic


def _category(request: MemberRequest) -> Category:
    return get_object_or_404(Category, slug=request.POST.get("category", ""))


_PLACE = re.compile(r"(?:.*/(topics|posts)/)?(\d{1,17})(?:[/?#].*)?")


def _topic_of(address: str) -> Topic:
    """A topic by its number, by its address or by that of a post in it, as they are copied."""
    found = _PLACE.fullmatch(address.strip())
    if found is None:
        raise SameTopic
    key = "posts" if found[1] == "posts" else "pk"
    topic = Topic.objects.filter(**{key: int(found[2])}).first()
    if topic is None:
        raise SameTopic
    return topic


@require_http_methods(["GET", "HEAD", "POST"])
@moderator
def remove_post(request: MemberRequest, post_id: int) -> HttpResponse:
    post = readable_post(request, post_id)
    if request.method == "POST":
        post_remove(post=post, by=request.user, reason=request.POST.get("reason", ""))
        messages.success(request, gettext("Removed. The author is told why."))
        return redirect(post)
    return render(request, "forum/moderation/remove.html", {"post": post})
