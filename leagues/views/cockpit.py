"""The organiser's cockpit: what wants attention, and what can be done about it."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.permissions import SignedInRequest
from leagues.errors import LeagueRefusal, NotAllowed
from leagues.forms import ActionForm
from leagues.models import Group, LeagueTable, Season
from leagues.permissions import check_may_judge, check_organiser
from leagues.presenters.grounds import grounds_shown
from leagues.selectors.cockpit import cockpit_of, tables_barred
from leagues.services.cockpit import ACTIONS, action_plan, action_take
from leagues.views.doors import member, organiser
from leagues.views.public import season_context


@require_safe
@organiser
def cockpit(request: SignedInRequest, season: Season) -> HttpResponse:
    context = {
        **season_context(request, season, "cockpit"),
        "cockpit": cockpit_of(season, now=timezone.now()),
        "barred": tables_barred(season, request.user),
    }
    return render(request, "leagues/cockpit.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@member
def action(request: SignedInRequest, key: str, target: int) -> HttpResponse:
    """First the form, then what would happen and what people will read, then the button."""
    known = ACTIONS.get(key)
    if known is None:
        raise Http404
    season, table, group = _target(known.target, target)
    if group is None:
        check_organiser(request.user, season.league)
    else:
        check_may_judge(request.user, table=table, group=None if table else group)
    form = ActionForm(request.POST or None, key=key, table=table)
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
                action_take(**given, seen=request.POST.get("seen", ""))
                messages.success(request, _("Done, as it was shown."))
                return redirect("season_cockpit", season.league.slug, season.number)
            plan = action_plan(**given)
        except NotAllowed:
            raise
        except LeagueRefusal as refusal:
            form.add_error(None, refusal.sentence)
    context = {
        **season_context(request, season, "cockpit"),
        "action": known,
        "form": form,
        "plan": plan,
        "table": table,
        "group": group,
        "grounds": _grounds(table) if key == "rule" and table else [],
    }
    return render(request, "leagues/action.html", context)


def _target(kind: str, pk: int) -> tuple[Season, LeagueTable | None, Group | None]:
    """The season, and the table or the group if it is about one."""
    if kind == "season":
        return get_object_or_404(Season.objects.select_related("league"), pk=pk), None, None
    if kind == "table":
        tables = LeagueTable.objects.select_related("group__division__season__league", "game")
        table = get_object_or_404(tables, pk=pk)
        return table.group.division.season, table, table.group
    groups = Group.objects.select_related("division__season__league")
    wanted = {"entries__pk": pk} if kind == "entry" else {"pk": pk}
    group = get_object_or_404(groups, **wanted)
    return group.division.season, None, group


def _grounds(table: LeagueTable) -> list[dict[str, Any]]:
    """What engine and bots say, beside the names."""
    found = grounds_shown(table.grounds)
    return [
        {"name": seat.entry.user.username, **found[str(seat.number)]}
        for seat in table.seats.select_related("entry__user").order_by("number")
        if str(seat.number) in found
    ]
