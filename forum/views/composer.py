"""The box people write in: preview, drafts, quotations, names while typing."""

from __future__ import annotations

from django import forms
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from accounts.usernames import username_key
from forum.embeds import embeds_fill
from forum.forms import TRAP
from forum.limits import LONGEST, too_often
from forum.models import Post, Topic
from forum.numbers import number_in
from forum.permissions import may_see_post
from forum.rendering import text_render
from forum.services.drafts import draft_save
from forum.views.doors import ForumRequest, MemberRequest, back, member, readable_post, visitor

QUOTE_LONGEST = 1200
PREVIEWS_A_MINUTE = 60


def composer_context(
    request: ForumRequest, *, place: str, form: forms.Form, preview: str = ""
) -> dict[str, object]:
    """What `_composer.html` needs."""
    html = ""
    if preview.strip():
        rendered = text_render(text=preview[:LONGEST])
        html = embeds_fill(htmls=[rendered.html], viewer=request.standing.user)[0]
    return {"form": form, "place": place, "preview": mark_safe(html), "trap": TRAP}


@require_POST
@member
def preview(request: MemberRequest) -> HttpResponse:
    text = request.POST.get("text", "")[:LONGEST]
    if too_often(what="preview", who=str(request.user.pk), most=PREVIEWS_A_MINUTE, seconds=60):
        return HttpResponse(status=429)
    return render(
        request,
        "forum/_preview.html",
        composer_context(request, place="", form=forms.Form(), preview=text),
    )


@require_POST
@member
def save_draft(request: MemberRequest) -> HttpResponse:
    """Called while somebody types, and by the button for those without scripts."""
    kept = draft_save(
        user=request.user,
        place=request.POST.get("place", ""),
        title=request.POST.get("title", ""),
        text=request.POST.get("text", ""),
    )
    if not kept:
        return HttpResponse(status=400)
    if request.headers.get("HX-Request"):
        return render(request, "forum/_draft_saved.html", {"at": timezone.now()})
    return redirect(back(request))


@require_safe
@visitor
def quote(request: ForumRequest, post_id: int) -> HttpResponse:
    """The Markdown that quotes a post, for the script that puts it where somebody writes."""
    post = readable_post(request, post_id)
    if not may_see_post(request.standing, post):
        raise Http404
    return HttpResponse(quotation_of(post), content_type="text/plain; charset=utf-8")


def quotation(request: ForumRequest, topic: Topic, post_id: int) -> str:
    post = Post.objects.filter(pk=post_id, topic=topic).first()
    if post is None or not may_see_post(request.standing, post):
        return ""
    return quotation_of(post)


def quotation_of(post: Post) -> str:
    """Who is quoted, then the words without what they quoted themselves."""
    lines = [line for line in post.text.splitlines() if not line.startswith(">")]
    words = "\n".join(lines).strip()[:QUOTE_LONGEST]
    return "\n".join(
        f"> {line}".rstrip() for line in [f"[quote {post.pk}]", *words.split("\n")]
    ) + ("\n\n")


@require_safe
@member
def names(request: MemberRequest) -> HttpResponse:
    """Up to eight people whose names begin so; those of the topic come first."""
    begun = username_key(request.GET.get("q", "")[:24])
    if not begun or "\0" in begun:
        return JsonResponse({"names": []})
    people = User.objects.filter(username_key__startswith=begun, is_active=True)
    found = list(people.order_by("username_key").values_list("username", flat=True)[:30])
    place = request.GET.get("place", "")
    if place.startswith("topic:"):
        here = set(
            Post.objects.filter(
                topic_id=number_in(place[6:]), author__username__in=found
            ).values_list("author__username", flat=True)
        )
        found.sort(key=lambda name: name not in here)
    return JsonResponse({"names": found[:8]})
