"""Private notes on games."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.permissions import SignedInRequest
from games.addresses import table_url
from games.errors import NoSuchTable, TableError
from games.selectors.access import game_for
from games.selectors.talk import note_of, notes_found
from games.services.talk import note_save

PAGE = 20


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def note(request: SignedInRequest, game_id: int) -> HttpResponse:
    """One's note on one game, as a page or as a panel of the game page."""
    try:
        game = game_for(game_id=game_id, viewer=request.user)
    except NoSuchTable:
        raise Http404 from None
    partly = bool(request.headers.get("HX-Request"))
    context = {"game": game, "table_url": table_url(game), "saved": False, "problem": ""}
    if request.method != "POST":
        context["text"] = note_of(game=game, user=request.user)
    else:
        text = request.POST.get("text", "")
        context["text"] = text
        try:
            note_save(game_id=game.pk, user=request.user, text=text)
        except TableError as refusal:
            context["problem"] = refusal.sentence
        else:
            context["saved"] = True
            if not partly:
                messages.success(request, _("Your note is saved."))
                return redirect("note", game.pk)
    template = "games/_note_form.html" if partly else "games/note.html"
    status = 422 if context["problem"] and not partly else 200
    return render(request, template, context, status=status)


@login_required
@require_safe
def notes(request: SignedInRequest) -> HttpResponse:
    """All one's notes, or those that hold certain words."""
    words = request.GET.get("words", "")[:200]
    found = notes_found(user=request.user, words=words)
    page = Paginator(found, PAGE).get_page(request.GET.get("page"))
    rows = [(note, table_url(note.game)) for note in page]
    return render(request, "games/notes.html", {"page": page, "rows": rows, "words": words})
