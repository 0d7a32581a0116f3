"""Private what-ifs on the board of a game."""

from __future__ import annotations

from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.permissions import SignedInRequest
from engine.api import MoveError
from games.addresses import table_url
from games.errors import NoSuchPlan, NoSuchTable, TableError
from games.models import Game, Plan, PlanBranch, Seat
from games.presenters.planner import PlannedStep, plan_view
from games.presenters.refusals import refusal_sentence
from games.selectors.access import game_for, seat_of
from games.services.plans import (
    branch_delete,
    branch_rebase,
    branch_save,
    own_plan,
    plan_delete,
    plan_save,
)


@login_required
@require_safe
@never_cache
def planner(request: SignedInRequest, game_id: int) -> HttpResponse:
    """One's plans for a game."""
    game = _game(request, game_id)
    plans = game.plans.filter(user=request.user).prefetch_related("branches")
    context = {"game": game, "plans": plans, "table_url": table_url(game)}
    return render(request, "games/planner/list.html", context)


@login_required
@require_POST
def plan_new(request: SignedInRequest, game_id: int) -> HttpResponse:
    """Begin a plan at the position as it is now, with the line that is being composed if any, or
    pinned after an earlier row `number`."""
    game = _game(request, game_id)
    if game.started_at is None:
        messages.error(request, _("There is nothing to plan before the game has begun."))
        return redirect("planner", game.pk)
    name = request.POST.get("name", "").strip() or _("Plan %(number)s") % {
        "number": game.plans.filter(user=request.user).count() + 1
    }
    mine = game.seats.filter(user=request.user).first()
    line = request.POST.get("line", "").strip() if mine else ""
    number = _number(request.POST.get("number"))
    if number is not None and number > game.length:
        number = None
    try:
        made = plan_save(game_id=game.pk, user=request.user, name=name)
        branch = branch_save(user=request.user, plan_id=made.pk, lines=[], number=number)
    except TableError as refusal:
        messages.error(request, refusal.sentence)
        return redirect("planner", game.pk)
    if mine is None or not line:
        return redirect("plan", made.pk)
    try:
        lines = [(mine.number, line)]
        branch_save(user=request.user, plan_id=made.pk, branch_id=branch.pk, lines=lines)
    except TableError:
        # Half a turn is no step yet: it stands in the field, to be gone on with.
        return redirect(_address(made, branch, line=line))
    return redirect(_address(made, branch))


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def plan(request: SignedInRequest, plan_id: int) -> HttpResponse:
    """A plan on the board. POST keeps its name and notes."""
    made = _plan(request, plan_id)
    if request.method == "POST":
        try:
            plan_save(
                game_id=made.game_id,
                user=request.user,
                name=request.POST.get("name", ""),
                notes=request.POST.get("notes", ""),
                plan_id=made.pk,
            )
        except TableError as refusal:
            messages.error(request, refusal.sentence)
        else:
            messages.success(request, _("The plan is saved."))
        return redirect("plan", made.pk)
    return _page(request, made)


@login_required
@require_POST
def plan_remove(request: SignedInRequest, plan_id: int) -> HttpResponse:
    made = _plan(request, plan_id)
    plan_delete(user=request.user, plan_id=made.pk)
    messages.success(request, _("The plan “%(name)s” is deleted.") % {"name": made.name})
    return redirect("planner", made.game_id)


@login_required
@require_POST
def branch_new(request: SignedInRequest, plan_id: int) -> HttpResponse:
    """Another way to go on, from any step of a branch."""
    made = _plan(request, plan_id)
    old = made.branches.filter(pk=_number(request.POST.get("from")) or 0).first()
    upto = _number(request.POST.get("upto"))
    lines = [(row["seat"], row["line"]) for row in old.lines[:upto]] if old else []
    try:
        fresh = branch_save(
            user=request.user,
            plan_id=made.pk,
            lines=lines,
            name=request.POST.get("name", ""),
            number=old.number if old and old.pinned else None,
        )
    except TableError as refusal:
        messages.error(request, _words(made, refusal))
        return redirect(_address(made, old))
    return redirect(_address(made, fresh))


