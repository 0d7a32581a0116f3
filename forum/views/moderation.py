"""The moderators' desk: queue, log, words, appeals."""

from __future__ import annotations

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from forum.models import Appeal, ModerationEntry, Report, WatchedWord
from forum.numbers import number_in
from forum.rendering import posts_refresh
from forum.selectors.moderation import (
    OF_TALK,
    closed_reports,
    entries,
    entries_contested,
    entries_of_games,
    entries_to_review,
    moderation_counts,
    open_appeals,
    open_reports,
    others_join,
)
from forum.services.appeals import appeal_decide
from forum.services.log import entry_review
from forum.services.moderation import post_approve, post_remove
from forum.services.people import word_unwatch, word_watch
from forum.services.reports import report_claim, report_close, report_release
from forum.services.talk_reports import talk_line_keep, talk_line_remove
from forum.views.doors import ForumRequest, MemberRequest, moderator, visitor


@require_safe
@moderator
def queue(request: MemberRequest) -> HttpResponse:
    closed = request.GET.get("show") == "closed"
    reports = closed_reports() if closed else open_reports()
    page = Paginator(reports, 25).get_page(request.GET.get("page"))
    cases, appeals = list(page), [] if closed else list(open_appeals())
    others_join(cases=cases)
    about = [appeal.entry.post for appeal in appeals if appeal.entry and appeal.entry.post]
    posts_refresh(posts=[*(case.post for case in cases if case.post), *about])
    return render(
        request,
        "forum/moderation/queue.html",
        {
            "page": page,
            "cases": cases,
            "closed": closed,
            "appeals": appeals,
            "standing": request.standing,
            "counts": moderation_counts(standing=request.standing),
            "tab": "queue",
        },
    )


@require_POST
@moderator
def report_act(request: MemberRequest, report_id: int) -> HttpResponse:
    """Claim, give back, approve, remove the post, or close without doing anything."""
    report = get_object_or_404(
        Report.objects.select_related(
            *("post__topic__category", "post__author", "reporter"), *OF_TALK
        ),
        pk=report_id,
    )
    action, reason = request.POST.get("action", ""), request.POST.get("reason", "")
    if action == "claim":
        report_claim(report=report, by=request.user)
    elif action == "release":
        report_release(report=report, by=request.user)
    elif action == "approve" and report.post:
        post_approve(post=report.post, by=request.user)
        messages.success(request, gettext("Published."))
    elif action == "remove" and report.post:
        post_remove(post=report.post, by=request.user, reason=reason)
        messages.success(request, gettext("Removed. The author is told why."))
    elif action == "remove" and report.talk:
        talk_line_remove(case=report, by=request.user, reason=reason)
        messages.success(request, gettext("Removed. The author is told why."))
    elif action == "close" and report.talk:
        talk_line_keep(case=report, by=request.user, reason=reason)
        messages.success(request, gettext("Closed."))
    elif action == "close":
        report_close(report=report, by=request.user, outcome=reason)
        messages.success(request, gettext("Closed."))
    else:
        raise Http404
    return redirect("forum_queue")


@require_safe
@moderator
def log(request: MemberRequest) -> HttpResponse:
    show = request.GET.get("show", "")
    if show == "review":
        rows = entries_to_review(standing=request.standing)
    else:
        rows = entries_contested() if show == "contested" else entries()
    return render(
        request,
        "forum/moderation/log.html",
        {
            "page": Paginator(rows, 40).get_page(request.GET.get("page")),
            "show": show,
            "counts": moderation_counts(standing=request.standing),
            "tab": "log",
        },
    )


@require_safe
@visitor
def games_log(request: ForumRequest) -> HttpResponse:
    """What was done to games, for everybody to see."""
    page = Paginator(entries_of_games(viewer=request.standing.user), 40).get_page(
        request.GET.get("page")
    )
    return render(request, "forum/games_log.html", {"page": page})


@require_POST
@moderator
def review(request: MemberRequest, entry_id: int) -> HttpResponse:
    entry = get_object_or_404(ModerationEntry, pk=entry_id)
    verdict = request.POST.get("verdict", "")
    if verdict not in ModerationEntry.Verdict.values:
        raise Http404
    entry_review(
        entry=entry, by=request.user, verdict=verdict, review=request.POST.get("review", "")
    )
    return redirect("forum_log")


@require_http_methods(["GET", "HEAD", "POST"])
@moderator
def words(request: MemberRequest) -> HttpResponse:
    if request.method == "POST":
        if "gone" in request.POST:
            word_unwatch(word_id=number_in(request.POST["gone"]), by=request.user)
        else:
            word_watch(word=request.POST.get("word", ""), by=request.user)
        return redirect("forum_words")
    return render(
        request,
        "forum/moderation/words.html",
        {
            "words": WatchedWord.objects.select_related("added_by"),
            "counts": moderation_counts(standing=request.standing),
            "tab": "words",
        },
    )


@require_POST
@moderator
def decide_appeal(request: MemberRequest, appeal_id: int) -> HttpResponse:
    appeal = get_object_or_404(Appeal.objects.select_related("sanction", "entry"), pk=appeal_id)
    decision = request.POST.get("decision", "")
    if decision not in ("grant", "decline"):
        raise Http404
    appeal_decide(
        appeal=appeal,
        by=request.user,
        granted=decision == "grant",
        answer=request.POST.get("answer", ""),
    )
    messages.success(request, gettext("Decided. The person is told by mail."))
    return redirect("forum_queue")
