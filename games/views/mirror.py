"""A mirror set: the same set-up at several tables."""

from __future__ import annotations

from random import SystemRandom

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.models import User
from accounts.permissions import SignedInRequest
from engine.registry import AnyRules, latest
from games.clocks import hours_per_move
from games.errors import NoSuchTable, TableError
from games.forms.clocks import clock_initial
from games.forms.table import HOURS, MirrorForm
from games.models import Game
from games.presenters.options import game_words
from games.presets import presets_for
from games.selectors.access import game_for
from games.services.series import mirror_set_create
from games.table_names import suggested_name
from games.views.lobby import GAME, STANDARD


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def lobby_mirror(request: SignedInRequest) -> HttpResponse:
    """The same set-up several times, seats rotated; `?copy=` takes it from an earlier table."""
    copied = request.GET.get("copy", "")
    old = _game(int(copied), request.user) if copied.isdecimal() else None
    rules = latest(old.rules_key if old else GAME)
    if request.method == "POST":
        form = MirrorForm(request.POST, rules=rules, user=request.user)
        if form.is_valid() and _make(form, request.user):
            messages.success(request, _("The tables are open. The others are invited."))
            return redirect("home")
    else:
        form = _form(old, request.user) if old else _new_form(rules, request.user)
    return render(request, "games/lobby/mirror.html", {"form": form})


def _new_form(rules: AnyRules, user: User) -> MirrorForm:
    """The standard of the site, with factions that go with the seats."""
    standard = next((row.options for row in presets_for(rules.key) if row.key == STANDARD), {})
    return MirrorForm(
        rules=rules,
        user=user,
        chosen={**standard, **game_words(rules).mirrored},
        initial={"name": suggested_name(SystemRandom())},
    )


def _form(old: Game, user: User) -> MirrorForm:
    names = [
        seat.user.username
        for seat in old.seats.select_related("user")
        if seat.user is not None and seat.user != user
    ]
    hours = hours_per_move(old.clock)
    return MirrorForm(
        rules=latest(old.rules_key),
        user=user,
        chosen=old.options,
        initial={
            "name": old.name[:70],
            "players": ", ".join(names),
            "hours": hours if hours in HOURS else 72,
            "rated": old.rated,
            **clock_initial(old.clock, old.time_out),
        },
    )


def _make(form: MirrorForm, user: User) -> bool:
    chosen = form.cleaned_data
    try:
        mirror_set_create(
            host=user,
            rules_key=form.rules.key,
            name=chosen["name"],
            options=chosen["options"],
            players=[user, *chosen["players"]],
            games=chosen["games"],
            rated=chosen["rated"],
            clock=form.clock(),
            time_out=form.time_out(),
        )
    except TableError as refusal:
        form.add_error(None, refusal.sentence)
        return False
    return True


def _game(game_id: int, user: User) -> Game:
    try:
        return game_for(game_id=game_id, viewer=user)
    except NoSuchTable:
        raise Http404 from None