@login_required
@require_POST
def branch_step(request: SignedInRequest, plan_id: int, branch_id: int) -> HttpResponse:
    """Add a line after the shown position, or cut the branch there."""
    made = _plan(request, plan_id)
    branch = made.branches.filter(pk=branch_id).first()
    if branch is None:
        raise Http404
    upto = _number(request.POST.get("upto"))
    lines = [(row["seat"], row["line"]) for row in branch.lines[:upto]]
    seat, line = _number(request.POST.get("seat")), request.POST.get("line", "").strip()
    if request.POST.get("do") != "cut":
        if seat is None or not line:
            messages.error(request, _("Choose or write a move first."))
            return redirect(_address(made, branch, upto=upto, seat=seat))
        lines.append((seat, line))
    try:
        branch_save(
            user=request.user,
            plan_id=made.pk,
            branch_id=branch.pk,
            name=branch.name,
            lines=lines,
            number=branch.number if branch.pinned else None,
        )
    except TableError as refusal:
        messages.error(request, _words(made, refusal))
        return redirect(_address(made, branch, upto=upto, seat=seat, line=line))
    return redirect(_address(made, branch))


@login_required
@require_POST
def branch_remove(request: SignedInRequest, plan_id: int, branch_id: int) -> HttpResponse:
    made = _plan(request, plan_id)
    if made.branches.count() <= 1:
        messages.error(request, _("A plan keeps at least one branch. Delete the plan instead."))
        return redirect("plan", made.pk)
    try:
        branch_delete(user=request.user, branch_id=branch_id)
    except NoSuchPlan:
        raise Http404 from None
    return redirect("plan", made.pk)


def _page(request: SignedInRequest, made: Plan) -> HttpResponse:
    game = made.game
    branches = list(made.branches.all())
    fresh = [
        branch
        if branch.pinned or branch.based_on == game.revision
        else branch_rebase(branch_id=branch.pk)
        for branch in branches
    ]
    wanted = _number(request.GET.get("branch"))
    branch = next((row for row in fresh if row.pk == wanted), fresh[0])
    seats = list(game.seats.select_related("user"))
    my_seat = seat_of(seats=seats, viewer=request.user)
    view = plan_view(
        game=game,
        seats=seats,
        my_seat=my_seat,
        branch=branch,
        upto=_number(request.GET.get("upto")),
        chosen=_number(request.GET.get("seat")),
        line=request.GET.get("line", "")[:2000],
        at=request.GET.get("at", "")[:20],
    )
    refusal = view.composition.refusal if view.composition else None
    names = {seat.number: seat.holder_name for seat in seats}
    context = {
        "game": game,
        "plan": made,
        "branches": fresh,
        "branch": branch,
        "view": view,
        "my_seat": my_seat,
        "chosen": next((turn.seat for turn in view.turns if turn.is_chosen), None),
        "refusal": refusal_sentence(refusal.message, names) if refusal else "",
        "typed": request.GET.get("line", "") if refusal else view.line,
        "reason": refusal_sentence(branch.refusal, names) if branch.refusal else "",
        "table_url": table_url(game),
        "usable": _usable(view.steps, my_seat),
    }
    return render(request, "games/planner/plan.html", context)


def _usable(steps: list[PlannedStep], mine: Seat | None) -> str:
    """The first step as the beginning of a real move, if it is one's own and still works."""
    first = steps[0] if steps else None
    if first is None or mine is None or first.is_dead or first.seat != mine:
        return ""
    return urlencode({"line": first.line})


def _game(request: SignedInRequest, game_id: int) -> Game:
    try:
        return game_for(game_id=game_id, viewer=request.user)
    except NoSuchTable:
        raise Http404 from None


def _plan(request: SignedInRequest, plan_id: int) -> Plan:
    try:
        return own_plan(user=request.user, plan_id=plan_id)
    except NoSuchPlan:
        raise Http404 from None


def _number(text: str | None) -> int | None:
    return int(text) if text and text.isdecimal() and len(text) < 10 else None


def _address(made: Plan, branch: PlanBranch | None, **asked: object) -> str:
    values = {"branch": branch.pk if branch else None, **asked}
    query = urlencode({key: value for key, value in values.items() if value not in (None, "")})
    return reverse("plan", args=[made.pk]) + (f"?{query}" if query else "")


def _words(made: Plan, refusal: TableError) -> str:
    """What is wrong with a plan: the sentence of the rules where they are the reason."""
    why = refusal.__cause__
    if isinstance(why, MoveError):
        seats = made.game.seats.select_related("user")
        return refusal_sentence(why.message, {seat.number: seat.holder_name for seat in seats})
    return why.sentence if isinstance(why, TableError) else refusal.sentence
