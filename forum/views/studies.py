"""Annotated replays: reading, writing, publishing; plans that are shown to others."""

from __future__ import annotations

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from forum.embeds import embeds_fill
from forum.errors import ForumRefusal, NotAllowed
from forum.models import Study
from forum.numbers import number_in
from forum.permissions import may_read_topic, may_write
from forum.play.hexes import hexes_link
from forum.play.plan_view import plan_shown
from forum.play.studies import plans_for, studies_for
from forum.rendering import text_render
from forum.selectors.categories import categories_to_write_in
from forum.services.studies import (
    branches_for,
    plan_sharing_set,
    step_put,
    step_remove,
    study_begin,
    study_change,
    study_delete,
    study_publish,
    variation_add,
    variation_remove,
)
from forum.views.doors import ForumRequest, MemberRequest, member, visitor
from games.addresses import table_url
from games.errors import NoSuchPlan, NoSuchTable, TableError
from games.presenters.walk import Walk, hexes_of, plan_refusal, walk_of
from games.selectors.access import game_for

A_PAGE = 20


@require_safe
@visitor
def studies(request: ForumRequest) -> HttpResponse:
    """All studies there are for this reader, and his own that are not published."""
    rows = studies_for(request.standing.user).order_by("-published_at", "-pk")
    page = Paginator(rows, A_PAGE).get_page(request.GET.get("page"))
    return render(request, "forum/play/studies.html", {"page": page, "standing": request.standing})


@require_http_methods(["GET", "HEAD", "POST"])
@member
def study_new(request: MemberRequest, game_id: int) -> HttpResponse:
    """A title and some words to begin with."""
    try:
        game = game_for(game_id=game_id, viewer=request.user)
    except NoSuchTable as missing:
        raise Http404 from missing
    title, intro = request.POST.get("title", ""), request.POST.get("intro", "")
    problem = ""
    if request.method == "POST":
        try:
            study = study_begin(game_id=game_id, author=request.user, title=title, intro=intro)
        except ForumRefusal as refusal:
            if refusal.code in ("not-allowed", "silenced"):
                raise
            problem = str(refusal)
        else:
            return redirect("forum_study_edit", study.pk)
    elif not game.is_finished:
        problem = gettext("The game is not over. Until then this would be advice to somebody.")
    return render(
        request,
        "forum/play/study_new.html",
        {"game": game, "title": title, "intro": intro, "problem": problem},
        status=422 if request.method == "POST" else 200,
    )


def _readable(request: ForumRequest, study_id: int) -> Study:
    standing = request.standing
    found = studies_for(standing.user, moderates=standing.is_moderator).filter(pk=study_id).first()
    if found is None:
        raise Http404
    own = standing.user is not None and found.author_id == standing.user.pk
    if not own and found.topic is not None and not may_read_topic(standing, found.topic):
        raise Http404
    return found


def _own(request: MemberRequest, study_id: int) -> Study:
    found = Study.objects.select_related("game", "topic").filter(pk=study_id).first()
    if found is None or found.author_id != request.user.pk:
        raise Http404
    return found


@require_safe
@visitor
def study(request: ForumRequest, study_id: int) -> HttpResponse:
    """One position of a study, with what is said about it; or a variation from there."""
    found = _readable(request, study_id)
    steps = list(found.steps.prefetch_related("variations"))
    place = max(1, min(number_in(request.GET.get("step")) or 1, len(steps))) if steps else 0
    step = steps[place - 1] if steps else None
    variations = list(step.variations.all()) if step else []
    chosen = next(
        (row for row in variations if row.pk == number_in(request.GET.get("variation"))), None
    )
    walk: Walk | None = None
    if step is not None:
        lines = [(seat, line) for seat, line in chosen.lines] if chosen else []
        upto = request.GET.get("upto")
        walk = walk_of(
            game=found.game,
            number=min(step.number, found.game.length),
            lines=lines,
            upto=len(lines) if upto is None else number_in(upto),
            lit=request.GET.get("hex", "")[:4],
        )
    standing = request.standing
    return render(
        request,
        "forum/play/study.html",
        {
            "study": found,
            "game": found.game,
            "steps": steps,
            "step": step,
            "place": place,
            "variations": variations,
            "chosen": chosen,
            "chosen_base": f"?step={place}&variation={chosen.pk}&" if chosen else "",
            "walk": walk,
            "intro": _words(found, found.intro, request) if place <= 1 else "",
            "words": _words(found, step.text, request) if step else "",
            "standing": standing,
            "is_own": standing.user is not None and standing.user.pk == found.author_id,
            "table_url": table_url(found.game),
        },
    )


