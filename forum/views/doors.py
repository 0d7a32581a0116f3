"""What the views of the forum share: who is asking, and what happens when the answer is no."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import BadRequest, PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext

from accounts.models import Role, User
from accounts.permissions import refusal_for
from forum.errors import ForumRefusal
from forum.models import Post, Topic
from forum.permissions import Standing, may_read_topic, standing_of

P = ParamSpec("P")
View = Callable[Concatenate["ForumRequest", P], HttpResponse]
PlainView = Callable[Concatenate[HttpRequest, P], HttpResponse]


class ForumRequest(HttpRequest):
    """A request that has come through one of the doors below."""

    standing: Standing


class MemberRequest(ForumRequest):
    user: User


MemberView = Callable[Concatenate[MemberRequest, P], HttpResponse]


def visitor(view: View[P]) -> PlainView[P]:
    """Anybody may come in; what he sees depends on his standing."""

    @wraps(view)
    def door(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        _refuse_zero(request)
        request.standing = standing_of(user=request.user, now=timezone.now())  # type: ignore[attr-defined]
        return view(request, *args, **kwargs)  # type: ignore[arg-type]

    return door


def member(view: MemberView[P]) -> PlainView[P]:
    """For people with an account who are not banned. A refusal becomes a sentence, not an error."""

    @wraps(view)
    def door(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not isinstance(request.user, User):
            return redirect_to_login(request.get_full_path())
        _refuse_zero(request)
        standing = standing_of(user=request.user, now=timezone.now())
        request.standing = standing  # type: ignore[attr-defined]
        if standing.is_banned:
            raise PermissionDenied(
                gettext("You are banned from the forum. You can appeal against it: see the forum.")
            )
        try:
            return view(request, *args, **kwargs)  # type: ignore[arg-type]
        except ForumRefusal as refusal:
            return refused(request, refusal)

    return door


def _refuse_zero(request: HttpRequest) -> None:
    """The character 0 is in no text that people write, and PostgreSQL takes none with it."""
    for sent in (request.GET, request.POST):
        if any("\0" in value for _name, values in sent.lists() for value in values):
            raise BadRequest("the character 0")


def moderator(view: MemberView[P]) -> PlainView[P]:
    return _with_role(Role.MODERATOR, view)


def operator(view: MemberView[P]) -> PlainView[P]:
    return _with_role(Role.OPERATOR, view)


def _with_role(role: Role, view: MemberView[P]) -> PlainView[P]:
    inner = member(view)

    @wraps(view)
    def door(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        refusal = refusal_for(request, role)
        return refusal if refusal else inner(request, *args, **kwargs)

    return door


def refused(request: HttpRequest, refusal: ForumRefusal) -> HttpResponse:
    """Say it on the page the person came from; those who may not do it at all get the 403 page."""
    if refusal.code in ("not-allowed", "silenced"):
        raise PermissionDenied(str(refusal))
    messages.error(request, str(refusal))
    return redirect(back(request))


def back(request: HttpRequest, default: str = "/forum/") -> str:
    """Where to go after a small action: where the form said, if that is a page of ours."""
    target = request.POST.get("next") or request.headers.get("referer", "")
    safe = url_has_allowed_host_and_scheme(
        target, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return target if safe else default


def readable_topic(request: ForumRequest, topic: Topic | None) -> Topic:
    """The topic, if this visitor may read it. That it exists is no news for others."""
    if topic is None or not may_read_topic(request.standing, topic):
        raise Http404
    return topic


def readable_post(request: ForumRequest, post_id: int) -> Post:
    post = (
        Post.objects.select_related("topic__category", "topic__author", "author")
        .filter(pk=post_id)
        .first()
    )
    if post is None or not may_read_topic(request.standing, post.topic):
        raise Http404
    if post.number is None and not (
        request.standing.is_moderator
        or (request.standing.user is not None and request.standing.user.pk == post.author_id)
    ):
        raise Http404
    return post
