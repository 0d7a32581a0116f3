"""The game page and what is done on it."""

from __future__ import annotations

from datetime import datetime

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from accounts.models import User
from accounts.permissions import SignedInRequest
from engine.api import MoveError
from engine.notation import LONGEST_LINE
from engine.registry import UnknownGame, latest
from games.errors import NoSuchTable, StaleTable, TableError
from games.selectors.my_games import unread_lines
from games.selectors.tables import Table, table_for
from games.selectors.watching import is_watching
from games.services.moves import move_submit
from games.services.talk import game_mark_read
from games.services.undo import move_undo, undo_answer, undo_request, undo_withdraw
from games.services.watching import game_unwatch, game_watch
from games.views.context import Notice, panels_context, table_context

PARTS = "move"
"""Whoever asks for this part gets it, and the others that follow from it."""


def table_or_404(request: HttpRequest, game_id: int, number: int | None = None) -> Table:
    try:
        return table_for(game_id=game_id, viewer=request.user, number=number)
    except NoSuchTable as missing:
        raise Http404 from missing


def end_seen(shown: Table, *, now: datetime) -> None:
    """A player has looked at how his game ended: it is no news any more."""
    if shown.game.is_finished and shown.my_seat is not None and shown.my_seat.user is not None:
        game_mark_read(
            game=shown.game, user=shown.my_seat.user, revision=shown.game.revision, now=now
        )


@require_safe
@vary_on_headers("HX-Request", "HX-Target")
def table(request: HttpRequest, game_id: int) -> HttpResponse:
    """The table; with `line`, `pick` and `at` a move is being composed on it."""
    shown = table_or_404(request, game_id)
    if shown.view is None:
        return redirect("lobby_table", shown.game.pk)
    end_seen(shown, now=timezone.now())
    context = table_context(
        shown,
        line=_line(request.GET.get("line", "")),
        pick=request.GET.get("pick", "")[:20],
        at=request.GET.get("at", "")[:20],
    )
    if request.headers.get("HX-Request") and request.headers.get("HX-Target") == PARTS:
        context["words"] = bool(request.headers.get("X-Words"))
        return render(request, "games/_step.html", context)
    context |= panels_context(context)
    if isinstance(request.user, User):
        context["watching"] = is_watching(table=shown, user=request.user)
        context["unread_talk"] = unread_lines(games=[shown.game], user=request.user).get(
            shown.game.pk
        )
    return render(request, "games/table.html", context)


def _line(text: str) -> str:
    """One line of text, no longer than a line may be: the rest is the engine's to refuse."""
    return " ".join(text.replace("\0", " ").split())[:LONGEST_LINE]


@login_required
@require_POST
def move(request: SignedInRequest, game_id: int) -> HttpResponse:
    """Play a line. Whatever is refused comes back as it was written, with the reason."""
    line = _line(request.POST.get("line", ""))
    decision = request.POST.get("decision", "")[:80]
    shown = table_or_404(request, game_id)
    try:
        after = int(request.POST.get("after", ""))
    except ValueError:
        return HttpResponseBadRequest(_("This form is incomplete. Load the page again."))
    try:
        move_submit(
            game_id=game_id,
            line=line,
            after=after,
            decision=decision,
            user=request.user,
            key=request.POST.get("key", "")[:80],
        )
    except MoveError:
        return _again(request, shown, line, None)
    except StaleTable as stale:
        return _again(
            request, shown, "" if decision else line, Notice(kind="warn", text=stale.sentence)
        )
    except TableError as problem:
        return _again(request, shown, line, Notice(kind="bad", text=problem.sentence))
    messages.success(request, _("Played: %(line)s") % {"line": line})
    return redirect("table", game_id)


def _again(request: HttpRequest, shown: Table, line: str, notice: Notice | None) -> HttpResponse:
    if shown.view is None:
        return redirect("table", shown.game.pk)
    fresh = table_or_404(request, shown.game.pk)
    context = table_context(fresh, line=line, notice=notice)
    context |= panels_context(context)
    return render(request, "games/table.html", context, status=200 if notice is None else 409)


@login_required
@require_POST
def watch(request: SignedInRequest, game_id: int) -> HttpResponse:
    """Follow a game of others, or follow it no more."""
    shown = table_or_404(request, game_id)
    if request.POST.get("stop"):
        game_unwatch(game_id=game_id, user=request.user)
        messages.success(
            request, _("You no longer follow “%(table)s”.") % {"table": shown.game.name}
        )
    elif game_watch(game_id=game_id, user=request.user):
        messages.success(
            request,
            _("You follow “%(table)s”: it stands among your games.") % {"table": shown.game.name},
        )
    return redirect("table", game_id)


@login_required
@require_POST
def undo(request: SignedInRequest, game_id: int) -> HttpResponse:
    return _taking_back(request, game_id, ask=False)


@login_required
@require_POST
def undo_ask(request: SignedInRequest, game_id: int) -> HttpResponse:
    return _taking_back(request, game_id, ask=True)


def _taking_back(request: SignedInRequest, game_id: int, *, ask: bool) -> HttpResponse:
    table_or_404(request, game_id)
    try:
        after = int(request.POST.get("after", ""))
    except ValueError:
        return HttpResponseBadRequest(_("This form is incomplete. Load the page again."))
    try:
        if ask:
            undo_request(game_id=game_id, user=request.user, after=after)
            messages.success(request, _("The others are asked."))
        else:
            move_undo(game_id=game_id, user=request.user, after=after)
            messages.success(request, _("Your last move is taken back."))
    except TableError as problem:
        messages.error(request, problem.sentence)
    return redirect("table", game_id)


@login_required
@require_POST
def undo_reply(request: SignedInRequest, game_id: int, request_id: int) -> HttpResponse:
    """Agree, refuse, or withdraw one's own request."""
    table_or_404(request, game_id)
    answer = request.POST.get("answer", "")
    try:
        if answer == "withdraw":
            undo_withdraw(request_id=request_id, user=request.user)
        elif answer in ("yes", "no"):
            undo_answer(request_id=request_id, user=request.user, agrees=answer == "yes")
        else:
            return HttpResponseBadRequest(_("This form is incomplete. Load the page again."))
    except TableError as problem:
        messages.error(request, problem.sentence)
    return redirect("home") if request.POST.get("back") == "home" else redirect("table", game_id)


@require_safe
def notation(request: HttpRequest, rules_key: str) -> HttpResponse:
    """How moves are written."""
    try:
        rules = latest(rules_key)
    except UnknownGame as unknown:
        raise Http404 from unknown
    return render(request, "games/notation.html", {"rules": rules, "rows": rules.notation_help()})
