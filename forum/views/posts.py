"""What one does with a post."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from forum.errors import ForumRefusal
from forum.forms import EditForm, ReportForm
from forum.markup.difference import Change, changes_between
from forum.models import Action, Draft, Post
from forum.permissions import may_edit, may_report, may_see_post
from forum.services.log import entry_add
from forum.services.moderation import post_bring_back
from forum.services.posts import post_edit, post_withdraw
from forum.services.reactions import bookmark_toggle, solution_set, thanks_toggle
from forum.services.reading import topic_mark_unread
from forum.services.reports import report_file
from forum.views.composer import composer_context
from forum.views.doors import ForumRequest, MemberRequest, back, member, readable_post, visitor


@require_http_methods(["GET", "HEAD", "POST"])
@member
def edit(request: MemberRequest, post_id: int) -> HttpResponse:
    post = readable_post(request, post_id)
    if not may_edit(request.standing, post):
        raise PermissionDenied
    if request.method != "POST":
        draft = Draft.objects.filter(user=request.user, place=f"post:{post.pk}").first()
        return _edit_page(request, post, EditForm(initial={"text": (draft or post).text}))
    form = EditForm(request.POST)
    if request.POST.get("action") == "preview" or not form.is_valid():
        return _edit_page(request, post, form, preview=request.POST.get("text", ""))
    try:
        changed = post_edit(post=post, by=request.user, **form.cleaned_data)
    except ForumRefusal as refusal:
        form.add_error("text", str(refusal))
        return _edit_page(request, post, form)
    if post.author_id != request.user.pk and changed.text != post.text:
        entry_add(
            actor=request.user,
            action=Action.POST_EDIT,
            topic=post.topic,
            post=post,
            person=post.author,
            reason=form.cleaned_data["reason"],
        )
    return redirect(post)


def _edit_page(
    request: MemberRequest, post: Post, form: EditForm, *, preview: str = ""
) -> HttpResponse:
    context = composer_context(request, place=f"post:{post.pk}", form=form, preview=preview)
    return render(request, "forum/edit.html", {**context, "post": post})


@require_safe
@visitor
def history(request: ForumRequest, post_id: int) -> HttpResponse:
    """Every earlier version, with what changed."""
    post = readable_post(request, post_id)
    if not may_see_post(request.standing, post):
        raise PermissionDenied
    revisions = list(post.revisions.select_related("replaced_by"))
    texts = [*(revision.text for revision in revisions), post.text]
    steps: list[dict[str, object]] = []
    for number, revision in enumerate(revisions):
        changes: list[Change] = changes_between(texts[number], texts[number + 1])
        steps.append({"revision": revision, "changes": changes})
    return render(request, "forum/history.html", {"post": post, "steps": reversed(steps)})


@require_http_methods(["GET", "HEAD", "POST"])
@member
def withdraw(request: MemberRequest, post_id: int) -> HttpResponse:
    post = readable_post(request, post_id)
    if request.method != "POST":
        return render(request, "forum/withdraw.html", {"post": post})
    post_withdraw(post=post, by=request.user)
    messages.success(request, gettext("Your post is removed. You can bring it back."))
    return redirect(post)


@require_POST
@member
def bring_back(request: MemberRequest, post_id: int) -> HttpResponse:
    post = readable_post(request, post_id)
    post_bring_back(post=post, by=request.user)
    return redirect(post)


@require_POST
@member
def thank(request: MemberRequest, post_id: int) -> HttpResponse:
    post = readable_post(request, post_id)
    thanked = thanks_toggle(post=post, user=request.user)
    if request.headers.get("HX-Request"):
        post.refresh_from_db(fields=["thanks_count"])
        return render(
            request,
            "forum/_thanks.html",
            {
                "post": post,
                "place": post.get_absolute_url(),
                "thanked": thanked,
                "may_thank": True,
            },
        )
    return redirect(post)


@require_POST
@member
def bookmark(request: MemberRequest, post_id: int) -> HttpResponse:
    post = readable_post(request, post_id)
    if bookmark_toggle(post=post, user=request.user):
        messages.success(request, gettext("Kept among your bookmarks."))
    else:
        messages.info(request, gettext("No longer among your bookmarks."))
    return redirect(back(request, post.get_absolute_url()))


@require_POST
@member
def mark_unread(request: MemberRequest, post_id: int) -> HttpResponse:
    post = readable_post(request, post_id)
    topic_mark_unread(user=request.user, topic=post.topic, number=post.number or 1)
    return redirect(post.topic.category)


@require_POST
@member
def solve(request: MemberRequest, post_id: int) -> HttpResponse:
    post = readable_post(request, post_id)
    solution_set(post=post, by=request.user)
    return redirect(post)


@require_http_methods(["GET", "HEAD", "POST"])
@member
def report(request: MemberRequest, post_id: int) -> HttpResponse:
    post = readable_post(request, post_id)
    if not may_report(request.standing, post):
        raise PermissionDenied
    form = ReportForm(request.POST or None)
    if form.is_valid():
        report_file(post=post, by=request.user, **form.cleaned_data)
        messages.success(request, gettext("Thank you. A moderator will look at it."))
        return redirect(post)
    return render(request, "forum/report.html", {"post": post, "form": form})
