"""What organisers do with a tournament: every step is shown before it is taken."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.models import Role
from accounts.permissions import SignedInRequest, role_required
from accounts.selectors import user_named
from games.known import rules_named
from games.presets import presets_for
from leagues.errors import LeagueRefusal, NoSuchPerson
from leagues.models import Tournament, TournamentTable
from leagues.selectors.tournaments import course_of
from leagues.services.rounds import next_step, tournament_step
from leagues.services.tournaments import (
    check_runs,
    tournament_create,
    tournament_organiser_add,
    tournament_table_rule,
    tournament_withdraw,
)
from leagues.tournament_forms import TableRulingForm, TournamentForm
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
    context = {
        **tournament_context(request, tournament, "organise"),
        "course": course_of(tournament),
        "acts": tournament.acts.select_related("by")[:100],
        "organisers": tournament.organisers.select_related("user"),
    }
    if tournament.state != Tournament.State.ENDED:
        context["plan"] = next_step(tournament, by=request.user)
    return render(request, "leagues/tournaments/organise.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@member
def tournament_rule(request: SignedInRequest, table_id: int) -> HttpResponse:
    """A table is decided by ruling: a form that says what follows."""
    table = (
        TournamentTable.objects.select_related("round__tournament", "game")
        .filter(pk=table_id)
        .first()
    )
    if table is None:
        raise Http404
    tournament = table.round.tournament
    check_runs(request.user, tournament)
    form = TableRulingForm(request.POST or None, table=table)
    if request.method == "POST" and form.is_valid():
        try:
            tournament_table_rule(
                table_id=table.pk,
                by=request.user,
                scores=form.scores,
                reason=form.cleaned_data["reason"],
            )
        except LeagueRefusal as refusal:
            form.add_error(None, refusal.sentence)
        else:
            messages.success(request, _("The table is decided."))
            return redirect("tournament_organise", tournament.slug)
    context = {
        **tournament_context(request, tournament, "organise"),
        "table": table,
        "form": form,
    }
    return render(request, "leagues/tournaments/rule.html", context)


@require_POST
@member
def tournament_remove(request: SignedInRequest, slug: str) -> HttpResponse:
    """Somebody is withdrawn by an organiser, for a reason that all can read."""
    tournament = tournament_or_404(slug)
    check_runs(request.user, tournament)
    name = request.POST.get("username", "").strip()
    user = user_named(username=name)
    if user is None:
        raise NoSuchPerson(name=name)
    tournament_withdraw(
        pk=tournament.pk, user=user, by=request.user, reason=request.POST.get("reason", "")
    )
    messages.success(request, _("Done."))
    return redirect("tournament_organise", slug)


@require_POST
@member
def tournament_organisers(request: SignedInRequest, slug: str) -> HttpResponse:
    """A co-organiser is named."""
    tournament = tournament_or_404(slug)
    added = tournament_organiser_add(
        tournament=tournament, by=request.user, username=request.POST.get("username", "")
    )
    messages.success(request, _("%(name)s may run the tournament now.") % {"name": added.username})
    return redirect("tournament_organise", slug)
