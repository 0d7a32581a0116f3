"""Lists: topics, unread ones, bookmarks, drafts, posts of a person, hits of a search."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from accounts.selectors import user_named
from forum.limits import too_often
from forum.models import Category, Draft, Subscription
from forum.numbers import number_in
from forum.permissions import may_start
from forum.selectors.categories import categories_for, unread_per_category
from forum.selectors.moderation import desk_count
from forum.selectors.posts import bookmarked_posts, posts_of, search, search_talk
from forum.selectors.topics import TOPICS_A_PAGE, mark_unread, topic_list, topics_in_order
from forum.selectors.unread import unread_topics
from forum.services.drafts import draft_drop
from forum.services.reading import categories_mark_read
from forum.services.reports import removal_request
from forum.views.doors import ForumRequest, MemberRequest, back, member, visitor

SEARCHES_A_MINUTE = 30
TALK = "talk-of-games"
"""What the choice of categories calls the talk of finished games."""


def _tabs(request: ForumRequest, categories: list[Category]) -> dict[str, object]:
    new = unread_per_category(standing=request.standing, categories=categories, now=timezone.now())
    return _tabs_with(request, new, categories)


def _tabs_with(
    request: ForumRequest, new: Mapping[int, int], categories: list[Category]
) -> dict[str, object]:
    """The categories as tabs, with what is new in each; for moderators, how much waits."""
    for category in categories:
        category.unread = new.get(category.pk, 0)  # type: ignore[attr-defined]
    return {
        "categories": categories,
        "unread_total": sum(new.values()),
        "desk_count": desk_count() if request.standing.is_moderator else 0,
    }


@require_safe
@visitor
def index(request: ForumRequest) -> HttpResponse:
    categories = categories_for(standing=request.standing)
    tag = request.GET.get("tag", "")[:30]
    page = topic_list(
        standing=request.standing,
        categories=categories,
        number=request.GET.get("page"),
        now=timezone.now(),
        tag=tag,
    )
    return render(
        request,
        "forum/index.html",
        {
            **_tabs(request, categories),
            "page": page,
            "tag": tag,
            "standing": request.standing,
            "may_start": any(may_start(request.standing, c) for c in categories),
        },
    )


@require_safe
@visitor
def category(request: ForumRequest, slug: str) -> HttpResponse:
    categories = categories_for(standing=request.standing)
    chosen = next((c for c in categories if c.slug == slug), None)
    if chosen is None:
        raise Http404
    order = "votes" if chosen.has_votes and request.GET.get("order") == "votes" else ""
    page = topic_list(
        standing=request.standing,
        categories=[chosen],
        number=request.GET.get("page"),
        now=timezone.now(),
        order=order,
    )
    wish = (
        Subscription.objects.filter(user=request.standing.user, category=chosen).first()
        if request.standing.user
        else None
    )
    return render(
        request,
        "forum/index.html",
        {
            **_tabs(request, categories),
            "category": chosen,
            "page": page,
            "order": order,
            "follow": wish.follow if wish else "off",
            "standing": request.standing,
            "may_start": may_start(request.standing, chosen),
        },
    )


@require_safe
@member
def unread(request: MemberRequest) -> HttpResponse:
    categories = categories_for(standing=request.standing)
    now = timezone.now()
    new = unread_topics(user=request.user, categories=categories, now=now)
    chosen = Paginator([topic for topic, _category in new], TOPICS_A_PAGE)
    page = chosen.get_page(request.GET.get("page"))
    known = {category.pk: category for category in categories}
    rows = topics_in_order(list(page.object_list))
    for topic in rows:
        topic.category = known[topic.category_id]
    mark_unread(standing=request.standing, topics=rows, now=now)
    page.object_list = rows  # type: ignore[assignment]  # Django's own type knows no lists here
    return render(
        request,
        "forum/index.html",
        {
            **_tabs_with(request, Counter(category for _topic, category in new), categories),
            "page": page,
            "only_unread": True,
            "standing": request.standing,
        },
    )


@require_POST
@member
def mark_read(request: MemberRequest) -> HttpResponse:
    """Everything, or one category, counts as read."""
    slug = request.POST.get("category", "")
    categories = [
        c for c in categories_for(standing=request.standing) if not slug or c.slug == slug
    ]
    categories_mark_read(user=request.user, categories=categories, now=timezone.now())
    messages.success(request, gettext("All marked as read."))
    return redirect(back(request))


@require_safe
@member
def bookmarks(request: MemberRequest) -> HttpResponse:
    page = bookmarked_posts(
        standing=request.standing,
        categories=categories_for(standing=request.standing),
        number=request.GET.get("page"),
    )
    return render(request, "forum/bookmarks.html", {"page": page})


@member
def drafts(request: MemberRequest) -> HttpResponse:
    if request.method == "POST":
        draft_drop(user=request.user, draft_id=number_in(request.POST.get("draft")))
        return redirect("forum_drafts")
    mine = Draft.objects.filter(user=request.user).order_by("-saved_at")
    return render(request, "forum/drafts.html", {"drafts": mine})


@require_safe
@visitor
def user_posts(request: ForumRequest, username: str) -> HttpResponse:
    author = user_named(username=username)
    if author is None:
        raise Http404
    page = posts_of(
        author=author,
        categories=categories_for(standing=request.standing),
        number=request.GET.get("page"),
    )
    return render(
        request,
        "forum/user_posts.html",
        {"author": author, "page": page, "standing": request.standing},
    )


@require_POST
@member
def removal(request: MemberRequest) -> HttpResponse:
    removal_request(by=request.user)
    messages.success(request, gettext("The operators have your request and will answer by mail."))
    return redirect("forum_user", request.user.username)


@require_safe
@visitor
def find(request: ForumRequest) -> HttpResponse:
    categories = categories_for(standing=request.standing)
    query = request.GET.get("q", "").strip()[:200]
    chosen = [c for c in categories if c.slug == request.GET.get("in")] or categories
    name = request.GET.get("by", "").strip()[:100]
    author = user_named(username=name) if name else None
    context: dict[str, object] = {
        "categories": categories,
        "query": query,
        "by": name,
        "chosen": request.GET.get("in", ""),
        "talk": TALK,
    }
    status = 200
    if query:
        who = str(request.user.pk or request.META.get("REMOTE_ADDR", ""))
        if too_often(what="search", who=who, most=SEARCHES_A_MINUTE, seconds=60):
            context["problem"] = gettext("These were many searches. Please wait a minute.")
            status = 429
        elif name and author is None:
            context["problem"] = gettext("Nobody here has this name.")
        elif request.GET.get("in") == TALK:
            page, said = search_talk(
                query=query,
                viewer=request.standing.user,
                number=request.GET.get("page"),
                author=author,
            )
            context |= {"page": page, "said": said}
        else:
            page, hits = search(
                query=query, categories=chosen, number=request.GET.get("page"), author=author
            )
            context |= {"page": page, "hits": hits}
    return render(request, "forum/search.html", context, status=status)
