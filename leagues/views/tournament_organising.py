"""What organisers do with a tournament: every step is shown before it is taken."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.models import Role
from accounts.permissions import SignedInRequest, role_required
from games.known import rules_named
from games.presets import presets_for
from leagues.errors import LeagueRefusal, NotAllowed
from leagues.models import Contender, Tournament, TournamentTable
from leagues.permissions import check_may_judge_cup, check_runs
from leagues.selectors.tournament_watch import watched_tables
from leagues.selectors.tournaments import course_of
from leagues.services.cockpit.tournaments import (
    TOURNAMENT_ACTIONS,
    tournament_action_plan,
    tournament_action_take,
)
from leagues.services.rounds import next_step, tournament_step
from leagues.services.tournaments import (
    tournament_create,
    tournament_organiser_add,
    tournament_organiser_remove,
)
from leagues.tournament_forms import TournamentActionForm, TournamentForm
from leagues.views.doors import member
from leagues.views.organising import GAME, STANDARD
from leagues.views.tournaments import tournament_context, tournament_or_404


@require_http_methods(["GET", "HEAD", "POST"])
@role_required(Role.ORGANISER)
@member
def tournament_new(request: SignedInRequest) -> HttpResponse:
    preset = next((row for row in presets_for(GAME) if row.key == STANDARD), None)
    options = dict(preset.options) if preset else {}
    form = TournamentForm(request.POST or None, rules=rules_named(GAME), options=options)
    if request.method == "POST" and form.is_valid():
        chosen = form.cleaned_data
        wanted = ("slug", "name", "summary", "format", "rules", "capacity", "self_starting")
        made = tournament_create(by=request.user, **{name: chosen[name] for name in wanted})
        messages.success(request, _("The tournament is open for entries."))
        return redirect(made)
    return render(request, "leagues/tournaments/new.html", {"form": form})


@require_http_methods(["GET", "HEAD", "POST"])
@member
def tournament_organise(request: SignedInRequest, slug: str) -> HttpResponse:
    """The next step as it would be taken; the button does just that."""
    tournament = tournament_or_404(slug)
    check_runs(request.user, tournament)
    if request.method == "POST":
        try:
            tournament_step(pk=tournament.pk, by=request.user, seen=request.POST.get("seen", ""))
        except LeagueRefusal as refusal:
            messages.error(request, refusal.sentence)
        else:
            messages.success(request, _("Done, as it was shown."))
        return redirect("tournament_organise", slug)
    course = course_of(tournament)
    context = {
        **tournament_context(request, tournament, "organise"),
        "course": course,
        "watched": watched_tables(course, now=timezone.now(), viewer=request.user),
        "may_withdraw": not any(
            one.user_id == request.user.pk for one in course.contenders.values()
        ),
        "acts": tournament.acts.select_related("by")[:100],
        "organisers": list(tournament.organisers.select_related("user")),
    }
    if tournament.state != Tournament.State.ENDED:
        context["plan"] = next_step(tournament, by=request.user)
    return render(request, "leagues/tournaments/organise.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@member
def tournament_action(request: SignedInRequest, key: str, target: int) -> HttpResponse:
    """First the form, then what would happen and what people will read, then the button."""
    known = TOURNAMENT_ACTIONS.get(key)
    if known is None:
        raise Http404
    table, contender = _target(known.target, target)
    check_may_judge_cup(request.user, table=table, contender=contender)
    if table is not None:
        tournament = table.round.tournament
    else:
        assert contender is not None  # one of both is what the action is about
        tournament = contender.tournament
    form = TournamentActionForm(request.POST or None, key=key, table=table)
    plan = None
    if request.method == "POST" and form.is_valid():
        given: dict[str, Any] = {
            "key": key,
            "target": target,
            "by": request.user,
            "reason": form.cleaned_data["reason"],
            "wish": form.cleaned_data,
        }
        try:
            if "do" in request.POST:
                tournament_action_take(**given, seen=request.POST.get("seen", ""))
                messages.success(request, _("Done, as it was shown."))
                return redirect("tournament_organise", tournament.slug)
            plan = tournament_action_plan(**given)
        except NotAllowed:
            raise
        except LeagueRefusal as refusal:
            form.add_error(None, refusal.sentence)
    context = {
        **tournament_context(request, tournament, "organise"),
        "action": known,
        "form": form,
        "plan": plan,
        "table": table,
        "contender": contender,
    }
    return render(request, "leagues/tournaments/action.html", context)


def _target(kind: str, pk: int) -> tuple[TournamentTable | None, Contender | None]:
    """The table or the contender that an action is about."""
    if kind == "table":
        tables = TournamentTable.objects.select_related("round__tournament", "game")
        return get_object_or_404(tables, pk=pk), None
    contenders = Contender.objects.select_related("tournament", "user")
    return None, get_object_or_404(contenders, pk=pk)


@require_POST
@member
def tournament_organisers(request: SignedInRequest, slug: str) -> HttpResponse:
    """A co-organiser is named or dismissed."""
    tournament = tournament_or_404(slug)
    if "remove" in request.POST:
        wanted = request.POST["remove"]
        gone = tournament_organiser_remove(
            tournament=tournament,
            by=request.user,
            user_id=int(wanted) if wanted.isdigit() else 0,
        )
        messages.success(request, _("Done."))
        still = gone != request.user
        return redirect("tournament_organise" if still else "tournament", slug)
    added = tournament_organiser_add(
        tournament=tournament, by=request.user, username=request.POST.get("username", "")
    )
    messages.success(request, _("%(name)s may run the tournament now.") % {"name": added.username})
    return redirect("tournament_organise", slug)
