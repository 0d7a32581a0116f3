"""A question out of turn on a page of its own, where the buttons of a mail lead.

Mail programs and virus scanners open links by themselves, so looking never answers: the page asks
once more, with a form.
"""

from __future__ import annotations

import secrets

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.permissions import SignedInRequest
from engine.api import MoveError
from games.addresses import table_url
from games.errors import DecisionGone, NoSuchTable, TableError
from games.models import Move
from games.presenters.deadlines import deadline_of
from games.presenters.refusals import refusal_sentence
from games.presenters.terra_mystica.letter import QuickQuestion, quick_question
from games.selectors.tables import Owed, Table, table_for
from games.services.moves import move_submit
from games.views.context import names_of


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def question(request: SignedInRequest, game_id: int, decision_id: int) -> HttpResponse:
    """Show a question to whom it is put; take the answer."""
    try:
        table = table_for(game_id=game_id, viewer=request.user)
    except NoSuchTable:
        raise Http404 from None
    if table.my_seat is None:
        raise Http404
    owed = next((owed for owed in table.owed_by_me if owed.row.pk == decision_id), None)
    asked = quick_question(table, owed, names_of(table)) if owed else None
    if owed is None or asked is None:
        return _page(request, table, refusal=DecisionGone().sentence)
    if request.method != "POST":
        return _page(request, table, owed=owed, asked=asked)
    try:
        move = move_submit(
            game_id=game_id,
            user=request.user,
            line=request.POST.get("line", ""),
            decision=owed.decision.id,
            door=Move.Door.PAGE,
            key=request.POST.get("key", "")[:80],
        )
    except TableError as error:
        return _page(request, table, owed=owed, asked=asked, refusal=error.sentence)
    except MoveError as error:
        refusal = refusal_sentence(error.message, names_of(table))
        return _page(request, table, owed=owed, asked=asked, refusal=refusal)
    messages.success(request, _("Played: %(line)s") % {"line": move.line})
    return redirect(table_url(table.game))


def _page(
    request: HttpRequest,
    table: Table,
    *,
    owed: Owed | None = None,
    asked: QuickQuestion | None = None,
    refusal: str = "",
) -> HttpResponse:
    deadline = None
    if owed is not None:
        deadline = deadline_of(
            due_at=owed.row.due_at, opened_at=owed.row.opened_at, now=timezone.now()
        )
    return render(
        request,
        "games/question.html",
        {
            "game": table.game,
            "asked": asked,
            "deadline": deadline,
            "chosen": request.GET.get("line", ""),
            "refusal": refusal,
            "key": secrets.token_urlsafe(12),
        },
    )