def _words(study: Study, text: str, request: ForumRequest) -> SafeString:
    html = text_render(text=text).html
    (filled,) = embeds_fill(htmls=[html], viewer=request.standing.user)
    asked = request.GET.copy()

    def address(name: str) -> str:
        asked["hex"] = name
        return f"{request.path}?{asked.urlencode()}#study-board"

    return hexes_link(filled, hexes=hexes_of(study.game), address=address)


@require_http_methods(["GET", "HEAD", "POST"])
@member
def study_edit(request: MemberRequest, study_id: int) -> HttpResponse:
    found = _own(request, study_id)
    problem = ""
    if request.method == "POST":
        try:
            target = _act(request, found)
        except ForumRefusal as refusal:
            if refusal.code in ("not-allowed", "silenced"):
                raise
            problem = str(refusal)
        except TableError as refusal:
            problem = plan_refusal(game=found.game, refusal=refusal)
        else:
            return redirect(target)
    steps = [
        (step, list(step.variations.all()), list(branches_for(study=found, step=step)))
        for step in found.steps.prefetch_related("variations")
    ]
    return render(
        request,
        "forum/play/study_edit.html",
        {
            "study": found,
            "game": found.game,
            "steps": steps,
            "problem": problem,
            "typed": request.POST if problem else {},
            "categories": categories_to_write_in(standing=request.standing),
            "may_write": may_write(request.standing),
        },
        status=422 if problem else 200,
    )


def _act(request: MemberRequest, study: Study) -> str:
    """Carry out one action; returns where to go on."""
    data, by = request.POST, request.user
    action, step_id = data.get("action", ""), number_in(data.get("step"))
    here = reverse("forum_study_edit", args=[study.pk])
    if action == "change":
        study_change(study=study, by=by, title=data.get("title", ""), intro=data.get("intro", ""))
    elif action == "step":
        step = step_put(
            study=study,
            by=by,
            number=_move_of(data.get("number", "")),
            text=data.get("text", ""),
            step_id=step_id or None,
        )
        return f"{here}#step-{step.pk}"
    elif action == "step-remove":
        step_remove(study=study, by=by, step_id=step_id)
    elif action == "variation":
        variation_add(
            study=study,
            by=by,
            step_id=step_id,
            name=data.get("name", ""),
            text=data.get("lines", "")[:20_000],
            branch_id=number_in(data.get("branch")) or None,
        )
        return f"{here}#step-{step_id}"
    elif action == "variation-remove":
        variation_remove(study=study, by=by, variation_id=number_in(data.get("variation")))
    elif action == "publish":
        slug = data.get("category", "")
        allowed = categories_to_write_in(standing=request.standing)
        category = next((one for one in allowed if one.slug == slug), None)
        if category is None:
            raise NotAllowed
        topic = study_publish(study=study, by=by, category=category)
        messages.success(request, gettext("Published. This is its topic."))
        return topic.get_absolute_url()
    elif action == "delete":
        study_delete(study=study, by=by)
        messages.success(request, gettext("The study is deleted."))
        return reverse("forum_studies")
    else:
        raise Http404
    return here


def _move_of(text: str) -> int:
    """A number of a move, or the link to a position as copied from the browser."""
    numbers = [number_in(part) for part in text.replace("#", "/").strip().split("/")]
    return next((number for number in reversed(numbers) if number), 0)


# ---- plans -------------------------------------------------------------------------------------


@require_safe
@visitor
def plan(request: ForumRequest, plan_id: int) -> HttpResponse:
    """A plan that its owner shows: every branch, step by step."""
    found = plans_for(request.standing.user).prefetch_related("branches").filter(pk=plan_id).first()
    upto = request.GET.get("step")
    shown = found and plan_shown(
        plan=found,
        branch=number_in(request.GET.get("branch")) or 1,
        upto=None if upto is None else number_in(upto),
    )
    if found is None or not shown:
        raise Http404
    return render(
        request,
        "forum/play/plan.html",
        {"plan": found, "game": found.game, "shown": shown, "table_url": table_url(found.game)},
    )


@require_POST
@member
def plan_share(request: MemberRequest, plan_id: int) -> HttpResponse:
    """Show one's plan to others, or no longer."""
    shared = request.POST.get("shared") == "yes"
    try:
        plan_sharing_set(plan_id=plan_id, by=request.user, shared=shared)
    except NoSuchPlan as missing:
        raise Http404 from missing
    messages.success(
        request, gettext("Others see it now.") if shared else gettext("Only you see it now.")
    )
    return redirect("plan", plan_id)
